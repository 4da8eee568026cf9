"""A run of very many epochs: what is kept grows with the logarithm of the steps, memory does not grow at all.

REDRAW_LONG_EPOCHS says how many (scripts/nightly long: a million)."""
import bisect
import os
import pathlib
import time
from harness import CliTest, blobs, main, write_png

EPOCHS = int(os.environ.get("REDRAW_LONG_EPOCHS", 50_000))
TINY = ("--layers", "8", "--encoding", "none", "--train-size", "original", "--batch", "full")
PARAMETERS = 2 * 8 + 8 + 8 + 1
GROWTH = 2 << 10  # KiB: what is recorded of a million steps takes a tenth of it
ROW, KEYFRAME, REST = 96, 96 + 4 * PARAMETERS, 96 << 10  # bytes in the file, at most


def kept(last, digits):
    """Steps to `last` of at most so many significant digits, and the last."""
    return sorted({step * 10 ** zeros for zeros in range(len(str(last))) for step in range(1, 10 ** digits)
                   if step * 10 ** zeros <= last} | {last})


def resident(process):
    """KiB, now."""
    pages = pathlib.Path(f"/proc/{process.pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") // 1024


def slope(points):
    """Of the straight line that fits best."""
    xs, ys = zip(*points)
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((a - x) ** 2 for a in xs)
    return sum((a - x) * (b - y) for a, b in points) / spread if spread else 0


class LongRun(CliTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "tiny.png", 8, 8, blobs)

    def fit(self, name, epochs, *more):
        """Trains; the largest it ever was, in KiB, and samples of (seconds, KiB) meanwhile."""
        process = self.start("fit", "tiny.png", "-o", name, *TINY, "--epochs", epochs, *more)
        samples, begun, most = [], time.monotonic(), None
        while most is None:
            try:
                samples.append((time.monotonic() - begun, resident(process)))
            except (OSError, IndexError):
                pass  # it has just ended
            time.sleep(0.02 if len(samples) < 100 else 0.25)
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                process.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(process.returncode, 0, process.stderr.read())
                most = usage.ru_maxrss
        process.communicate()
        return most, samples

    def timed(self, *arguments, **options):
        begun = time.monotonic()
        out = self.run_redraw(*arguments, **options)
        return (time.monotonic() - begun) * 1000, out

    def test_what_is_kept_follows_the_logarithm_and_memory_stays(self):
        short, _ = self.fit("short.redraw", 1000)
        begun = time.monotonic()
        most, samples = self.fit("long.redraw", EPOCHS)
        seconds = time.monotonic() - begun
        self.assertLess(most - short, GROWTH, "KiB more than a thousand epochs take")
        settled = [sample for sample in samples if sample[0] > 0.2 * seconds] or samples
        print(f"{EPOCHS} epochs in {seconds:.1f} s: {EPOCHS / seconds:.0f} a second; memory {most} KiB, "
              f"{most - short} more than after 1000 epochs, slope {slope(settled):.2f} KiB a second")

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


if __name__ == "__main__":
    main()
