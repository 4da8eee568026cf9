"""Sends kill -9 at random moments of learning, resuming, and writing a film or a picture.

    kill_loop.py [KILLS [SEED]]

After every kill, SQLite finds an existing run whole, `redraw info` reads it, and no reported save is lost. A file being
written is complete or unchanged. After the next start no temporary file is left. At the end of every run, its network
equals that of a run that was never killed, bit for bit."""
import json
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

import harness

NETWORK = ("--layers", "32,32", "--seed", "3")
LEARNING_SECONDS = 1.0  # a run gets as many epochs as take about this long without a kill, but at least 300


class KillLoop:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="redraw kill "))
        self.environment = {**harness.os.environ, "XDG_DATA_HOME": str(self.folder / "data"),
                            "REDRAW_COMMIT_SECONDS": "0.02"}
        self.counts = dict.fromkeys(("fit", "resume", "film", "frames", "export"), 0)
        self.ended_first = self.whole_runs = 0
        self.saved = None  # step that the current run reported as saved; None: no run yet
        harness.write_png(self.folder / "picture.png", 40, 30, harness.blobs)

    def command(self, *arguments):
        return [harness.REDRAW, *map(str, arguments)]

    def start(self, *arguments):
        return subprocess.Popen(self.command(*arguments), cwd=self.folder, env=self.environment, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *arguments):
        done = subprocess.run(self.command(*arguments), cwd=self.folder, env=self.environment, text=True,
                              capture_output=True, timeout=120)
        assert done.returncode == 0, f"redraw {arguments}: status {done.returncode}: {done.stderr}"
        return done.stdout

    def timed(self, *arguments):
        begun = time.monotonic()
        self.run(*arguments)
        return time.monotonic() - begun

    def killed(self, what, seconds, *arguments):
        """Kills a process, if it still runs, at a random moment within these seconds; returns its JSON lines."""
        process = self.start(*arguments)
        time.sleep(self.random.uniform(0, seconds))
        process.kill()
        out, errors = process.communicate()
        assert process.returncode in (-9, 0), f"{what}: status {process.returncode}: {errors}"
        self.counts[what] += 1
        self.ended_first += process.returncode == 0
        lines = out.split("\n")[:-1]  # the last line may be incomplete
        return [json.loads(line) for line in lines if line.startswith("{")]

    def weights(self, run):
        self.run("weights", run, "-o", "network.safetensors")
        return (self.folder / "network.safetensors").read_bytes()

    def prepare(self):
        fit = ("fit", "picture.png", *NETWORK, "--threads", 1)
        (done,) = [json.loads(line) for line in self.run(*fit, "-o", "speed.redraw", "--epochs", 300, "--json").splitlines()
                   if '"done"' in line]
        self.epochs = max(300, int(LEARNING_SECONDS * done["steps_per_second"]))
        self.run(*fit, "-o", "whole.redraw", "--epochs", self.epochs)
        self.expected = self.weights("whole.redraw")
        self.outputs = {
            "film": ("timelapse", "whole.redraw", "-o", "film.gif", "--size", 160, "--seconds", 3),
            "frames": ("timelapse", "whole.redraw", "-o", "frames", "--size", 160, "--seconds", 3),
            "export": ("export", "whole.redraw", "-o", "drawing.png", "--size", 1200),
        }
        self.seconds = {what: self.timed(*arguments) for what, arguments in self.outputs.items()}
        self.written = {what: self.content(arguments[3]) for what, arguments in self.outputs.items()}
        shutil.rmtree(self.folder / "frames")

    def content(self, name):
        path = self.folder / name
        if path.is_dir():
            return {file.name: file.read_bytes() for file in path.iterdir()}
        return path.read_bytes() if path.exists() else None

    def verify(self, run):
        info = json.loads(self.run("info", run, "--json"))  # also rolls back unfinished changes
        database = sqlite3.connect(self.folder / run)
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "the run is damaged"
        database.close()
        return info

    def no_strays(self):
        known = {"data", "picture.png", "speed.redraw", "whole.redraw", "run.redraw", "network.safetensors", "film.gif",
                 "frames", "drawing.png"}
        strays = {path.name for path in self.folder.iterdir()} - known
        assert not strays, f"left behind: {strays}"

    def learn(self):
        """Starts or resumes the run, and kills it."""
        run = "run.redraw"
        if self.saved is None:
            told = self.killed("fit", 0.25, "fit", "picture.png", "-o", run, *NETWORK, "--epochs", self.epochs, "--json",
                               "--threads", self.random.randint(1, 3))
            self.saved = 0
        else:
            told = self.killed("resume", 0.25, "resume", run, "--json", "--threads", self.random.randint(1, 3))
        for event in told:
            self.saved = max(self.saved, event["saved_step"] if event["event"] == "progress" else event["step"])
        if not (self.folder / run).exists():
            assert self.saved == 0, "a run that said it was saved is not there"
            self.saved = None
            return
        info = self.verify(run)
        assert info["step"] >= self.saved, f"step {info['step']} is saved, {self.saved} was said to be"
        self.saved = info["step"]
        self.run("resume", run, "--until-seconds", 0)  # the next start, which removes leftovers but learns nothing
        self.no_strays()
        if info["finished"]:
            self.end_run()

    def end_run(self):
        self.run("resume", "run.redraw")
        assert self.weights("run.redraw") == self.expected, "the network is not the one of a run never killed"
        (self.folder / "run.redraw").unlink()
        self.saved = None
        self.whole_runs += 1

    def write(self):
        """Kills the program while it overwrites a film or a picture."""
        what = self.random.choice(list(self.outputs))
        arguments = self.outputs[what]
        before = self.content(arguments[3])
        self.killed(what, self.seconds[what], *arguments)
        after = self.content(arguments[3])
        assert after in (before, self.written[what]), f"half a {arguments[3]}"
        if what == "frames" and after is not None:
            shutil.rmtree(self.folder / "frames")
        self.verify("whole.redraw")
        self.run("export", "whole.redraw", "-o", "drawing.png", "--size", 40)  # the next start, which removes leftovers
        self.no_strays()

    def loop(self, kills):
        self.prepare()
        for _ in range(kills):
            self.learn() if self.random.random() < 0.6 else self.write()
        if self.saved is not None:
            self.end_run()
        self.no_strays()


def main(kills="20", seed=None):
    seed = int(seed) if seed else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}", flush=True)  # repeat with kill_loop.py KILLS SEED
    loop = KillLoop(seed)
    loop.loop(int(kills))
    shutil.rmtree(loop.folder)
    kinds = ", ".join(f"{what} {count}" for what, count in loop.counts.items())
    print(f"{kills} kills ({kinds}; {loop.ended_first} came after the end), {loop.whole_runs} runs ended bit for bit")


if __name__ == "__main__":
    main(*sys.argv[1:])
