"""PSNR and SSIM of `redraw compare`, computed again from pixels by numpy alone, with its own interpolations."""
import json
import shutil
import signal
import subprocess
import unittest

from harness import SOURCE, CliTest, blobs, catches, main, output_of, write_png

SYSTEM_PYTHON = "/usr/bin/python3"  # the one that has Debian's python3-numpy
METHODS = ("network", "nearest", "bilinear", "bicubic", "lanczos")


def missing():
    if not shutil.which("convert"):
        return "ImageMagick's convert"
    if subprocess.run([SYSTEM_PYTHON, "-c", "import numpy"], capture_output=True).returncode != 0:
        return "python3-numpy"
    return None


def busy(x, y):
    """Edges and fine texture, where the four interpolations differ."""
    return (blobs(x, y) // 2 + (60 if (x // 7 + y // 5) % 2 else 0) + (x * 37 + y * 61) % 23) % 256


class Compare(CliTest):
    def measured(self, mode, picture, truth, drawing):
        """The same numbers from pixels: {method: [psnr, ssim]}."""
        kind = ["-alpha", "off", "-colorspace", "sRGB", "-depth", "8"]
        for i, name in enumerate((picture, truth, drawing)):
            subprocess.run(["convert", name, *kind, f"{i}.ppm"], cwd=self.folder, check=True)
        told = subprocess.run([SYSTEM_PYTHON, SOURCE / "tests/cli/quality.py", mode, "0.ppm", "1.ppm", "2.ppm"],
                              cwd=self.folder, check=True, capture_output=True, text=True).stdout
        return json.loads(told)

    def check(self, answer, measured):
        self.assertEqual(set(answer["methods"]), set(METHODS))
        for method in METHODS:
            psnr, ssim = measured[method]
            self.assertAlmostEqual(answer["methods"][method]["psnr"], psnr, delta=0.01, msg=method)
            self.assertAlmostEqual(answer["methods"][method]["ssim"], ssim, delta=0.001, msg=method)
        best = max(METHODS[1:], key=lambda method: measured[method][0])
        sentence = ("The network does better" if measured["network"][0] > measured[best][0]
                    else "Plain interpolation does better")
        self.assertIn(sentence, answer["verdict"])
        self.assertIn(best.lower().split()[0], answer["verdict"].lower())

    @unittest.skipIf(missing(), f"needs {missing()}")
    def test_a_larger_original(self):
        write_png(self.folder / "small.png", 31, 22, lambda x, y: busy(3 * x, 3 * y))
        write_png(self.folder / "large.png", 93, 66, busy)
        for channels in ("gray", "color"):
            self.fit(f"{channels}.redraw", "--channels", channels, "--epochs", "300", picture="small.png")
            answer, = self.run_json("compare", f"{channels}.redraw", "large.png", "--drawing", "drawn.png")
            self.check(answer, self.measured("reference", "small.png", "large.png", "drawn.png"))

    @unittest.skipIf(missing(), f"needs {missing()}")
    def test_pixels_held_out(self):
        for i, (width, height) in enumerate(((40, 33), (37, 28))):
            write_png(self.folder / f"{i}.png", width, height, busy)
            run = self.fit(f"{i}.redraw", "--channels", "color" if i else "gray", "--pixel", "point", picture=f"{i}.png")
            before = run.read_bytes()
            answer, = self.run_json("compare", run, "--drawing", "drawn.png")
            self.check(answer, self.measured("held-out", f"{i}.png", f"{i}.png", "drawn.png"))
            self.assertEqual(answer["pixels_learned"], ((width + 1) // 2) * ((height + 1) // 2))
            self.assertEqual(answer["pixels_learned"] + answer["pixels_held_out"], width * height)
            self.assertEqual(answer["epochs"], 40)
            self.assertEqual(run.read_bytes(), before)
            again, = self.run_json("compare", run, "--threads", "2")
            self.assertEqual(again, answer)

    @unittest.skipIf(missing(), f"needs {missing()}")
    def test_of_area_pixels_the_own_half_is_learned(self):
        write_png(self.folder / "area.png", 40, 32, busy)
        run = self.fit("area.redraw", "--channels", "gray", "--pixel", "area", picture="area.png")
        answer, = self.run_json("compare", run, "--drawing", "drawn.png")
        self.assertEqual((answer["pixels_learned"], answer["pixels_held_out"]), (20 * 16, 40 * 32))
        subprocess.run(["convert", "area.png", "-filter", "Box", "-resize", "50%", "half.png"], cwd=self.folder,
                       check=True)
        self.check(answer, self.measured("reference", "half.png", "area.png", "drawn.png"))
        self.assertIn("from the picture's own half at 40 x 32", self.run_redraw("compare", run))

    def test_nothing_is_written_and_what_is_learned_is_a_quarter(self):
        run = self.fit("run.redraw", "--pixel", "point")
        names = sorted(path.name for path in self.folder.iterdir())
        short, = self.run_json("compare", run, "--epochs", "5")
        self.assertEqual(short["epochs"], 5)
        self.assertIsNone(short["reference"])
        text = self.run_redraw("compare", run)
        self.assertIn("288 of 384 pixels", text)
        self.assertIn("SSIM of the whole picture", text)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), names)

    def test_a_signal_stops_it_with_a_sentence(self):
        run = self.fit()
        process = self.start("compare", run, "--epochs", "900000000")
        catches(process, signal.SIGTERM)
        process.terminate()
        out, err = output_of(process)
        self.assertEqual((process.returncode, out), (128 + signal.SIGTERM, ""), err)
        self.assertIn("Stopped: nothing was compared", err)

    def test_flags_that_do_not_go_together(self):
        run = self.fit()
        for flags in (("--size", "8"), ("picture.png", "--epochs", "3"), ("--epochs", "0")):
            with self.subTest(flags=flags):
                self.assertEqual(self.run_redraw("compare", run, *flags, status=2), "")
        self.refuse("compare", run, "--drawing", "a.jpg", naming=("a.jpg", ".png"))
        self.refuse("compare", run, "--drawing", run, naming=("is the run itself",))
        write_png(self.folder / "dot.png", 1, 1, blobs)
        self.fit("dot.redraw", picture="dot.png")
        self.refuse("compare", "dot.redraw", naming=("one pixel",))


if __name__ == "__main__":
    main()
