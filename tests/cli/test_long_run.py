"""A run of very many epochs: what is kept grows with the logarithm of the steps, memory does not grow at all.

REDRAW_LONG_EPOCHS says how many (scripts/nightly long: a million)."""
import bisect
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


def memory(process, kind):
    """KiB: VmRSS now, VmHWM the most it ever was. (What wait4 says begins with Python's own, before the exec.)"""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(rf"{kind}:\s+(\d+)", status)[1])


def slope(points):
    """Of the straight line that fits best."""
    xs, ys = zip(*points)
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((a - x) ** 2 for a in xs)
    return sum((a - x) * (b - y) for a, b in points) / spread if spread else 0


class LongRun(CliTest):
    def setUp(self):
        super().setUp()
        self.write("tiny.png", 8, 8)

    def fit(self, name, epochs, *more):
        """Trains; the most memory it took, and samples of (seconds, KiB) meanwhile."""
        process = self.start("fit", "tiny.png", "-o", name, *TINY, "--epochs", epochs, *more)
        samples, begun, most = [], time.monotonic(), 0
        while process.poll() is None:
            try:
                samples.append((time.monotonic() - begun, memory(process, "VmRSS")))
                most = memory(process, "VmHWM")
            except (OSError, TypeError):
                pass  # it has just ended
            time.sleep(0.005 if len(samples) < 500 else 0.25)
        self.assertEqual(process.wait(), 0, process.communicate()[1])
        return most, samples

    def timed(self, *arguments, **options):
        begun = time.monotonic()
        out = self.run_redraw(*arguments, **options)
        return (time.monotonic() - begun) * 1000, out

    def test_what_is_kept_follows_the_logarithm_and_memory_stays(self):
        short = 0
        while not short:  # a busy machine may let it end unseen
            short, _ = self.fit("short.redraw", 10_000, "--force")
        begun = time.monotonic()
        most, samples = self.fit("long.redraw", EPOCHS)
        seconds = time.monotonic() - begun
        self.assertLess(most - short, GROWTH, "KiB more than ten thousand epochs take")
        settled = [sample for sample in samples if sample[0] > 0.2 * seconds] or samples
        print(f"{EPOCHS} epochs in {seconds:.1f} s: {EPOCHS / seconds:.0f} a second; memory {most} KiB, "
              f"{most - short} more than after 10,000 epochs, slope {slope(settled):.2f} KiB a second")

        info = self.run_json("info", "long.redraw")[0]
        self.assertEqual(info["step"], EPOCHS)
        self.assertEqual(info["keyframes"], [0] + kept(EPOCHS, 2))
        slow_info, _ = self.timed("info", "long.redraw", "--json")
        slow_table, _ = self.timed("info", "long.redraw", "--csv", "curves.csv")
        rows = [int(line.split(",")[0]) for line in (self.folder / "curves.csv").read_text().splitlines()[1:]]
        steps = kept(EPOCHS, 3)
        self.assertEqual(rows, steps[:bisect.bisect(steps, EPOCHS)])
        size = (self.folder / "long.redraw").stat().st_size
        self.assertLess(size, len(rows) * ROW + len(info["keyframes"]) * KEYFRAME + REST)

        keyframes = info["keyframes"] if EPOCHS > 100_000 else info["keyframes"][::25] + [EPOCHS]
        slow_seek = max(self.timed("weights", "long.redraw", "-o", f"{step}.safetensors", "--at", step)[0]
                        for step in keyframes)
        print(f"{len(rows)} rows, {len(info['keyframes'])} keyframes, {size} bytes; info --json {slow_info:.0f} ms, "
              f"--csv {slow_table:.0f} ms, the slowest of {len(keyframes)} keyframes {slow_seek:.0f} ms, all with the "
              "start of the program")
