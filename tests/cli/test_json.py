"""The machine-readable side: one JSON object a line, with the promised fields."""
import math
from harness import CliTest, SMALL, blobs, main, write_png

PROGRESS = {"event", "step", "epoch", "loss", "psnr", "learning_rate", "seconds"}
DONE = {"event", "step", "psnr", "seconds", "backend", "precision", "steps_per_second", "parameters"}


class Json(CliTest):
    def test_fit_reports_progress_and_a_last_done(self):
        write_png(self.folder / "picture.png", 24, 16, blobs)
        events = self.run_json("fit", "picture.png", "-o", "run.redraw", *SMALL)
        *progress, done = events
        self.assertTrue(progress)
        for event in progress:
            self.assertEqual(event["event"], "progress")
            self.assertLessEqual(PROGRESS, event.keys())
        steps = [event["step"] for event in progress]
        self.assertEqual(steps, sorted(set(steps)))
        self.assertEqual(done["event"], "done")
        self.assertLessEqual(DONE, done.keys())
        self.assertEqual(done["step"], 40)
        self.assertEqual(done["backend"], "cpu")
        self.assertEqual(done["parameters"], (2 * 16 + 16) + (16 * 16 + 16) + (16 + 1))
        self.assertGreater(done["psnr"], 5)
        self.assertTrue(math.isfinite(done["seconds"]) and done["seconds"] >= 0)

    def test_the_learning_rate_is_the_cosine(self):
        write_png(self.folder / "picture.png", 24, 16, blobs)
        events = self.run_json("fit", "picture.png", "-o", "run.redraw", *SMALL, "--lr-max", "1e-3",
                               "--lr-min", "1e-4", "--epoch-offset", "60")
        last = [event for event in events if event["event"] == "progress"][-1]
        self.assertEqual(last["step"], 40)
        at = [1e-4 + 9e-4 * 0.5 * (1 + math.cos(math.pi * i / 100)) for i in (39, 40)]
        self.assertTrue(min(at) * 0.9999 <= last["learning_rate"] <= max(at) * 1.0001, last)

    def test_until_psnr_stops_at_the_first_step_that_reaches_it(self):
        write_png(self.folder / "picture.png", 24, 16, blobs)
        settings = ("--layers", "32,32", "--epochs", "2000", "--threads", "1")
        *_, last, done = self.run_json("fit", "picture.png", "-o", "run.redraw", *settings, "--until-psnr", "20")
        self.assertGreaterEqual(last["psnr"], 20)
        self.assertEqual(last["step"], done["step"])
        self.assertLess(done["step"], 2000)
        again = self.run_json("fit", "picture.png", "-o", "again.redraw", *settings, "--until-psnr", "20")[-1]
        self.assertEqual(done["step"], again["step"])

    def test_until_seconds_stops(self):
        write_png(self.folder / "picture.png", 64, 64, blobs)
        done = self.run_json("fit", "picture.png", "-o", "run.redraw", "--epochs", "100000000",
                             "--until-seconds", "0.3")[-1]
        self.assertGreater(done["step"], 0)
        self.assertGreaterEqual(done["seconds"], 0.3)

    def test_a_run_without_a_name_lives_in_the_data_folder(self):
        write_png(self.folder / "picture.png", 24, 16, blobs)
        done = [self.run_json("fit", "picture.png", *SMALL)[-1] for _ in range(2)]
        self.assertNotEqual(done[0]["run"], done[1]["run"])
        for event in done:
            self.assertTrue(event["run"].startswith(str(self.folder / "data/redraw/runs")), event["run"])
            self.run_json("info", event["run"])
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name not in ("data", "picture.png")], [])

    def test_info_knows_the_run(self):
        run = self.fit("run.redraw", "--seed", "7")
        info, = self.run_json("info", run)
        self.assertEqual((info["width"], info["height"], info["channels"]), (24, 16, 1))
        self.assertEqual((info["picture"], info["step"], info["finished"]), ("picture.png", 40, True))
        self.assertEqual(info["keyframes"], list(range(41)))
        self.assertEqual(info["config"]["seed"], 7)
        self.assertIn("epoch 40 of 40", self.run_redraw("info", run))

    def test_devices_lists_the_cpu_first(self):
        answer, = self.run_json("devices")
        self.assertEqual(answer["devices"][0]["name"], "cpu")
        self.assertTrue(answer["devices"][0]["available"])

    def test_compare_sets_the_network_beside_interpolation(self):
        run = self.fit()
        for size, expected in ((None, (24, 16)), ("12", (12, 8))):
            answer, = self.run_json("compare", run, "picture.png", *(("--size", size) if size else ()))
            self.assertEqual((answer["width"], answer["height"]), expected)
            self.assertEqual(set(answer["methods"]), {"network", "nearest", "bilinear", "bicubic", "lanczos"})
            for method in answer["methods"].values():
                self.assertEqual(set(method) - {"exact"}, {"psnr", "ssim"})
                self.assertEqual(method["psnr"] is None, method.get("exact", False))
        self.assertIn("Lanczos".lower(), self.run_redraw("compare", run, "picture.png").lower())
        write_png(self.folder / "tall.png", 16, 24, blobs)
        self.refuse("compare", run, "tall.png", naming=("tall.png",))

    def test_a_new_run_has_the_same_numbers_as_an_old_one(self):
        first, second = self.fit("first.redraw"), self.fit("second.redraw")
        self.assertEqual(self.weights(first), self.weights(second))
        self.assertNotEqual(self.weights(first), self.weights(self.fit("other.redraw", "--seed", "2")))


if __name__ == "__main__":
    main()
