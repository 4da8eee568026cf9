"""Tests the lion of iron_learn's author: Redraw learns in seconds what took him hours, and reads and draws his
network."""
from harness import CliTest, shared_data


class Lion(CliTest):
    def test_fit_reaches_the_authors_quality(self):
        lion = shared_data("lion-200.png")
        *_, last, done = self.run_json("fit", lion, "-o", "lion.redraw", "--until-psnr", "28.06")
        self.assertGreaterEqual(last["psnr"], 28.06)
        self.assertLess(done["step"], 1000)

    def test_the_authors_network_redraws_its_picture(self):
        model, lion = shared_data("iron_learn-model.json"), shared_data("lion-200.png")
        self.run_redraw("import", model, "-o", "author.redraw")
        comparison, = self.run_json("compare", "author.redraw", lion)
        self.assertAlmostEqual(comparison["psnr"], 28.06, delta=0.005)
