#!/usr/bin/env python3
"""Kills the studio with SIGKILL at random moments: while it opens a run, begins one, trains it or resumes it.

    kill_studio.py REDRAW_STUDIO REDRAW SCREENSHOTS [KILLS [SEED]]

After every kill SQLite's integrity check passes, `redraw info` reads the run, and no saved step is lost. After the next
start no other file is left beside the run. A run that was killed and resumed ends with the same network, bit for bit, as one
never killed. Every second run learns the whole picture afterwards, in tiles. Sleeps choose the moment of each kill. Exit status 77: this machine cannot run the test; the output says why."""

import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import time

from desktop import session
from studio_test import Studio, check, home_environment, make_picture

NETWORK = ("--layers", "32,32", "--seed", "3")
# Seconds that the command line needs for a whole run; in the studio, with a window drawn by software, it takes longer.
LEARNING_SECONDS = 0.5


class KillLoop:
    def __init__(self, desktop, program, cli, home, seed):
        self.desktop, self.home, self.random = desktop, home, random.Random(seed)
        desktop.environment["REDRAW_COMMIT_SECONDS"] = "0.02"
        self.studio = Studio(desktop, program, cli, home)
        self.picture, self.run = home / "a cub.png", home / "runs" / "run.redraw"
        make_picture(self.picture)
        self.wide = home / "a wide cub.png"
        subprocess.run(["convert", self.picture, "-resize", "1400x200!", f"PNG24:{self.wide}"], check=True)
        self.run.parent.mkdir()
        self.counts = dict.fromkeys(("trained", "begun", "opened"), 0)
        self.whole_runs = self.kind = self.steps = 0

    def step(self, run):
        """Returns the step of the newest moment: of the run's own network or, beyond that, of the whole picture."""
        return max(self.studio.info(run).get("keyframes", [-1]))

    def learned(self, run):
        """Returns all that the run learned: its network and its drawing, which the tiles draw if there are any."""
        self.studio.redraw("weights", run, "-o", self.home / "network.safetensors")
        self.studio.redraw("export", run, "-o", self.home / "drawing.png", "--size", 500)
        return [(self.home / name).read_bytes() for name in ("network.safetensors", "drawing.png")]

    def prepare(self):
        small = (self.picture, "--train-size", 40)
        begun = time.monotonic()
        self.studio.redraw("fit", *small, *NETWORK, "-o", self.home / "speed.redraw", "--epochs", 2000)
        epochs = max(300, int(2000 * LEARNING_SECONDS / (time.monotonic() - begun)))
        self.kinds = [(*small, "--epochs", epochs), (self.wide, "--train-size", 200, "--epochs", 20, "--whole")]
        self.expected = []
        for number, kind in enumerate(self.kinds):
            run = self.home / f"never killed {number}.redraw"
            self.studio.redraw("fit", *kind, *NETWORK, "-o", run)
            self.expected.append(self.learned(run))

    def verify(self, run, saved):
        info = self.studio.info(run)  # opens the run, which rolls back an interrupted write
        database = sqlite3.connect(run)
        whole = database.execute("PRAGMA integrity_check").fetchall()
        database.close()
        check(whole == [("ok",)], f"SQLite finds {run.name} whole: {whole}")
        step = self.step(run)
        check(step >= saved, f"step {step} is saved, {saved} was")
        self.studio.redraw("resume", run, "--until-seconds", 0)  # a start that trains no further
        beside = [path.name for path in run.parent.iterdir() if path.suffix != ".redraw"]
        check(not beside, f"nothing is left behind: {beside}")
        return step, info["finished"]

    def killed_early(self, file, *seconds):
        """Kills a studio at a random time, in `seconds` after its start; returns the saved step of the run it made."""
        process = self.desktop.start([*self.studio.program, str(file)], cwd=self.home, environment=home_environment(self.home))
        time.sleep(self.random.uniform(*seconds))
        made = self.studio.run_files()
        saved = self.step(made[0]) if made else -1
        process.kill()
        process.wait()
        return saved

    def train(self):
        """Opens the run, then kills the studio while it trains or, sometimes, while it still opens the run."""
        if not self.run.exists():
            self.studio.redraw("fit", *self.kinds[self.kind], *NETWORK, "-o", self.run, "--until-seconds", 0)
        before = self.step(self.run)
        if self.random.random() < 0.2:
            self.killed_early(self.run, 0, 0.6)
            self.counts["opened"] += 1
            self.verify(self.run, before)
            return
        self.studio.start(self.run)
        self.studio.titled(self.kinds[self.kind][0].name)
        self.desktop.key("space")
        self.desktop.wait_for("training", lambda: self.step(self.run) > before)
        time.sleep(self.random.uniform(0, 1.5))
        saved = self.step(self.run)
        time.sleep(self.random.uniform(0, 0.05))
        self.studio.kill()
        self.counts["trained"] += 1
        step, finished = self.verify(self.run, saved)
        self.steps += step - before
        if finished:
            self.end_run()

    def new_run(self):
        """Kills a studio at any moment from opening a picture to training it."""
        saved = self.killed_early(self.picture, 0.1, 2)
        self.counts["begun"] += 1
        for run in self.studio.run_files():
            self.verify(run, saved)
            run.unlink()

    def end_run(self):
        self.studio.redraw("resume", self.run)
        check(self.learned(self.run) == self.expected[self.kind], "the networks are those of a run never killed")
        self.run.unlink()
        self.whole_runs += 1
        self.kind = self.whole_runs % len(self.kinds)

    def loop(self, kills):
        self.prepare()
        for _ in range(kills):
            self.train() if self.random.random() < 0.75 else self.new_run()
        if self.run.exists():
            self.end_run()


def main(program, cli, shots, kills="50", seed=None):
    seed = int(seed) if seed else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}", flush=True)  # printed so that the test can be repeated
    with session(shots) as (desktop, home):
        loop = KillLoop(desktop, str(pathlib.Path(program).resolve()), str(pathlib.Path(cli).resolve()), home, seed)
        try:
            loop.loop(int(kills))
        except BaseException:
            shutil.copytree(home, desktop.shots / "failed home", dirs_exist_ok=True)
            raise
    kinds = ", ".join(f"{what} {count}" for what, count in loop.counts.items())
    print(f"{kills} kills of the studio ({kinds}), {loop.steps} steps trained, {loop.whole_runs} runs ended bit for bit")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
