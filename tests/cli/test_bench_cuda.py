"""The bench of a GPU, on the emulated one: what it says, never how fast."""
import json
import os
import unittest

from harness import CliTest, main

LINE = {"event", "network", "width", "height", "channels", "parameters", "backend", "precision", "ms_per_step",
        "steps_per_second", "gflops", "tensor_peak_gflops", "tensor_percent", "draw_width", "draw_height",
        "draws_per_second"}
SMALL = ("bench", "--backend", "cuda", "--layers", "8,8", "--train-size", "9x7", "--draw-size", "12x5", "--seconds",
         "0.1")
EMULATED = os.environ.get("REDRAW_CUDA_EMULATED")


@unittest.skipUnless(EMULATED, "SKIP: there is no emulated CUDA module here")
class BenchCuda(CliTest):
    def setUp(self):
        super().setUp()
        self.environment["REDRAW_CUDA_MODULE"] = EMULATED

    def test_every_precision_has_a_line(self):
        lines = [json.loads(line) for line in
                 self.run_redraw(*SMALL, "--json", "--precision", "fp32,bf16").splitlines()]
        self.assertEqual([line["precision"] for line in lines], ["fp32", "bf16"])
        for line in lines:
            self.assertEqual(set(line), LINE)
            self.assertEqual((line["network"], line["width"], line["draw_width"]), ("sine 2-8x2-1", 9, 12))
            self.assertAlmostEqual(line["gflops"] * line["ms_per_step"], 6e-6 * (16 + 64 + 8) * 9 * 7, delta=1e-6)
            self.assertIsNone(line["tensor_percent"])  # of a device whose peak nobody published

    def test_a_table_to_read(self):
        table = self.run_redraw(*SMALL)
        self.assertIn("sine 2-8x2-1", table)
        self.assertIn("12 x 5", table)

    def test_a_size_that_is_none(self):
        self.run_redraw("bench", "--backend", "cuda", "--draw-size", "wide", status=2)
        self.assertIn("--draw-size", self.errors)


if __name__ == "__main__":
    main()
