"""Tests a large picture at its own size: little memory, minibatches, recognisable after one epoch, and reduced
only with notice."""
import json
import math
import re
import sqlite3

from harness import CliTest, is_sanitized, png_header
import pictures  # noqa: I100

WIDTH, HEIGHT = 2448, 1632  # 4 megapixels
FLOATS = WIDTH * HEIGHT * 3 * 4  # bytes of one copy of the picture as floats
SMALL = ("--layers", "64,64", "--threads", "1")


def write_colour(path, width, height):
    """Writes a picture of horizontal waves whose colours differ in every row; quick to make."""
    across = bytes(int(127.5 + 127.5 * math.sin(x * 9 / width + c)) for x in range(width) for c in range(3))
    rows = []
    for y in range(height):
        share = 0.5 + 0.5 * math.cos(7 * y / height)
        rows.append(across.translate(bytes(int(v * share) for v in range(256))))

    path.write_bytes(pictures.png(width, height, rows, 8, 2))


class Large(CliTest):
    def setUp(self):
        super().setUp()
        self.picture = self.folder / "large.png"
        write_colour(self.picture, WIDTH, HEIGHT)

    def fit_large(self, name, *arguments):
        """Trains a large picture. Returns the printed JSON and the peak memory in bytes."""
        process = self.start("fit", self.picture, "-o", name, *SMALL, *arguments, "--json")
        out, _, usage = self.usage_of(process)
        return [json.loads(line) for line in out.splitlines()], usage.ru_maxrss * 1024

    def config(self, run):
        return self.run_json("info", run)[0]["config"]

    def test_learns_at_its_own_size_in_little_memory(self):
        _, small = self.fit_large("small.redraw", "--train-size", "64x48", "--epochs", "0")
        lines, most = self.fit_large("large.redraw", "--train-size", "original", "--epochs", "1")
        done = lines[-1]
        self.assertTrue(done["finished"])
        steps = WIDTH * HEIGHT / self.config("large.redraw")["data"]["batch_size"]
        self.assertAlmostEqual(done["step"], steps, delta=0.05 * steps)  # rounded: a batch is whole cells
        self.assertGreater(done["psnr"], 22)  # dB after 488 steps; 8 dB at the start
        self.assertGreater(done["psnr_row_step"], 1)
        if not is_sanitized():  # sanitizers keep freed memory
            self.assertLess(most, small + 1.5 * FLOATS, "more than the picture and what packs it")

        connection = sqlite3.connect(f"file:{self.folder / 'large.redraw'}?mode=ro", uri=True)
        self.addCleanup(connection.close)
        target = self.folder / "target.png"
        target.write_bytes(connection.execute("SELECT png FROM target").fetchone()[0])
        self.assertEqual(png_header(target), (WIDTH, HEIGHT, 8, 2))
        self.assertEqual(connection.execute("SELECT count(*) FROM source").fetchone()[0], 0)

        self.assertEqual(self.run_json("resume", "large.redraw")[-1]["psnr"], done["psnr"])

    def test_goes_on_exactly(self):
        whole = ("--train-size", "original", "--batch", "65536", "--layers", "8", "--threads", "1")
        self.run_redraw("fit", self.picture, "-o", "a.redraw", *whole, "--epochs", "1")
        self.run_redraw("fit", self.picture, "-o", "b.redraw", *whole, "--epochs", "1", "--until-psnr", "1")
        self.run_redraw("resume", "b.redraw", "--threads", "2")
        self.assertEqual(self.weights("a.redraw"), self.weights("b.redraw"))

    def test_a_batch_asked_for_stays(self):
        fit = ("fit", self.picture, *SMALL, "--train-size", "original", "--epochs", "0")
        for batch, mode in ("full", "full"), ("rows", "rows"), ("5000", "stratified"), ("random:5000", "random"):
            self.run_redraw(*fit, "-o", f"{mode}.redraw", "--batch", batch)
            self.assertEqual(self.config(f"{mode}.redraw")["data"]["batch"], mode)
        said = self.run_redraw(*fit, "-o", "chosen.redraw", "--lr-max", "0.00125")
        chosen = self.config("chosen.redraw")
        self.assertIn(f"learned at {WIDTH} x {HEIGHT}", said)
        pixels = int(re.search(r"(\d+) pixels a step", said.replace(",", ""))[1])
        self.assertAlmostEqual(pixels, chosen["data"]["batch_size"], delta=0.05 * pixels)
        self.assertNotIn("smaller", said)
        self.assertEqual(chosen["schedule"]["lr_max"], 0.00125)
        self.assertEqual(chosen["schedule"]["epochs"], 0)

    def test_smaller_is_said(self):
        said = self.run_redraw("fit", self.picture, "-o", "run.redraw", *SMALL, "--epochs", "0")
        self.assertIn("learned at 245 x 163", said)
        self.assertIn("--train-size original", said)
        self.assertNotIn("pixels a step", said)
