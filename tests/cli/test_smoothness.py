"""`redraw fit --smoothness`: which numbers it sets, at which size, and where there are none."""
import json
import unittest

from harness import CliTest, blobs, main, write_png


class Smoothness(CliTest):
    def network(self, *flags):
        """What the run was made with."""
        write_png(self.folder / "picture.png", 100, 60, blobs)
        run = self.folder / "run.redraw"
        self.run_redraw("fit", "picture.png", "-o", run, "--force", "--epochs", "1", "--threads", "1", *flags)
        told, = self.run_json("info", run)
        return told["config"]["network"]

    def test_it_sets_the_number_of_detail_for_the_size_it_is_learned_at(self):
        small = ("--preset", "siren", "--layers", "8")
        omegas = [self.network(*small, "--smoothness", name)["first_omega"] for name in ("crisp", "balanced", "smooth")]
        self.assertEqual(omegas, [30, 20, 12])
        self.assertEqual(self.network(*small)["first_omega"], 30)
        self.assertEqual(self.network("--preset", "fourier", "--layers", "8", "--smoothness", "smooth")["fourier"]["sigma"], 2)
        grid = ("--preset", "grid", "--layers", "8", "--smoothness", "smooth")
        self.assertEqual(self.network(*grid)["grid"]["finest"], 100)  # of area pixels half as large
        self.assertEqual(self.network(*grid, "--pixel", "point")["grid"]["finest"], 50)
        self.assertEqual(self.network(*grid, "--pixel", "point", "--train-size", "40")["grid"]["finest"], 20)

    def test_choosing_it_leaves_the_preset_to_choose_for_itself(self):
        by_itself, smooth = self.network(), self.network("--smoothness", "smooth")
        self.assertNotEqual(smooth, by_itself)
        for network in (by_itself, smooth):
            network["first_omega"] = network["grid"]["finest"] = 0
        self.assertEqual(smooth, by_itself)

    def test_it_is_a_flag_over_a_file_of_settings(self):
        (self.folder / "settings.json").write_text(json.dumps(
            {"network": {"encoding": "grid", "layers": [8], "activation": "relu", "grid": {"finest": 90}}}))
        self.assertEqual(self.network("--config", "settings.json")["grid"]["finest"], 90)
        self.assertEqual(self.network("--config", "settings.json", "--smoothness", "balanced", "--pixel", "point")["grid"]["finest"], 75)

    def test_wrong_usage(self):
        write_png(self.folder / "picture.png", 10, 10, blobs)
        for flags in (("--smoothness", "soft"), ("--smoothness", "smooth", "--first-omega", "20"),
                      ("--smoothness", "smooth", "--preset", "seed"), ("--smoothness", "smooth", "--activation", "tanh")):
            with self.subTest(flags=flags):
                self.assertEqual(self.run_redraw("fit", "picture.png", "-o", "run.redraw", *flags, status=2), "")
                self.assertIn("--smoothness", self.errors)
                self.assertFalse((self.folder / "run.redraw").exists())


if __name__ == "__main__":
    main()
