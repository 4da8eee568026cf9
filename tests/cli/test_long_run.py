"""A run of very many epochs: what is kept grows with the logarithm of the steps, memory does not grow at all.

REDRAW_LONG_EPOCHS says how many (scripts/nightly long: a million)."""
import os
import pathlib
import re
import time
from harness import CliTest

EPOCHS = int(os.environ.get("REDRAW_LONG_EPOCHS", 50_000))
TINY = ("--layers", "8", "--encoding", "none", "--train-size", "original", "--batch", "full")
PARAMETERS = 2 * 8 + 8 + 8 + 1
GROWTH = 2 << 10  # KiB: what is recorded of a million steps takes a tenth of it
ROW, KEYFRAME, REST = 96, 96 + 4 * PARAMETERS, 96 << 10  # bytes in the file, at most


def kept(last, digits):
    """Steps to `last` of at most so many significant digits, and the last."""
    return sorted({step * 10 ** zeros for zeros in range(len(str(last))) for step in range(1, 10 ** digits)
                   if step * 10 ** zeros <= last} | {last})


def peak(process):
    """KiB. (What wait4 says begins with Python's own, before the exec.)"""
    return int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())[1])


class LongRun(CliTest):
    def setUp(self):
        super().setUp()
        self.write("tiny.png", 8, 8)

    def fit(self, name, epochs, *more):
        """Trains; the most memory it took, in KiB."""
        process = self.start("fit", "tiny.png", "-o", name, *TINY, "--epochs", epochs, *more)
        most = 0
        while process.poll() is None:
            try:
                most = peak(process)
            except (OSError, TypeError):
                pass  # it has just ended
            time.sleep(0.005)
        self.assertEqual(process.wait(), 0, process.communicate()[1])
        return most

    def test_what_is_kept_follows_the_logarithm_and_memory_stays(self):
        short = 0
        while not short:  # a busy machine may let it end unseen
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
