"""Tests learning the whole picture at its own size in one run: its number is the exported drawing's, it goes on after a kill,
and its tiles are moments that exports and films draw."""
import shutil

from harness import CliTest, blobs, write_png

SIDES = (1700, 900)  # two tiles
FIT = ("fit", "picture.png", "--whole", "--train-size", "100", "--epochs", "1", "--threads", "2")


def photograph(x, y):
    return (blobs(x % 150, y % 140) // 2 + (60 if (x // 17 + y // 11) % 2 else 0) + (x * 37 + y * 61) % 23) % 256


class Whole(CliTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "picture.png", *SIDES, photograph)

    def whole(self, run):
        return self.run_json("info", run)[0].get("whole")

    def test_its_number_is_the_drawings(self):
        events = self.run_json(*FIT, "-o", "run.redraw")
        done, whole = events[-1], self.whole("run.redraw")
        self.assertTrue(done["finished"])
        self.assertEqual((whole["width"], whole["height"], whole["tiles"], whole["learned"]), (*SIDES, 2, 2))
        self.assertTrue(any(event["event"] == "whole" for event in events))
        self.run_redraw("export", "run.redraw", "-o", "drawing.png")
        self.run_redraw("export", "run.redraw", "-o", "own.png", "--at", self.saved_step("run.redraw"))
        if shutil.which("compare"):  # ImageMagick's; its status 1 says that the pictures differ
            def measured(drawing):
                return float(self.call("compare", "-metric", "PSNR", drawing, "picture.png", "null:", status=1).stderr.split()[0])
            self.assertAlmostEqual(done["psnr"], measured("drawing.png"), delta=0.1)
            self.assertGreater(done["psnr"], measured("own.png") + 1)
        self.assertAlmostEqual(done["psnr"], whole["psnr"], delta=0.5)

    def test_killed_in_a_tile_it_goes_on_to_the_same_tiles(self):
        self.run_redraw(*FIT, "-o", "whole.redraw")
        process = self.start(*FIT, "-o", "killed.redraw", "--json")
        self.wait_until(process, lambda event: event["event"] == "whole" and event["learned"] == 1)
        process.kill()
        process.communicate()
        self.assertLess(self.whole("killed.redraw")["learned"], 2)
        self.run_redraw("resume", "killed.redraw", "--threads", "1")
        for run in ("whole", "killed"):
            self.run_redraw("export", f"{run}.redraw", "-o", f"{run}.png", "--size", "400")
        self.assertEqual(self.read("whole.png"), self.read("killed.png"))

    def test_a_run_that_is_there_learns_it_later_and_a_film_shows_it(self):
        self.run_redraw("fit", "picture.png", "-o", "run.redraw", "--train-size", "100", "--epochs", "1")
        self.assertIsNone(self.whole("run.redraw"))
        done = self.run_json("resume", "run.redraw", "--whole", "--time", "3s")[-1]
        self.assertTrue(done["finished"])
        self.run_redraw("timelapse", "run.redraw", "-o", "film.gif", "--size", "120", "--seconds", "1")
        self.run_redraw("pack", "run.redraw", "-o", "packed.redraw")
        self.assertEqual(self.whole("packed.redraw"), self.whole("run.redraw"))
