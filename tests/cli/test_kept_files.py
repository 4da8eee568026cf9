"""Tests the promise of docs/file-format.md: this Redraw reads the files that 1.0 made, which tests/kept holds."""
import shutil
import unittest

from harness import SOURCE, CliTest


class KeptFiles(CliTest):
    def setUp(self):
        super().setUp()
        shutil.copytree(SOURCE / "tests" / "kept" / "1.0", self.folder, dirs_exist_ok=True)

    def test_a_whole_picture_draws_as_it_did(self):
        info, = self.run_json("info", "whole.redraw")
        self.assertEqual((info["format"], info["step"], len(info["keyframes"])), (4, 12, 14))
        self.assertAlmostEqual(self.run_json("compare", "whole.redraw", "picture.png")[0]["psnr"], 20.189, delta=0.01)

    def test_an_unfinished_run_goes_on(self):
        self.assertFalse(self.run_json("info", "unfinished.redraw")[0]["finished"])
        done = self.run_json("resume", "unfinished.redraw", "--epochs", 60)[-1]
        self.assertEqual((done["step"], done["finished"]), (60, True))
        self.assertAlmostEqual(done["psnr"], 17.064, delta=0.5)

    def test_a_preset_makes_the_same_network(self):
        self.run_redraw("fit", "picture.png", "-o", "new.redraw", "--preset", "grid.redraw-preset.json", "--epochs", 1,
                        "--train-size", 16)
        new, old = (self.run_json("info", name)[0] for name in ("new.redraw", "whole.redraw"))
        self.assertEqual(new["config"]["network"], old["config"]["network"])


if __name__ == "__main__":
    unittest.main()
