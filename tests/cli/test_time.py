"""Tests runs with a time limit: `--time 1m`."""
import json
import signal
import time

from harness import CliTest

QUICK = ("--layers", "8,8", "--threads", "1")


class Time(CliTest):
    PICTURE = (24, 16)

    def fit_for(self, time, *arguments):
        return self.run_json("fit", "picture.png", "-o", "run.redraw", "--time", time, *arguments)

    def info(self):
        return self.run_json("info", "run.redraw")[0]

    def assert_cooled_down(self, lines):
        rates = [line["learning_rate"] for line in lines if line["event"] == "progress"]
        self.assertLess(rates[-1], 0.05 * max(rates))

    def test_it_ends_by_itself_cooled_down_and_says_what_was_asked(self):
        lines = self.fit_for("0.5s", *QUICK)
        self.assertTrue(lines[-1]["finished"])
        self.assert_cooled_down(lines)
        info = self.info()
        self.assertEqual(info["config"]["schedule"]["seconds"], 0.5)
        self.assertEqual(info["epoch"], info["config"]["schedule"]["epochs"])
        self.assertEqual([event["text"] for event in info["events"]], ["started"])

    def test_it_goes_on_for_another_time(self):
        self.fit_for("0.3s", *QUICK)
        step = self.info()["step"]
        lines = self.run_json("resume", "run.redraw", "--time", "0.3s")
        self.assertTrue(lines[-1]["finished"])
        self.assert_cooled_down(lines)
        self.assertGreater(self.info()["step"], step)
        # A number of epochs then replaces the time limit.
        epochs = int(self.info()["epoch"]) + 5
        self.run_redraw("resume", "run.redraw", "--epochs", epochs)
        self.assertEqual(self.info()["epoch"], epochs)
        self.assertEqual(self.info()["config"]["schedule"]["seconds"], 0)

    def test_where_nothing_else_is_said_it_chooses_the_size_as_well(self):
        self.write("picture.png", 900, 600)
        self.run_redraw("fit", "picture.png", "-o", "run.redraw", "--time", "0.05m", "--until-seconds", "0.1")
        self.assertGreaterEqual(self.info()["width"], 256)
        self.assertEqual(self.info()["config"]["schedule"]["seconds"], 3)

    def test_seconds_in_which_it_is_stopped_are_not_training(self):
        process = self.start("fit", "picture.png", "-o", "run.redraw", "--time", "2s", *QUICK, "--json")
        self.wait_until(process, lambda event: event["seconds"] > 0.3)
        process.send_signal(signal.SIGSTOP)  # like Ctrl+Z
        time.sleep(5)  # no training may happen meanwhile
        process.send_signal(signal.SIGCONT)
        out, errors = self.rest_of(process)
        self.assertEqual(process.returncode, 0, errors)
        lines = [json.loads(line) for line in out.splitlines()]
        self.assertTrue(lines[-1]["finished"])
        self.assert_cooled_down(lines)
        seconds = [line["seconds"] for line in lines if line["event"] == "progress"]
        self.assertLess(seconds[-1], 4.5)

    def test_what_is_no_time_is_refused(self):
        for text in ("0", "soon", "5 minutes", "1d", "1e400", "nan", "inf", "s"):
            self.run_redraw("fit", "picture.png", "--time", text, status=2)
            self.assertIn("30s", self.errors)
        self.run_redraw("fit", "picture.png", "--time", "5s", "--epochs", "7", status=2)
        self.run_redraw("fit", "picture.png", "--time", "9999999h", status=2)
        self.assertIn("schedule.seconds", self.errors)
