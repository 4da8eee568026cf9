"""Tests a picture cut into tiles, learned by two workers and drawn as one, with little memory for any size.
REDRAW_LARGE_SIDE=32768 tests a picture of that size (scripts/nightly tiles)."""
import json
import os
import resource
import shlex
import struct
import subprocess
import sys
import unittest
import zlib

from harness import SOURCE, CliTest, is_sanitized, limited  # first: harness extends sys.path for the next imports
from debian_python import want

want("numpy", "PIL.Image")
import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

LARGE = int(os.environ.get("REDRAW_LARGE_SIDE", 6000))  # pixels a side


def write_flat(path, side):
    """Writes a picture whose rows have one colour each, row by row."""
    pack = zlib.compressobj(1)
    with open(path, "wb") as file:
        def chunk(name, data):
            file.write(struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)))

        file.write(b"\x89PNG\r\n\x1a\n")
        chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
        for y in range(side):
            packed = pack.compress(b"\0" + bytes((y % 256, y // 256, 7)) * side)
            if packed:
                chunk(b"IDAT", packed)
        chunk(b"IDAT", pack.flush())
        chunk(b"IEND", b"")


class Tiles(CliTest):
    def setUp(self):
        super().setUp()
        self.picture = self.folder / "large.png"
        subprocess.run([sys.executable, SOURCE / "tests/support/large_picture.py", "600", "500", self.picture], check=True)
        self.cut = self.run_json("tiles", self.picture, "--to", self.folder / "out", "--tile", "256", "--overlap", "32")[0]
        self.join = self.folder / "out" / "large.redraw-tiles"
        self.names = sorted(tile.stem for tile in (self.folder / "out" / "tiles").iterdir())

    def learn(self, *more):
        """Learns the tiles by the plan of their folder, two workers at a time."""
        out = self.folder / "out"
        plan = self.run_redraw("plan", out / "tiles", "--to", out, "--train-size", "original", "--channels", "color",
                               "--parameters", "120k", *more).splitlines()
        self.assertEqual(len(plan), len(self.names))
        for pair in zip(plan[::2], plan[1::2] + [""]):
            workers = [subprocess.Popen(shlex.split(line), stdout=subprocess.DEVNULL, cwd=self.folder, env=self.environment)
                       for line in pair if line]
            self.assertEqual([worker.wait() for worker in workers], [0] * len(workers))

    def pixels(self, path):
        with Image.open(path) as image:
            return np.asarray(image.convert("RGB")).astype(float)

    def test_learned_side_by_side_and_drawn_as_one(self):
        self.assertEqual((self.cut["columns"], self.cut["rows"]), (3, 3))
        self.assertEqual(len(self.names), 9)
        self.learn("--epochs", "12")
        said = self.run_json("compare", self.join, self.picture)[0]
        self.assertGreater(said["psnr"], 30)
        self.assertLess(abs(said["psnr_where_tiles_overlap"] - said["psnr_elsewhere"]), 3)  # overlaps show different content

        self.run_redraw("export", self.join, "-o", "one.png")
        drawn = self.pixels(self.folder / "one.png")
        truth = self.pixels(self.picture)
        self.assertEqual(drawn.shape, truth.shape)
        self.assertAlmostEqual(10 * np.log10(255**2 / np.mean((drawn - truth) ** 2)), said["psnr"], delta=0.01)
        # The error does not jump at a tile's edge: its steps there are about as large as elsewhere.
        edges = [213, 181, 405, 373]
        steps = np.abs(np.diff(drawn - truth, axis=1)).mean(axis=(0, 2))
        self.assertLess(steps[[edge - 1 for edge in edges]].max(), 2 * np.median(steps) + 1)

        self.run_redraw("export", self.join, "-o", "part.png", "--size", "2x", "--crop", "300,200,400,150")
        self.run_redraw("export", self.join, "-o", "twice.png", "--size", "2x")
        self.assertTrue(np.array_equal(self.pixels(self.folder / "part.png"),
                                       self.pixels(self.folder / "twice.png")[200:350, 300:700]))
        self.run_redraw("thumbnail", self.join, "-o", "small.png", "--size", "120")
        self.assertEqual(self.pixels(self.folder / "small.png").shape, (100, 120, 3))
        self.assertEqual(self.run_json("info", self.join)[0]["missing"], [])

        # --crop also works for an ordinary run.
        run = self.folder / "out" / f"{self.names[4]}.redraw"
        self.run_redraw("export", run, "-o", "whole.png")
        self.run_redraw("export", run, "-o", "part.png", "--crop", "10,20,30,40")
        self.assertTrue(np.array_equal(self.pixels(self.folder / "part.png"),
                                       self.pixels(self.folder / "whole.png")[20:60, 10:40]))

    def test_what_is_missing_is_named_and_nothing_is_written(self):
        info = self.run_json("info", self.join)[0]
        self.assertEqual(info["missing"], self.names)
        self.refuse("export", self.join, "-o", "one.png", naming=(
            "large.redraw-tiles", "9 of 9 tiles", "tile-0000-0000, tile-0000-0001, tile-0000-0002, tile-0001-0000, ..."))
        self.assertFalse((self.folder / "one.png").exists())
        out = self.folder / "out"
        self.run_redraw("fit", out / "tiles" / f"{self.names[0]}.png", "-o", out / f"{self.names[0]}.redraw",
                        "--train-size", "original", "--epochs", "0")
        self.refuse("compare", self.join, self.picture, naming=("8 of 9 tiles",))
        self.refuse("thumbnail", self.join, "-o", "a.png", naming=("8 of 9 tiles",))

    def test_cut_again_old_runs_are_not_taken_for_the_new_tiles(self):
        subprocess.run([sys.executable, SOURCE / "tests/support/large_picture.py", "40", "30", self.folder / "small.png"],
                       check=True)
        cut = ("tiles", "small.png", "--to", "t", "--tile", "24", "--overlap", "4")

        def learn():
            said = []
            for tile in sorted((self.folder / "t/tiles").iterdir()):
                said.append(self.run_redraw("fit", tile, "-o", f"t/{tile.stem}.redraw", "--once", "--train-size", "original",
                                            "--channels", "color", "--layers", "8", "--epochs", "20", "--threads", "1"))
            return sum("is done already" in text for text in said)
        self.run_redraw(*cut)
        learn()
        self.run_redraw("export", "t/small.redraw-tiles", "-o", "a.png")
        with Image.open(self.folder / "small.png") as image:
            image.transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(self.folder / "small.png")
        self.run_redraw(*cut, "--force")
        self.assertEqual(len(self.run_json("info", "t/small.redraw-tiles")[0]["missing"]), 4)
        self.assertEqual(learn(), 0)
        self.run_redraw("export", "t/small.redraw-tiles", "-o", "b.png")
        self.assertFalse(np.array_equal(self.pixels(self.folder / "a.png"), self.pixels(self.folder / "b.png")))
        self.run_redraw(*cut, "--force")
        self.assertEqual(learn(), 4)  # learns as many tiles as before
        os.rename(self.folder / "t/tile-0000-0000.redraw", self.folder / "spare")
        os.rename(self.folder / "t/tile-0001-0001.redraw", self.folder / "t/tile-0000-0000.redraw")
        os.rename(self.folder / "spare", self.folder / "t/tile-0001-0001.redraw")
        for command in (("export", "t/small.redraw-tiles", "-o", "c.png"), ("compare", "t/small.redraw-tiles", "small.png")):
            self.refuse(*command, naming=("has learned another picture than this tile",))
        self.assertFalse((self.folder / "c.png").exists())

    def test_a_full_disk_leaves_no_empty_folders(self):
        for command, size in ((("tiles", self.picture, "--to", "full", "--tile", "256"), 2000), (("plan", self.picture, "--to", "full"), 0)):
            self.refuse(*command, naming=("file too large",), preexec_fn=limited(resource.RLIMIT_FSIZE, size))
            self.assertEqual(list((self.folder / "full").iterdir()), [])

    def test_usage(self):
        self.refuse("tiles", self.picture, "--to", self.folder / "out", naming=("large.redraw-tiles", "--force"))
        self.run_redraw("tiles", self.picture, "--to", self.folder / "out", "--force", "--tile", "256", "--overlap", "32")
        self.refuse("tiles", self.picture, "--to", "b", "--tile", "64", "--overlap", "17",
                    naming=("more than a quarter of a tile",))
        self.refuse("tiles", self.picture, "--to", self.folder / "out", "--force", "--tile", "8", naming=("--tile",), status=2)
        self.refuse("export", self.join, "-o", "a.html", naming=("one network",), status=2)
        self.assertNotIn("html", self.refuse("export", self.join, "-o", "a.xyz", naming=("a.xyz",)))
        self.refuse("info", self.join, "--csv", "a.csv", naming=("--csv",), status=2)
        self.refuse("compare", self.join, naming=("--drawing",), status=2)
        self.join.write_text('{"redraw-tiles":1,"width":-5}')
        for command in (("info", self.join), ("export", self.join, "-o", "a.png"), ("thumbnail", self.join, "-o", "a.png"),
                        ("compare", self.join, self.picture)):
            self.refuse(*command, naming=("Cannot open large.redraw-tiles: width is not between 1 and 1048576",))

    def test_a_part_of_a_drawing(self):
        run = self.fit()
        for crop, reason in (("3,4", "X,Y,WIDTH,HEIGHT"), ("a,0,1,1", "X,Y,WIDTH,HEIGHT"),
                             ("0,0,25,1", "24 x 16"),
                             ("-1,0,1,1", "24 x 16"), ("0,0,0,1", "24 x 16"),
                             ("2147483647,0,1,1", "24 x 16"), ("9999999999,0,1,1", "X,Y,WIDTH,HEIGHT")):
            self.refuse("export", run, "-o", "a.png", "--crop", crop, naming=(reason,), status=2)
        self.refuse("export", run, "-o", "a.html", "--crop", "0,0,1,1", naming=("--crop",), status=2)


class ByRows(CliTest):
    @unittest.skipIf(is_sanitized(), "sanitizers take memory of their own")
    def test_a_large_picture_in_little_memory(self):
        picture = self.folder / "flat.png"
        write_flat(picture, LARGE)
        process = self.start("tiles", picture, "--to", self.folder / "out", "--json")
        out, _, usage = self.usage_of(process)
        cut = json.loads(out)
        self.assertEqual((cut["width"], cut["height"]), (LARGE, LARGE))
        print(f"{LARGE} x {LARGE}: {usage.ru_maxrss / 1024:.0f} MB, {usage.ru_utime + usage.ru_stime:.1f} s")
        self.assertLess(usage.ru_maxrss * 1024, 150e6)  # a copy would take 3 or 12 bytes for each pixel
        with Image.open(self.folder / "out" / "tiles" / "tile-0001-0001.png") as tile:
            top, left = ((LARGE - 64) // cut["rows"], (LARGE - 64) // cut["columns"])
            self.assertEqual(tile.getpixel((5, 9)), ((top + 9) % 256, (top + 9) // 256, 7))
            self.assertGreater(left, 0)
