"""Tests the job arrays of docs/many.md, unchanged, on a Slurm with one node that the test starts on loopback."""
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile

from harness import end_of, wait_for
from many import ManyTest

PICTURES = 6
DAEMONS = {name: shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin") for name in ("slurmctld", "slurmd")}


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class ManySlurm(ManyTest):
    def setUp(self):
        super().setUp()
        if not all(DAEMONS.values()) or not shutil.which("sbatch"):
            self.skipTest("Slurm is not installed (Debian: slurmctld slurmd slurm-client)")
        self.own = pathlib.Path(tempfile.mkdtemp(prefix="redraw-slurm-"))
        self.addCleanup(shutil.rmtree, self.own, ignore_errors=True)
        self.config = self.own / "slurm.conf"
        self.environment["SLURM_CONF"] = str(self.config)
        self.configure()
        self.addCleanup(self.kill_all)
        self.daemons = [self.daemon(name) for name in DAEMONS]
        try:
            wait_for(self.is_idle, self.daemons[1])
        except AssertionError as reason:
            self.skipTest(f"Slurm's node does not get ready here: {reason}")

    def configure(self):
        host, user = socket.gethostname().split(".")[0], pwd.getpwuid(os.geteuid()).pw_name
        controller, node = free_ports(2)
        self.config.write_text(
            f"ClusterName=redraw\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={controller}\nSlurmdPort={node}\n"
            f"SlurmUser={user}\nSlurmdUser={user}\nAuthType=auth/none\nCredType=cred/none\nMailProg=/bin/true\n"
            f"StateSaveLocation={self.own}/state\nSlurmdSpoolDir={self.own}/spool\n"
            f"SlurmctldPidFile={self.own}/slurmctld.pid\nSlurmdPidFile={self.own}/slurmd.pid\n"
            "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nMpiDefault=none\nSlurmdParameters=config_overrides\n"
            "SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n"
            "SchedulerParameters=batch_sched_delay=0,sched_interval=1\n"
            f"NodeName={host} NodeAddr=127.0.0.1 CPUs=2\nPartitionName=all Nodes={host} Default=YES\n")
        for name in ("state", "spool"):
            (self.own / name).mkdir()

    def daemon(self, name):
        with open(self.own / f"{name}.log", "wb") as log:
            return subprocess.Popen([DAEMONS[name], "-D", "-f", self.config], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                    env=self.environment, start_new_session=True)

    def kill_all(self):
        """Kills the daemons and the jobs' step daemons, which are not their children: all processes that use this
        configuration."""
        mark = f"SLURM_CONF={self.config}".encode()
        for folder in pathlib.Path("/proc").iterdir():
            try:
                if folder.name.isdigit() and mark in (folder / "environ").read_bytes().split(b"\0"):
                    os.kill(int(folder.name), signal.SIGKILL)
            except OSError:
                pass  # ended meanwhile, or another user's process
        for daemon in self.daemons:
            daemon.wait()

    def asked(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True).stdout.strip()

    def is_idle(self):
        for name, daemon in zip(DAEMONS, self.daemons):
            if daemon.poll() is not None:
                said = (self.own / f"{name}.log").read_text(errors="replace").strip().splitlines()
                self.skipTest(f"{name} does not start here: {said[-1] if said else daemon.returncode}")
        return self.is_listening() and self.asked("sinfo", "-h", "-o", "%t") == "idle"

    def is_listening(self):
        """Returns whether the controller answers. Called before sinfo, which waits long for a missing controller."""
        port = int(self.config.read_text().split("SlurmctldPort=")[1].split()[0])
        with socket.socket() as trial:
            return trial.connect_ex(("127.0.0.1", port)) == 0

    def run_array(self, command):
        """Submits a job array and waits until the queue is empty."""
        submitted = subprocess.Popen(["sh", "-c", command], cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL)
        self.assertEqual(end_of(submitted), 0)
        wait_for(lambda: self.asked("squeue", "-h") == "" and self.is_idle(), self.daemons[0])

    def test_the_arrays_of_the_page(self):
        one_each, some_each = [line.split("   #")[0] for line in self.page().splitlines() if line.startswith("sbatch ")]
        self.pictures(PICTURES)
        self.write_plan("alone")
        self.shell("sh", "lines", check=True)
        for to, command in (("one", one_each), ("some", some_each.replace("1000", "3"))):
            with self.subTest(command=command):
                self.assertEqual(len(self.write_plan(to)), PICTURES)
                self.run_array(command)
                self.run_redraw("gather", to)
                self.assertEqual(self.drawings(to), self.drawings("alone"))
                self.assertEqual(len(self.drawings(to)), PICTURES)
