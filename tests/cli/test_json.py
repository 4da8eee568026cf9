"""Tests machine-readable output: one JSON object a line with the documented fields, learning curves as a table, and the
Doctor's advice."""
import csv
import math

from harness import DRIVE, SMALL, CliTest, with_slashes

PROGRESS = {"event", "step", "epoch", "loss", "psnr", "learning_rate", "seconds"}
DONE = {"event", "step", "psnr", "seconds", "backend", "precision", "steps_per_second", "parameters"}
FIT = ("fit", "picture.png", "-o", "run.redraw", *SMALL)


class Json(CliTest):
    PICTURE = (24, 16)

    def test_fit_reports_progress_and_a_last_done(self):
        *progress, done = self.run_json(*FIT)
        self.assertTrue(progress)
        for event in progress:
            self.assertEqual(event["event"], "progress")
            self.assertLessEqual(PROGRESS, event.keys())
        steps = [event["step"] for event in progress]
        self.assertEqual(steps, sorted(set(steps)))
        self.assertLessEqual(DONE, done.keys())
        self.assertEqual((done["event"], done["step"], done["backend"]), ("done", 40, "cpu"))
        self.assertEqual(done["parameters"], (2 * 16 + 16) + (16 * 16 + 16) + (16 + 1))
        self.assertGreater(done["psnr"], 5)
        self.assertTrue(math.isfinite(done["seconds"]) and done["seconds"] >= 0)

    def test_the_learning_rate_is_the_cosine(self):
        *_, last, _ = self.run_json(*FIT, "--lr-max", "1e-3", "--lr-min", "1e-4", "--epoch-offset", "60")
        self.assertEqual(last["step"], 40)
        at = [1e-4 + 9e-4 * 0.5 * (1 + math.cos(math.pi * i / 100)) for i in (39, 40)]
        self.assertTrue(min(at) * 0.9999 <= last["learning_rate"] <= max(at) * 1.0001, last)

    def test_until_psnr_stops_at_the_first_step_that_reaches_it(self):
        settings = ("--layers", "32,32", "--epochs", "2000", "--until-psnr", "20")
        *_, last, done = self.run_json(*FIT, *settings)
        self.assertGreaterEqual(last["psnr"], 20)
        self.assertEqual(last["step"], done["step"])
        self.assertLess(done["step"], 2000)
        self.assertEqual(self.run_json(*FIT, "--force", *settings)[-1]["step"], done["step"])

    def test_until_seconds_stops(self):
        self.write("picture.png", 64, 64)
        done = self.run_json("fit", "picture.png", "-o", "run.redraw", "--epochs", "100000000", "--until-seconds", "0.3")[-1]
        self.assertGreater(done["step"], 0)
        self.assertGreaterEqual(done["seconds"], 0.3)

    def test_a_run_without_a_name_lives_in_the_data_folder(self):
        runs = [self.run_json("fit", "picture.png", *SMALL)[-1]["run"] for _ in range(2)]
        self.assertEqual(len(set(runs)), 2)
        for run in runs:
            self.assertTrue(with_slashes(run).startswith(f"{DRIVE}{self.folder}/data/redraw/runs"), run)
            self.run_json("info", run)
        self.assertEqual(self.names(), ["data", "picture.png"])

    def test_info_knows_the_run(self):
        info, = self.run_json("info", self.fit("run.redraw", "--seed", "7"))
        self.assertEqual((info["width"], info["height"], info["channels"]), (24, 16, 1))
        self.assertEqual((info["picture"], info["step"], info["finished"]), ("picture.png", 40, True))
        self.assertEqual(info["keyframes"], list(range(41)))
        self.assertEqual(info["config"]["seed"], 7)
        self.assertNotEqual(self.weights("run.redraw"), self.weights(self.fit("other.redraw")))  # a run of another seed

    def test_curves(self):
        """Every recorded step is a row of the CSV, including steps after a resume. The CSV never overwrites the run or
        a folder."""
        run = self.fit("run.redraw", "--batch", "100")  # 24 x 16 pixels: four steps an epoch
        self.run_redraw("resume", run, "--epochs", "60")
        info, = self.run_json("info", run, "--csv", "curves.csv")
        with open(self.folder / "curves.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(list(rows[0]), ["step", "epoch", "loss", "psnr", "learning_rate", "seconds"])
        self.assertEqual([int(row["step"]) for row in rows], list(range(1, 241)))
        self.assertEqual([float(rows[i]["epoch"]) for i in (2, -1)], [0.75, 60])
        self.assertAlmostEqual(float(rows[-1]["psnr"]), info["psnr"], places=3)
        self.assertTrue(all(float(row["loss"]) > 0 for row in rows))
        self.assertIn({"step": 160, "text": "resumed"}, info["events"])
        before = run.read_bytes()
        for target in ("run.redraw", "."):
            self.refuse("info", run, "--csv", target, naming=[target])
        self.assertEqual(run.read_bytes(), before)

    def test_advice(self):
        """A far too low rate gives one event and one sentence on standard error; a healthy run gives none."""
        settings = (*FIT, "--force", "--layers", "32,32", "--epochs", "200")
        events = self.run_json(*settings, "--lr-max", "1e-6")
        advice, = [event for event in events if event["event"] == "advice"]
        self.assertEqual((advice["condition"], advice["restarts"]), ("rate too low", False))
        self.assertEqual(events[-1]["event"], "done")
        self.assertNotIn(advice["remedy"], self.run_redraw(*settings, "--lr-max", "1e-6"))
        self.assertEqual(self.errors.count(advice["remedy"]), 1, self.errors)
        self.assertNotIn("advice", [event["event"] for event in self.run_json(*settings)])
