"""Tests PSNR and SSIM of `redraw compare` against numpy, which computes them from the pixels with its own
interpolations."""
import json
import shutil
import signal
import subprocess
import unittest

from harness import SOURCE, SYSTEM_PYTHON, CliTest, blobs, catches

METHODS = ("network", "nearest", "bilinear", "bicubic", "lanczos")


def missing():
    if not shutil.which("convert"):
        return "ImageMagick's convert"
    if subprocess.run([SYSTEM_PYTHON, "-c", "import numpy"], capture_output=True).returncode != 0:
        return "python3-numpy"
    return None


def busy(x, y):
    """Returns a gray value of edges and fine texture, where the four interpolations differ."""
    return (blobs(x, y) // 2 + (60 if (x // 7 + y // 5) % 2 else 0) + (x * 37 + y * 61) % 23) % 256


class Compare(CliTest):
    def measured(self, mode, picture, truth, drawing):
        """Returns what compare should print, computed from the pixels by quality.py: {method: [psnr, ssim]}."""
        kind = ["-alpha", "off", "-colorspace", "sRGB", "-depth", "8"]
        for i, name in enumerate((picture, truth, drawing)):
            self.call("convert", name, *kind, f"{i}.ppm")
        return json.loads(self.call(SYSTEM_PYTHON, SOURCE / "tests/cli/quality.py", mode, "0.ppm", "1.ppm", "2.ppm").stdout)

    def check(self, answer, measured):
        self.assertEqual(set(answer["methods"]), set(METHODS))
        for method in METHODS:
            psnr, ssim = measured[method]
            self.assertAlmostEqual(answer["methods"][method]["psnr"], psnr, delta=0.01, msg=method)
            self.assertAlmostEqual(answer["methods"][method]["ssim"], ssim, delta=0.001, msg=method)
        best = max(METHODS[1:], key=lambda method: measured[method][0])
        self.assertIn(best.lower().split()[0], answer["verdict"].lower())

    @unittest.skipIf(missing(), f"needs {missing()}")
    def test_a_larger_original(self):
        self.write("small.png", 31, 22, lambda x, y: busy(3 * x, 3 * y))
        self.write("large.png", 93, 66, busy)
        for channels in ("gray", "color"):
            self.fit(f"{channels}.redraw", "--channels", channels, "--epochs", "300", picture="small.png")
            answer, = self.run_json("compare", f"{channels}.redraw", "large.png", "--drawing", "drawn.png")
            self.check(answer, self.measured("reference", "small.png", "large.png", "drawn.png"))

    @unittest.skipIf(missing(), f"needs {missing()}")
    def test_pixels_held_out(self):
        for i, (width, height) in enumerate(((40, 33), (37, 28))):
            picture = self.write(f"{i}.png", width, height, busy)
            run = self.fit(f"{i}.redraw", "--channels", "color" if i else "gray", "--pixel", "point", picture=picture)
            before, names = run.read_bytes(), self.names()
            answer, = self.run_json("compare", run)
            self.assertEqual((run.read_bytes(), self.names()), (before, names))
            self.assertEqual(self.run_json("compare", run, "--threads", "2", "--drawing", "drawn.png"), [answer])
            self.check(answer, self.measured("held-out", picture, picture, "drawn.png"))
            learned = (width + 1) // 2 * ((height + 1) // 2)
            self.assertEqual((answer["pixels_learned"], answer["pixels_held_out"]), (learned, width * height - learned))
            self.assertEqual((answer["epochs"], answer["reference"]), (40, None))
        self.assertEqual(self.run_json("compare", run, "--epochs", "5")[0]["epochs"], 5)
        text = self.run_redraw("compare", run)
        self.assertIn(f"{width * height - learned} of {width * height} pixels", text.replace(",", ""))
        self.assertIn("SSIM", text)

    @unittest.skipIf(missing(), f"needs {missing()}")
    def test_of_area_pixels_the_own_half_is_learned(self):
        run = self.fit("area.redraw", "--channels", "gray", "--pixel", "area", picture=self.write("area.png", 40, 32, busy))
        answer, = self.run_json("compare", run, "--drawing", "drawn.png")
        self.assertEqual((answer["pixels_learned"], answer["pixels_held_out"]), (20 * 16, 40 * 32))
        self.call("convert", "area.png", "-filter", "Box", "-resize", "50%", "half.png")
        self.check(answer, self.measured("reference", "half.png", "area.png", "drawn.png"))
        self.assertIn("40 x 32", self.run_redraw("compare", run))

    def test_other_sizes_than_the_original(self):
        run = self.fit()
        answer, = self.run_json("compare", run, "picture.png", "--size", "12")
        self.assertEqual((answer["width"], answer["height"]), (12, 8))
        for method in answer["methods"].values():
            self.assertEqual(set(method) - {"exact"}, {"psnr", "ssim"})
            self.assertEqual(method["psnr"] is None, method.get("exact", False))

    def test_a_signal_stops_it_with_a_sentence(self):
        process = self.start("compare", self.fit(), "--epochs", "900000000")
        catches(process, signal.SIGTERM)
        done, errors = self.stop(process)
        self.assertEqual((done, errors.count("\n")), (None, 1), errors)
