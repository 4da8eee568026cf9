"""What the Doctor says on the command line: once, and of a healthy run nothing."""
from harness import CliTest, blobs, main, write_png

FIT = ("fit", "picture.png", "-o", "run.redraw", "--layers", "32,32", "--epochs", "200", "--threads", "1")
TOO_LOW = ("--lr-max", "1e-6")


class Advice(CliTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "picture.png", 32, 24, blobs)

    def test_a_rate_far_too_low_is_an_event_once(self):
        events = self.run_json(*FIT, *TOO_LOW)
        advice = [event for event in events if event["event"] == "advice"]
        self.assertEqual(len(advice), 1, advice)
        self.assertEqual(advice[0]["condition"], "rate too low")
        self.assertIn("1e-6", advice[0]["sentence"])
        self.assertEqual(advice[0]["remedy"], "Raise the rate to 2e-3")
        self.assertIs(advice[0]["restarts"], False)
        self.assertEqual(events[-1]["event"], "done")

    def test_and_a_sentence_on_standard_error(self):
        out = self.run_redraw(*FIT, *TOO_LOW)
        self.assertEqual(self.errors.count("is too low. Raise the rate to 2e-3."), 1, self.errors)
        self.assertNotIn("too low", out)

    def test_a_healthy_run_has_none(self):
        self.assertNotIn("advice", [event["event"] for event in self.run_json(*FIT)])


if __name__ == "__main__":
    main()
