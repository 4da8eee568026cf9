"""The bench: what it measures and how it says so. Never how fast: that is the machine's."""
import json
import signal
from harness import CliTest, main

LINE = {"event", "network", "width", "height", "channels", "parameters", "backend", "precision", "threads",
        "ms_per_step", "cpu_ms_per_step", "steps_per_second", "gflops", "ceiling_gflops", "best_ceiling_gflops",
        "ceiling_percent", "render_mpixels_per_second"}
SMALL = ("--layers", "20,20,8", "--train-size", "31x17", "--seconds", "0.1")


class Bench(CliTest):
    def test_a_network_of_ones_own_as_json(self):
        line, done = self.run_json("bench", *SMALL, "--activation", "tanh", "--channels", "color", "--threads", "1")
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
        line, _ = self.run_json("bench", *SMALL, "--batch", "random:50", "--threads", "1")
        weights = 2 * 20 + 20 * 20 + 20 * 8 + 8
        self.assertAlmostEqual(line["gflops"] * line["ms_per_step"], 6e-6 * weights * 50, delta=1e-5)

    def test_fourier_features_are_not_counted_as_trained(self):
        line, _ = self.run_json("bench", "--layers", "24,8", "--encoding", "fourier", "--train-size", "16x16",
                                "--seconds", "0.1", "--threads", "1")
        features = (line["parameters"] - (24 + 24 * 8 + 8 + 8 + 1)) / (3 + 24)
        operations = 2 * 2 * features + 4 * features * 24 + 6 * (24 * 8 + 8)
        self.assertAlmostEqual(line["gflops"] * line["ms_per_step"], 1e-6 * operations * 256, delta=1e-5)

    def test_several_threads_and_precisions_take_turns(self):
        *lines, _ = self.run_json("bench", *SMALL, "--threads", "2,1,2", "--precision", "fp32,auto")
        self.assertEqual([line["threads"] for line in lines], [1, 2, 1, 2])
        self.assertEqual([line["precision"] for line in lines[:2]], ["fp32"] * 2)
        table = self.run_redraw("bench", *SMALL, "--threads", "1,2")
        self.assertIn("scaling", table)
        self.assertEqual(table.count("sine 2-20x2-8-1"), 2)
        self.assertIn("GFLOP/s with 1 thread, ", table)
        self.assertNotIn("scaling", self.run_redraw("bench", *SMALL, "--threads", "1"))

    def test_the_list_holds_the_presets_by_name(self):
        line, _ = self.run_json("bench", "--only", "siren preset", "--seconds", "0.1")
        self.assertEqual((line["network"], line["width"]), ("siren preset 2-128x4-1", 200))

    def test_the_sweep_has_wide_and_deep_networks(self):
        line, _ = self.run_json("bench", "--sweep", "--only", "2-16x4-1", "--seconds", "0.1")
        self.assertEqual((line["network"], line["width"]), ("sine 2-16x4-1", 128))

    def test_stopped_it_says_what_it_has(self):
        process = self.start("bench", "--json", "--seconds", "0.1", "--only", "64")
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, errors = self.rest_of(process)
        self.assertEqual((process.returncode, errors), (128 + signal.SIGINT, ""))
        self.assertEqual(json.loads(first)["event"], "bench")
        self.assertEqual(json.loads(rest.splitlines()[-1])["event"], "done")

    def test_wrong_usage(self):
        for arguments in (("--threads", "0"), ("--threads", "1,x"), ("--precision", "fp16"), ("--only", "nothing such"),
                          ("--sweep", "--layers", "8"), ("--train-size", "original"), ("--layers", "0")):
            with self.subTest(arguments=arguments):
                self.refuse("bench", *arguments, naming=(arguments[0],) if arguments != ("--layers", "0") else (),
                            status=2)


if __name__ == "__main__":
    main()
