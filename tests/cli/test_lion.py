"""The author's lion: what took him hours, in seconds; and his own network, read and redrawn."""
from harness import CliTest, main, shared_data


def psnr_of_network(comparison):
    """The network's PSNR in what compare printed, whichever way it is nested."""
    for line in comparison:
        if line.get("method", line.get("name")) == "network":
            return line["psnr"]
        for key in ("network", "methods", "results"):
            if isinstance(line.get(key), dict):
                return line[key]["psnr"]
            if isinstance(line.get(key), list):
                return psnr_of_network(line[key])
    raise AssertionError(comparison)


class Lion(CliTest):
    def test_fit_reaches_the_authors_quality(self):
        lion = shared_data("lion-200.png")
        done = self.run_json("fit", lion, "-o", "lion.redraw", "--until-psnr", "28.06")[-1]
        self.assertGreaterEqual(done["psnr"], 28.06)
        self.assertLess(done["step"], 1000)

    def test_the_authors_network_redraws_its_picture(self):
        model, lion = shared_data("iron_learn-model.json"), shared_data("lion-200.png")
        self.run_redraw("import", model, "-o", "author.redraw")
        psnr = psnr_of_network(self.run_json("compare", "author.redraw", lion))
        self.assertAlmostEqual(psnr, 28.06, delta=0.005)


if __name__ == "__main__":
    main()
