"""Tests `redraw-bench`, on the CPU and on the emulated GPU: what it measures and prints, but not how fast, which
depends on the machine."""
import json
import os
import signal
import unittest

from harness import BIN, CliTest

BOTH = {"event", "network", "width", "height", "channels", "parameters", "backend", "precision", "ms_per_step",
        "steps_per_second", "gflops"}
LINE = BOTH | {"threads", "cpu_ms_per_step", "ceiling_gflops", "best_ceiling_gflops", "ceiling_percent", "render_mpixels_per_second"}
CUDA_LINE = BOTH | {"tensor_peak_gflops", "tensor_percent", "draw_width", "draw_height", "draws_per_second"}
EMULATED = os.environ.get("REDRAW_CUDA_EMULATED")
SMALL = ("--layers", "20,20,8", "--train-size", "31x17", "--seconds", "0.1")


class BenchTest(CliTest):
    PROGRAM = str(BIN / "redraw-bench")


class Bench(BenchTest):
    def test_a_network_of_ones_own_as_json(self):
        line, done = self.run_json(*SMALL, "--activation", "tanh", "--channels", "color", "--threads", "1")
        self.assertEqual(set(line), LINE)
        self.assertEqual(line["network"], "tanh 2-20x2-8-3")
        self.assertEqual((line["width"], line["height"], line["channels"], line["threads"]), (31, 17, 3, 1))
        self.assertEqual(line["parameters"], (2 * 20 + 20) + (20 * 20 + 20) + (20 * 8 + 8) + (8 * 3 + 3))
        weights = 2 * 20 + 20 * 20 + 20 * 8 + 8 * 3
        self.assertAlmostEqual(line["gflops"] * line["ms_per_step"], 6e-6 * weights * 31 * 17, delta=1e-4)
        self.assertAlmostEqual(line["ceiling_percent"], 100 * line["gflops"] / line["best_ceiling_gflops"], delta=1e-6)
        self.assertGreaterEqual(line["best_ceiling_gflops"], line["ceiling_gflops"])
        self.assertEqual(done["event"], "done")
        self.assertEqual([ceiling["threads"] for ceiling in done["ceilings"]], [1])

    def test_a_batch_counts_its_own_pixels(self):
        line, _ = self.run_json(*SMALL, "--batch", "random:50", "--threads", "1")
        weights = 2 * 20 + 20 * 20 + 20 * 8 + 8
        self.assertAlmostEqual(line["gflops"] * line["ms_per_step"], 6e-6 * weights * 50, delta=1e-5)

    def test_fourier_features_are_not_counted_as_trained(self):
        line, _ = self.run_json("--layers", "24,8", "--encoding", "fourier", "--train-size", "16x16",
                                "--seconds", "0.1", "--threads", "1")
        features = (line["parameters"] - (24 + 24 * 8 + 8 + 8 + 1)) / (3 + 24)
        operations = 2 * 2 * features + 4 * features * 24 + 6 * (24 * 8 + 8)
        self.assertAlmostEqual(line["gflops"] * line["ms_per_step"], 1e-6 * operations * 256, delta=1e-5)

    def test_several_threads_and_precisions_take_turns(self):
        *lines, _ = self.run_json(*SMALL, "--threads", "2,1,2", "--precision", "fp32,auto")
        self.assertEqual([line["threads"] for line in lines], [1, 2, 1, 2])
        self.assertEqual([line["precision"] for line in lines[:2]], ["fp32"] * 2)
        table = self.run_redraw(*SMALL, "--threads", "1,2")
        self.assertIn("scaling", table)
        self.assertEqual(table.count("sine 2-20x2-8-1"), 2)
        self.assertIn("GFLOP/s with 1 thread, ", table)
        self.assertNotIn("scaling", self.run_redraw(*SMALL, "--threads", "1"))

    def test_a_network_of_its_list(self):
        for arguments, network, width in ((("--only", "siren preset"), "siren preset 2-128x4-1", 200),
                                          (("--sweep", "--only", "2-16x4-1"), "sine 2-16x4-1", 128)):
            line, _ = self.run_json(*arguments, "--seconds", "0.1")
            self.assertEqual((line["network"], line["width"]), (network, width))

    def test_stopped_it_says_what_it_has(self):
        process = self.start("--json", "--seconds", "0.1", "--only", "64")
        self.assertEqual(json.loads(process.stdout.readline())["event"], "bench")
        done, errors = self.stop(process, signal.SIGINT)
        self.assertEqual((done["event"], errors), ("done", ""))

    def test_wrong_usage(self):
        for arguments in (("--threads", "0"), ("--threads", "1,x"), ("--precision", "fp16"), ("--only", "nothing such"),
                          ("--sweep", "--layers", "8"), ("--train-size", "original"), ("--layers", "0")):
            naming = (arguments[0],) if arguments != ("--layers", "0") else ()
            self.refuse(*arguments, naming=naming, status=2)


@unittest.skipUnless(EMULATED, "SKIP: there is no emulated CUDA module here")
class BenchCuda(BenchTest):
    def test_every_precision_has_a_line(self):
        self.environment["REDRAW_CUDA_MODULE"] = EMULATED
        small = ("--backend", "cuda", "--layers", "8,8", "--train-size", "9x7", "--draw-size", "12x5", "--seconds", "0.1")
        lines = self.run_json(*small, "--precision", "fp32,bf16")
        self.assertEqual([line["precision"] for line in lines], ["fp32", "bf16"])
        for line in lines:
            self.assertEqual(set(line), CUDA_LINE)
            self.assertEqual((line["network"], line["width"], line["draw_width"]), ("sine 2-8x2-1", 9, 12))
            self.assertAlmostEqual(line["gflops"] * line["ms_per_step"], 6e-6 * (16 + 64 + 8) * 9 * 7, delta=1e-6)
            self.assertIsNone(line["tensor_percent"])  # no peak of the emulated device is known
        table = self.run_redraw(*small)
        self.assertIn("sine 2-8x2-1", table)
        self.assertIn("12 x 5", table)
        self.refuse("--backend", "cuda", "--draw-size", "wide", naming=("--draw-size",), status=2)
