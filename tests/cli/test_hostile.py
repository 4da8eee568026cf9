"""Pictures made to break decoders: drawn, or refused with a sentence; never a crash, a hang or a leftover."""
from harness import CliTest, SMALL, shared_data


class Hostile(CliTest):
    def test_hostile_pictures(self):
        folder = shared_data("hostile")
        good = {"1x1.png", "alpha0.png", "anim.gif", "cmyk.jpg", "exif6.jpg", "gamma.png", "p16.ppm", "rgba16.png",
                "wide.png"}
        for path in sorted(folder.iterdir()):
            if path.suffix in (".md", ".c", ".cpp"):
                continue
            with self.subTest(picture=path.name):
                run = f"{path.stem}.redraw"
                if path.name in good:
                    self.run_redraw("fit", path, "-o", run, *SMALL, "--epochs", "2")
                else:
                    self.refuse("fit", path, "-o", run, *SMALL, naming=(path.name,))
                    self.assertFalse((self.folder / run).exists())
