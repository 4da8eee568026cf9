"""Tests two machines over ssh that share one list of pictures, when one dies half-way: every drawing can be made. The
machines are two ssh servers on loopback, with a temporary key. If root may create chroots, the test is repeated with
each machine in one, with its own processes and temporary files, except the pictures' folder."""
import json
import os
import pathlib
import pwd
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile

from harness import BIN, REDRAW, CliTest, family, wait_for

PICTURES = 24
HIDDEN = ("/tmp", "/var/tmp", "/dev/shm")  # folders that each chroot has for itself

# Makes a chroot of this machine at $0 with its own temporary files, except the folders up to "--", and runs the
# remaining words in it.
CHROOT = """
mount --make-rprivate /; mount --rbind / "$0"; mount -t proc proc "$0/proc"
for own in @HIDDEN@; do if [ -d "$0$own" ]; then mount -t tmpfs tmpfs "$0$own"; fi; done
while [ "$1" != -- ]; do mkdir -p "$0$1"; mount --bind "$1" "$0$1"; shift; done
shift; exec chroot "$0" "$@"
""".replace("@HIDDEN@", " ".join(HIDDEN))


class Machine:
    """An ssh server for the test's user. `around`: words before its command."""

    def __init__(self, test, folder, name, around=()):
        self.name, self.config = name, folder / f"{name}.conf"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.config.write_text(f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nPidFile none\nUsePAM no\n"
                               f"AuthorizedKeysFile {folder}/key.pub\nStrictModes no\nPasswordAuthentication no\n"
                               "MaxStartups 100\nPermitRootLogin yes\n"
                               f"SetEnv PATH={BIN}:/usr/bin:/bin SHLVL=2\n")  # with SHLVL=2, bash reads no start files
        self.process = subprocess.Popen([*around, shutil.which("sshd") or "/usr/sbin/sshd", "-D", "-e", "-f", self.config],
                                        stderr=subprocess.DEVNULL, start_new_session=True)
        test.addCleanup(self.die)

    def die(self):
        """Kills the server and everything it runs."""
        if self.process.poll() is None:
            for number in family(self.process.pid):
                try:
                    os.kill(number, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            self.process.wait()


class ManySsh(CliTest):
    def setUp(self):
        super().setUp()
        for program in ("parallel", "ssh", "ssh-keygen"):
            if not shutil.which(program):
                self.skipTest(f"{program} is not installed")
        if not shutil.which("sshd") and not os.path.exists("/usr/sbin/sshd"):
            self.skipTest("there is no sshd (Debian: openssh-server)")
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)  # Debian's sshd drops its rights in this folder
        self.keys = pathlib.Path(tempfile.mkdtemp(prefix="redraw-ssh-"))
        self.addCleanup(shutil.rmtree, self.keys, ignore_errors=True)
        for name in ("host", "key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.keys / name], check=True)
        self.machines = [Machine(self, self.keys, name, self.around(name)) for name in ("one", "two")]
        (self.keys / "ssh.conf").write_text("".join(
            f"Host {machine.name}\n HostName 127.0.0.1\n Port {machine.port}\n" for machine in self.machines) +
            f"Host *\n User {pwd.getpwuid(os.geteuid()).pw_name}\n IdentityFile {self.keys}/key\n IdentitiesOnly yes\n"
            f" StrictHostKeyChecking no\n UserKnownHostsFile {self.keys}/known\n LogLevel ERROR\n BatchMode yes\n")
        for machine in self.machines:
            self.wait_for_login(machine)

    def around(self, name):
        del name
        return ()

    def wait_for_login(self, machine):
        def answers():
            if machine.process.poll() is not None:
                self.skipTest("sshd does not start here")
            tried = subprocess.run(["ssh", "-F", self.keys / "ssh.conf", machine.name, "true"], capture_output=True,
                                   text=True)
            if "denied" in tried.stderr.lower():
                self.skipTest("nobody may log in here by ssh: " + tried.stderr.strip())
            return tried.returncode == 0
        wait_for(answers)

    def states(self):
        done = self.start("gather", "out", "--json")
        lines = [json.loads(line) for line in self.rest_of(done)[0].splitlines()]
        done.stdout.close()
        done.stderr.close()
        return lines[-1]

    def parallel(self, lines):
        (self.folder / "lines").write_text(lines)
        (self.keys / "machines").write_text("2/one\n2/two\n")
        with open(self.folder / "lines", encoding="utf-8") as list_of_jobs:
            return subprocess.Popen(["parallel", "--will-cite", "--ssh", f"ssh -F {self.keys}/ssh.conf", "--retries", "4",
                                     "--sshloginfile", self.keys / "machines", "--joblog", self.folder / "log"],
                                    stdin=list_of_jobs, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                    cwd=self.folder, env=self.environment)

    def test_one_of_two_machines_dies_half_way(self):
        (self.folder / "in").mkdir()
        for number in range(PICTURES):
            self.write(f"in/{number}.png", 24, 16)
        settings = ("--enlarge", "2x", "--epochs", "2")
        subprocess.run(["sh"], input=self.run_redraw("plan", "in", "--to", "alone", *settings), text=True, check=True,
                       env=self.environment, stdout=subprocess.DEVNULL)
        engine = self.parallel(self.run_redraw("plan", "in", "--to", "out", *settings))
        wait_for(lambda: self.states()["done"] >= PICTURES // 4, engine)
        self.machines[1].die()
        engine.wait()
        missing = self.run_redraw("gather", "out", "--missing", status=0 if self.states()["done"] == PICTURES else 1)
        subprocess.run(["sh"], input=missing, text=True, check=True, env=self.environment, stdout=subprocess.DEVNULL)
        self.run_redraw("gather", "out")
        drawings = {path.name: path.read_bytes() for path in (self.folder / "out").glob("*.png")}
        self.assertEqual(drawings, {path.name: path.read_bytes() for path in (self.folder / "alone").glob("*.png")})
        self.assertEqual(len(drawings), PICTURES)
        with open(self.folder / "log", encoding="utf-8") as log:
            hosts = {line.split("\t")[1] for line in log} - {"Host"}
        self.assertIn("one", hosts)


class ManyChroots(ManySsh):
    def around(self, name):
        unshare = ("unshare", "--mount", "--pid", "--fork", "--kill-child")
        if os.geteuid() != 0 or subprocess.run([*unshare, "true"], capture_output=True).returncode != 0:
            self.skipTest("only root can make a chroot, and not everywhere")
        root = self.folder / f"{name} root"
        root.mkdir()
        hidden = any(BIN.is_relative_to(own) for own in HIDDEN)  # the build may lie in a folder that the chroots hide
        return (*unshare, "sh", "-euc", CHROOT, root, self.folder, self.keys, *([BIN] if hidden else []), "--")

    def test_each_is_a_machine_of_its_own(self):
        with tempfile.NamedTemporaryFile(dir="/tmp") as here:
            for machine in self.machines:
                for path, status in ((here.name, 1), (REDRAW, 0), (self.folder, 0)):
                    words = shlex.join(["test", "-e", str(pathlib.Path(path).absolute())])
                    done = subprocess.run(["ssh", "-F", self.keys / "ssh.conf", machine.name, words])
                    self.assertEqual(done.returncode, status, f"{machine.name}: {path}")
