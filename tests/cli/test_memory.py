"""Tests fit, resume, export, timelapse and info with failing allocations, sampled over the whole command: one sentence,
no crash, nothing lost and nothing left behind."""
import os
import unittest

from harness import COMPILER, CliTest, output_of, preloaded

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
