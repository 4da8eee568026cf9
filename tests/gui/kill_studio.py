#!/usr/bin/env python3
"""kill -9 of the studio at random moments: as it opens a run, begins one, trains it and goes on with it.

    kill_studio.py REDRAW_STUDIO REDRAW SCREENSHOTS [KILLS [SEED]]

After every kill: SQLite finds every run whole, `redraw info` reads it, and no step that could be read before is lost.
After the next start: nothing lies beside it. Of the runs that ended: the network of a run that was never killed, bit
for bit. The sleeps choose the moment of a kill, which is what this is about. Exit status 77: this machine cannot run it,
and says why."""

import json
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from desktop import SKIP, Desktop, missing
from studio_test import HEIGHT, WIDTH, Studio, make_picture

NETWORK = ("--layers", "32,32", "--seed", "3")
LEARNING_SECONDS = 0.5  # of a whole run by the command line; beside a window that is drawn by software it takes longer


class KillLoop:
    def __init__(self, desktop, program, cli, home, seed):
        self.desktop, self.program, self.cli, self.home = desktop, program, cli, home
        self.random = random.Random(seed)
        desktop.environment["REDRAW_COMMIT_SECONDS"] = "0.02"
        self.picture = home / "a cub.png"
        make_picture(self.picture)
        self.runs = home / "data" / "redraw" / "runs"  # where a picture's run goes
        self.run = home / "runs" / "run.redraw"
        self.run.parent.mkdir()
        self.counts = dict.fromkeys(("trained", "begun", "opened"), 0)
        self.whole_runs = self.steps = 0

    def redraw(self, *arguments):
        done = subprocess.run([self.cli, *map(str, arguments)], cwd=self.home, text=True, capture_output=True, timeout=300)
        if done.returncode != 0:
            sys.exit(f"FAILED: redraw {arguments}: status {done.returncode}: {done.stderr}")
        return done.stdout

    def info(self, run):
        return json.loads(self.redraw("info", run, "--json"))

    def weights(self, run):
        self.redraw("weights", run, "-o", "network.safetensors")
        return (self.home / "network.safetensors").read_bytes()

    def prepare(self):
        fit = ("fit", self.picture, *NETWORK, "--train-size", "40")
        (done,) = [json.loads(line) for line in self.redraw(*fit, "-o", "speed.redraw", "--epochs", 300, "--json").splitlines()
                   if '"done"' in line]
        self.epochs = max(300, int(LEARNING_SECONDS * done["steps_per_second"]))
        self.begin = (*fit, "-o", self.run, "--epochs", self.epochs, "--until-seconds", "0")
        self.redraw(*fit, "-o", "whole.redraw", "--epochs", self.epochs)
        self.expected = self.weights("whole.redraw")

    def verify(self, run, saved):
        info = self.info(run)  # and rolls back what was half done
        database = sqlite3.connect(run)
        whole = database.execute("PRAGMA integrity_check").fetchall()
        database.close()
        if whole != [("ok",)]:
            sys.exit(f"FAILED: {run} is damaged: {whole}")
        if info["step"] < saved:
            sys.exit(f"FAILED: step {info['step']} of {run} is saved, {saved} was")
        self.redraw("resume", run, "--until-seconds", 0)  # the next start, which learns nothing
        beside = [path.name for path in run.parent.iterdir() if path.suffix != ".redraw"]
        if beside:
            sys.exit(f"FAILED: left behind: {beside}")
        return info

    def kill(self, studio):
        self.desktop.subject = None
        studio.process.send_signal(signal.SIGKILL)
        studio.process.wait()

    def train(self):
        """Opens the run and trains it, or is killed while it opens."""
        if not self.run.exists():
            self.redraw(*self.begin)
        before = self.info(self.run)["step"]
        if self.random.random() < 0.2:
            studio = self.desktop.start([self.program, str(self.run)], cwd=self.home, environment=self.environment())
            time.sleep(self.random.uniform(0, 0.6))
            studio.kill()
            studio.wait()
            self.counts["opened"] += 1
            self.verify(self.run, before)
            return
        studio = Studio(self.desktop, self.program, self.cli, self.home, self.run)
        self.desktop.wait_for("its title", lambda: "a cub.png" in self.desktop.title(studio.window))
        self.desktop.key("space")
        self.desktop.wait_for("training", lambda: self.info(self.run)["step"] > before)
        time.sleep(self.random.uniform(0, 1.5))
        saved = self.info(self.run)["step"]
        time.sleep(self.random.uniform(0, 0.05))
        self.kill(studio)
        self.counts["trained"] += 1
        info = self.verify(self.run, saved)
        self.steps += info["step"] - before
        if info["finished"]:
            self.end_run()

    def environment(self):
        return {"HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "data"),
                "XDG_CONFIG_HOME": str(self.home / "config"), "XDG_CACHE_HOME": str(self.home / "cache")}

    def new_run(self):
        """Begins a picture, at any moment of that."""
        studio = self.desktop.start([self.program, str(self.picture)], cwd=self.home, environment=self.environment())
        time.sleep(self.random.uniform(0.1, 2))
        made = sorted(self.runs.glob("*.redraw"))
        saved = self.info(made[0])["step"] if made else 0
        studio.kill()
        studio.wait()
        self.counts["begun"] += 1
        for run in sorted(self.runs.glob("*.redraw")):
            self.verify(run, saved)
            run.unlink()

    def end_run(self):
        self.redraw("resume", self.run)
        if self.weights(self.run) != self.expected:
            sys.exit("FAILED: the network is not the one of a run never killed")
        self.run.unlink()
        self.whole_runs += 1

    def loop(self, kills):
        self.prepare()
        for _ in range(kills):
            self.train() if self.random.random() < 0.75 else self.new_run()
        if self.run.exists():
            self.end_run()


def main(program, cli, shots, kills="50", seed=None):
    lacks = missing()
    if lacks:
        print("SKIP: killing the studio needs " + ", ".join(lacks))
        return SKIP
    seed = int(seed) if seed else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}", flush=True)  # to see the same again
    home = pathlib.Path(tempfile.mkdtemp(prefix="redraw kill studio "))
    desktop = Desktop(f"{WIDTH}x{HEIGHT}", shots)
    try:
        loop = KillLoop(desktop, str(pathlib.Path(program).resolve()), str(pathlib.Path(cli).resolve()), home, seed)
        loop.loop(int(kills))
    finally:
        desktop.close()
    shutil.rmtree(home)  # and stays where something failed
    kinds = ", ".join(f"{what} {count}" for what, count in loop.counts.items())
    print(f"{kills} kills of the studio ({kinds}), {loop.steps} steps trained, {loop.whole_runs} runs ended bit for bit")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
