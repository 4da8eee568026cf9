"""Tests a run of very many epochs: the recorded data grow with the logarithm of the steps, and memory hardly grows.

REDRAW_LONG_EPOCHS sets the number (scripts/nightly long: a million)."""
import os
import pathlib
import re
import time
from harness import CliTest

EPOCHS = int(os.environ.get("REDRAW_LONG_EPOCHS", 50_000))
TINY = ("--layers", "8", "--encoding", "none", "--train-size", "original", "--batch", "full")
PARAMETERS = 2 * 8 + 8 + 8 + 1
GROWTH = 2 << 10  # KiB that memory may grow: ten times the records of a million steps
ROW, KEYFRAME, REST = 96, 96 + 4 * PARAMETERS, 96 << 10  # most bytes in the file for a row, a keyframe, the rest


def kept(last, digits):
    """Returns the steps up to `last` with at most `digits` significant digits, and `last` itself."""
    return sorted({step * 10 ** zeros for zeros in range(len(str(last))) for step in range(1, 10 ** digits)
                   if step * 10 ** zeros <= last} | {last})


def peak(process):
    """Returns the peak memory of a running process in KiB. wait4 would include Python's memory before the exec."""
    return int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())[1])


class LongRun(CliTest):
    def setUp(self):
        super().setUp()
        self.write("tiny.png", 8, 8)

    def fit(self, name, epochs, *more):
        """Trains; returns the peak memory in KiB."""
        process = self.start("fit", "tiny.png", "-o", name, *TINY, "--epochs", epochs, *more)
        most = 0
        while process.poll() is None:
            try:
                most = peak(process)
            except (OSError, TypeError):
                pass  # the process has just ended
            time.sleep(0.005)
        self.assertEqual(process.wait(), 0, process.communicate()[1])
        return most

    def test_what_is_kept_follows_the_logarithm_and_memory_stays(self):
        short = 0
        while not short:  # on a busy machine a short run may end unmeasured
            short = self.fit("short.redraw", 10_000, "--force")
        most = self.fit("long.redraw", EPOCHS)
        self.assertLess(most - short, GROWTH, "KiB more than ten thousand epochs take")

        info = self.run_json("info", "long.redraw", "--csv", "curves.csv")[0]
        self.assertEqual((info["step"], info["keyframes"]), (EPOCHS, [0] + kept(EPOCHS, 2)))
        rows = [int(line.split(",")[0]) for line in (self.folder / "curves.csv").read_text().splitlines()[1:]]
        self.assertEqual(rows, kept(EPOCHS, 3))
        size = (self.folder / "long.redraw").stat().st_size
        self.assertLess(size, len(rows) * ROW + len(info["keyframes"]) * KEYFRAME + REST)
        for step in info["keyframes"][::25] + [EPOCHS]:
            self.weights("long.redraw", "--at", step)
        print(f"{EPOCHS} epochs: {most} KiB, {most - short} more than 10,000 take; {len(rows)} rows and {size} bytes in the file")
