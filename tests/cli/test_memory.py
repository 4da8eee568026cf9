"""Tests fit, resume, export, timelapse and info with failing allocations, sampled over the whole command: one sentence,
no crash, nothing lost and nothing left behind. Compares the estimates of memory with the peaks of larger commands than
test_peak_memory.py."""
import os
import unittest

from harness import COMPILER, SMALL, CliTest, is_sanitized, output_of, preloaded
from peaks import Peaks

FIT = ("fit", "picture.png", "-o", "run.redraw", "--layers", "8,8", "--epochs", "20", "--threads", "1")
SAMPLES = int(os.environ.get("REDRAW_MEMORY_SAMPLES", "12"))  # failing allocations tested for each command


@unittest.skipUnless(COMPILER, "there is no C compiler")
class Memory(CliTest):
    PICTURE = (24, 16)

    def setUp(self):
        super().setUp()
        # Disables the CUDA module: NVIDIA's runtime in it crashes if memory runs out while it is loaded.
        self.preload = {**self.environment, "LD_PRELOAD": preloaded(self, "failing_malloc.c"),
                        "REDRAW_CUDA_MODULE": str(self.folder / "none.so")}

    def starve(self, arguments, prepare=lambda: None):
        prepare()
        self.run_redraw(*arguments, env={**self.preload, "COUNT_INTO": "count"})
        count = int((self.folder / "count").read_text())
        refused = 0
        for sample in range(SAMPLES):
            prepare()
            at = 1 + sample * (count - 1) // SAMPLES
            limits = {"FAIL_AT": str(at), **({"FAIL_ON": "1"} if sample % 2 else {})}
            process = self.start(*arguments, env={**self.preload, **limits})
            _, errors = output_of(process)
            with self.subTest(command=arguments[0], **limits):
                refused += process.returncode != 0
                self.assertIn(process.returncode, (0, 1), errors)
                self.assertLessEqual(len(errors.splitlines()), 1, errors)
                if process.returncode:
                    self.assertTrue(errors.startswith("redraw: "), errors)
                self.assertEqual([path.name for path in self.folder.glob(".redraw-*")], [])
                if (self.folder / "run.redraw").exists():
                    self.run_json("info", "run.redraw")
        self.assertGreater(refused, 0)

    def test_fit(self):
        self.starve(FIT, lambda: (self.folder / "run.redraw").unlink(missing_ok=True))

    def test_others(self):
        self.run_redraw(*FIT)
        self.starve(("resume", "run.redraw", "--threads", "1"))
        self.starve(("export", "run.redraw", "-o", "a.png", "--size", "60", "--threads", "1"))
        self.starve(("timelapse", "run.redraw", "-o", "a.gif", "--size", "24", "--seconds", "1", "--threads", "1"))
        self.starve(("info", "run.redraw", "--json"))


@unittest.skipUnless(COMPILER, "there is no C compiler")
@unittest.skipIf(is_sanitized(), "a sanitizer takes memory of its own")
class Estimates(Peaks, CliTest):
    def setUp(self):
        super().setUp()
        self.photograph("picture.png", 1500, 1000)

    def small(self):
        self.run_redraw("fit", "picture.png", "-o", "small.redraw", *SMALL[:2], "--train-size", "300", "--epochs", "1", "--force")
        return "small.redraw"

    def large(self):
        self.run_redraw("fit", "picture.png", "-o", "large.redraw", "--train-size", "700", "--epochs", "0.2", "--force")
        return "large.redraw"

    def test_learning(self):
        fit = ("fit", "picture.png", "-o", "run.redraw", "--force")
        picture = 19 << 20  # what reading it takes
        self.compare(*fit, "--epochs", "1", left=picture)
        self.compare(*fit, "--train-size", "1000", "--epochs", "1", left=picture)
        self.compare(*fit, "--train-size", "1000", "--epochs", "1", "--channels", "gray", left=picture)
        self.compare(*fit, "--train-size", "original", "--epochs", "0.5", left=picture)
        self.photograph("small.png", 300, 200)
        self.compare("fit", "small.png", *fit[2:], "--preset", "siren", "--epochs", "1")
        self.compare(*fit, "--layers", "512,512,512", "--train-size", "300", "--epochs", "1", left=picture)
        self.photograph("wide.png", 4000, 1000)
        self.compare("fit", "wide.png", *fit[2:], "--whole", "--train-size", "300", "--epochs", "0.2", left=50 << 20)
        self.photograph("large.png", 3000, 2000)
        self.compare("fit", "large.png", *fit[2:], "--epochs", "1", left=73 << 20)
        self.photograph("clear.png", 1500, 1000, channels=4)
        self.compare("fit", "clear.png", *fit[2:], "--epochs", "1", left=25 << 20)

    def test_continuing_and_packing(self):
        self.large()
        self.compare("pack", "large.redraw", "-o", "packed.redraw")
        self.compare("resume", "large.redraw", "--epochs", "1")

    def test_pictures(self):
        for run in (self.small(), self.large()):
            for name in ("a.png", "a.jpg", "a.bmp", "a.tga", "a.csv", "a.webp"):
                self.compare("export", run, "-o", name, "--size", "1500")
            self.compare("export", run, "-o", "a.png", "--poster", "--size", "1000")
            self.compare("export", run, "-o", "a.html")
            self.compare("compare", run, "picture.png", left=20 << 20)
        self.compare("export", "small.redraw", "-o", "a.webp", "--size", "4000")
        self.compare("export", "small.redraw", "-o", "a.png", "--size", "8000")

    @unittest.skipUnless(os.environ.get("REDRAW_FILMS"), "this build writes neither MP4 nor WebM")
    def test_videos(self):
        for size in ("500", "1500"):
            for name in ("a.mp4", "a.webm"):
                self.compare("timelapse", self.small(), "-o", name, "--size", size, "--seconds", "2")

    def test_other_films(self):
        for run in (self.small(), self.large()):
            self.compare("timelapse", run, "-o", "a.gif", "--size", "700", "--seconds", "0.5")
