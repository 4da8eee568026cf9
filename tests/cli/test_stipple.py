"""Tests that a checkerboard of single pixels is learned with default settings: the mean of a cell's four corners is the same
everywhere in it."""
from harness import CliTest


class Stipple(CliTest):
    def test_it_is_learned(self):
        self.write("picture.png", 48, 48, lambda x, y: 255 * ((x + y) % 2 if x < 36 else y // 8 % 2))
        done = self.run_json("fit", "picture.png", "-o", "run.redraw", "--threads", "1")[-1]
        self.assertTrue(done.get("exact") or done["psnr"] > 30, done)
