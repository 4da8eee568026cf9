"""Runs many pictures through GNU parallel, two at a time, with kill -9 at random moments.

    many_kills.py [PICTURES [KILLS [EPOCHS [SEED [EACH]]]]]

EACH pictures make one job, as docs/many.md recommends for small ones. A kill hits a working `redraw`; every fifth hits
GNU parallel and all its processes instead. Missing results are made again, as listed by `redraw gather --missing`. At
the end every picture has its drawing, byte for byte equal to that of an undisturbed run (through xargs), and nothing
else is left. Prints the wall time, processor time and memory of a worker for the undisturbed and the killed batch."""
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import harness

PARALLEL = ("parallel", "--will-cite", "-j2")


def is_redraw(number):
    try:
        return os.readlink(f"/proc/{number}/exe") == str(pathlib.Path(harness.REDRAW).resolve())
    except OSError:
        return False


class ManyKills:
    def __init__(self, pictures, epochs, seed, each):
        self.random = random.Random(seed)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="redraw-many-"))
        self.environment = {**os.environ, "XDG_DATA_HOME": str(self.folder / "data"), "LC_ALL": "C.UTF-8"}
        self.engine = PARALLEL if each == 1 else (*PARALLEL, "-q", "-n", str(each), "sh", "-c", harness.SEVERAL, "sh")
        self.pictures, self.epochs, self.made, self.count_at, self.kills, self.killed_engines = pictures, epochs, 0, 0, 0, 0
        (self.folder / "pictures").mkdir()
        for number in range(pictures):
            across, down = self.random.uniform(0.1, 0.6), self.random.uniform(0.1, 0.6)
            harness.write_png(self.folder / f"pictures/{number:05}.png", 64, 64, lambda x, y, a=across, d=down: int(
                127.5 + 127.5 * math.sin(x * a) * math.cos(y * d)))

    def redraw(self, *arguments, statuses=(0,)):
        done = subprocess.run([harness.REDRAW, *arguments], cwd=self.folder, env=self.environment, text=True,
                              capture_output=True)
        assert done.returncode in statuses, f"redraw {arguments}: status {done.returncode}: {done.stderr}"
        return done.stdout

    def plan(self, to):
        lines = self.redraw("plan", "pictures", "--to", to, "--enlarge", "2x", "--epochs", str(self.epochs))
        program = str(pathlib.Path(harness.REDRAW).absolute())
        assert all(line.startswith(program + " ") for line in lines.splitlines())
        return lines

    def undisturbed(self):
        """Runs the batch undisturbed. Returns wall time and processor time in seconds."""
        lines, begun, before = self.plan("undisturbed"), time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(["xargs", "-d", "\n", "-n", "1", "-P", "2", "sh", "-c"], input=self.measured(lines, "undisturbed"),
                       text=True, check=True, cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.redraw("gather", "undisturbed")
        return (time.monotonic() - begun, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    def measured(self, lines, name):
        """Returns the commands, extended to append each worker's peak memory to a file if GNU time exists."""
        if not shutil.which("time"):
            return lines
        peaks = self.folder / f"peaks-{name}"
        return "".join(f"{shutil.which('time')} -q -a -o {peaks} -f %M {line}\n" for line in lines.splitlines())

    def run_parallel(self, lines, kills):
        """Runs GNU parallel to its end, with kills in between. Stops early if GNU parallel itself is killed."""
        engine = subprocess.Popen(self.engine, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                  text=True, cwd=self.folder, env=self.environment, start_new_session=True)
        reader = threading.Thread(target=engine.stderr.read)  # reads its complaints about killed jobs
        reader.start()
        engine.stdin.write(self.measured(lines, "killed"))
        engine.stdin.close()
        while engine.poll() is None:
            if self.kills < self.due(kills):
                below = harness.family(engine.pid)
                if self.kills % 5 == 4:
                    self.kills += 1
                    self.killed_engines += 1
                    for number in below:
                        self.kill(number)
                    break
                workers = [number for number in below if is_redraw(number)]
                self.kills += bool(workers) and self.kill(self.random.choice(workers))
            time.sleep(self.random.uniform(0.01, 0.1))
        engine.wait()
        reader.join()
        engine.stderr.close()

    def due(self, kills):
        """Returns how many kills are due by now, spread evenly over the results. Counting the results takes at most a
        fiftieth of the time."""
        now = time.monotonic()
        if now >= self.count_at:
            self.made = sum(1 for _ in os.scandir(self.folder / "killed"))
            self.count_at = now + 50 * (time.monotonic() - now)
        return min(kills, 1 + kills * self.made / self.pictures)

    @staticmethod
    def kill(number):
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            return False
        return True

    def run(self, kills):
        clock, processor = self.undisturbed()
        self.plan("killed")
        begun, before, rounds = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN), 0
        while missing := self.redraw("gather", "killed", "--missing", statuses=(0, 1)):
            rounds += 1
            assert rounds < 50 + kills, "it does not come to an end"
            self.run_parallel(missing, kills)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        killed_clock = time.monotonic() - begun
        killed_processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.compare()
        print(f"{self.kills} kills, {self.killed_engines} of them of GNU parallel with all it ran; {rounds} rounds\n"
              f"xargs, undisturbed: {clock:.1f} s, {processor:.1f} s of the processor\n"
              f"GNU parallel, killed: {killed_clock:.1f} s, {killed_processor:.1f} s of the processor: "
              f"{killed_clock / clock:.2f} and {killed_processor / processor:.2f} of that")
        self.tell_memory()
        shutil.rmtree(self.folder)

    def peaks(self, name):
        """Returns each worker's peak memory in KiB, in the order in which the workers ended."""
        return [int(line) for line in (self.folder / f"peaks-{name}").read_text().split() if re.fullmatch(r"\d+", line)]

    def tell_memory(self):
        """Compares the memory of the last tenth of the workers of the killed batch with that of undisturbed workers, by
        medians, since a worker killed at its start had little memory."""
        if not shutil.which("time"):
            return print("memory: not measured, there is no GNU time here")
        undisturbed, killed = self.peaks("undisturbed"), self.peaks("killed")
        early, late = (statistics.median(part) for part in (undisturbed, killed[-max(1, len(killed) // 10):]))
        print(f"memory of a worker: {early / 1024:.1f} MB undisturbed, {late / 1024:.1f} MB in the last tenth of those that "
              f"were killed (medians), {max(killed) / 1024:.1f} MB at most")
        assert late < 1.2 * early, "a worker's memory grows"

    def compare(self):
        expected, found = (sorted(path.name for path in (self.folder / name).iterdir()) for name in ("undisturbed", "killed"))
        stray = set(found) - set(expected)
        assert not stray, f"left behind: {stray}"
        assert found == expected, f"missing: {set(expected) - set(found)}"
        for name in found:
            if name != ".redraw":
                same = (self.folder / "killed" / name).read_bytes() == (self.folder / "undisturbed" / name).read_bytes()
                assert same, f"{name} is not that of an undisturbed run"
        pictures = [json.loads(line) for line in self.redraw("gather", "killed", "--json").splitlines()]
        assert len(pictures) - 1 == len(found) - 1 == pictures[-1]["done"]


def main(pictures="40", kills="8", epochs="3", seed="", each="1"):
    if not shutil.which("parallel"):
        print("there is no GNU parallel here (Debian: parallel)")
        sys.exit(77)
    seed = int(seed) if seed else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}", flush=True)  # repeat with this SEED
    ManyKills(int(pictures), int(epochs), seed, int(each)).run(int(kills))


if __name__ == "__main__":
    main(*sys.argv[1:])
