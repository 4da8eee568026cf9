"""Tests reported PSNR values against another program's measurement of the exported file. fit, info, CSV and
compare must agree, for four kinds of picture and three presets; the page for one preset."""
import csv
import json
import math
import re
import shutil
import unittest

from harness import CliTest, blobs, write_png

SIDES = (64, 48)


def line_art(x, y):
    return 0 if abs((x * x + 3 * y * y) % 700 - 350) < 60 else 255


def sprite(x, y):
    return (x // 8 * 67 + y // 8 * 131) % 5 * 60


def photograph(x, y):
    return (blobs(x, y) // 2 + (60 if (x // 17 + y // 11) % 2 else 0) + (x * 37 + y * 61) % 23) % 256


def pale(x, y):
    return 200 + blobs(x, y) // 8


@unittest.skipUnless(shutil.which("convert"), "ImageMagick's convert is not installed")
class TrueNumbers(CliTest):
    def pixels(self, picture):
        return self.call("convert", picture, "-colorspace", "sRGB", "-depth", "8", "gray:-", text=False).stdout

    def measured(self, drawing, picture):
        """Returns the PSNR computed with ImageMagick's pixels; None: exact."""
        a, b = self.pixels(drawing), self.pixels(picture)
        self.assertEqual(len(a), len(b))
        squares = sum((x - y) ** 2 for x, y in zip(a, b))
        return 10 * math.log10(255 ** 2 * len(a) / squares) if squares else None

    def check(self, said, measured, where):
        if measured is None:
            self.assertIsNone(said["psnr"], where)
            self.assertIs(said["exact"], True, where)
        else:
            self.assertAlmostEqual(said["psnr"], measured, delta=0.05, msg=where)
            self.assertNotIn("exact", said)

    def test_every_number_is_the_drawings(self):
        for name, kind in (("line", line_art), ("sprite", sprite), ("photograph", photograph), ("pale", pale)):
            write_png(self.folder / f"{name}.png", *SIDES, kind)
            for preset in ("grid", "siren", "lineart"):
                with self.subTest(picture=name, preset=preset):
                    done = self.run_json("fit", f"{name}.png", "-o", "run.redraw", "--preset", preset, "--train-size", "original",
                                         "--channels", "gray", "--epochs", "12", "--threads", "1", "--force")[-1]
                    self.run_redraw("export", "run.redraw", "-o", "drawing.png", "--size", "{}x{}".format(*SIDES))
                    measured = self.measured("drawing.png", f"{name}.png")
                    self.check(done, measured, "fit")
                    self.check(self.run_json("info", "run.redraw")[0], measured, "info")
                    self.check(self.run_json("compare", "run.redraw", f"{name}.png")[0], measured, "compare")
                    self.run_redraw("info", "run.redraw", "--csv", "curves.csv")
                    rows = list(csv.DictReader((self.folder / "curves.csv").open()))
                    value = float([row["psnr"] for row in rows if row["psnr"]][-1])
                    self.check({"psnr": value} if math.isfinite(value) else {"psnr": None, "exact": True}, measured, "CSV")
                    if preset != "grid":  # a page takes seconds to make
                        continue
                    self.run_redraw("export", "run.redraw", "-o", "page.html")
                    page = (self.folder / "page.html").read_text()
                    facts = json.loads(re.search(r'<script[^>]*id="?facts"?[^>]*>(.*?)</script>', page, re.S)[1])[0]
                    moments = sorted(facts["moments"], key=lambda moment: moment["step"])
                    self.check(moments[-1], measured, "page")
                    early = moments[len(moments) // 2]
                    self.run_redraw("export", "run.redraw", "-o", "early.png", "--at", early["step"], "--size",
                                    "{}x{}".format(*SIDES))
                    self.check(early, self.measured("early.png", f"{name}.png"), f"page at step {early['step']}")

    def test_a_killed_run_is_measured_when_it_is_looked_at(self):
        write_png(self.folder / "picture.png", *SIDES, photograph)
        process = self.start("fit", "picture.png", "-o", "run.redraw", "--preset", "siren", "--epochs", "100000", "--train-size",
                             "original", "--channels", "gray", "--json", env={**self.environment, "REDRAW_COMMIT_SECONDS": "0"})
        self.wait_until(process, lambda event: event["saved_step"] > 20)
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()
        self.run_redraw("export", "run.redraw", "-o", "drawing.png", "--size", "{}x{}".format(*SIDES))
        self.check(self.run_json("info", "run.redraw")[0], self.measured("drawing.png", "picture.png"), "info")
