"""Tests a picture cut into runs, learned by two workers and joined into one run, with little memory for any size.
REDRAW_LARGE_SIDE=32768 tests a picture of that size (scripts/nightly tiles)."""
import json
import os
import resource
import struct
import subprocess
import sys
import time
import unittest
import zlib

from harness import SOURCE, CliTest, is_sanitized, limited, words_of  # first: harness extends sys.path for the next imports
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
    # The whole learns a smaller copy, as it does of a picture above a megapixel.
    EPOCHS = ("--epochs", "0.5", "--train-size", "640")

    def setUp(self):
        super().setUp()
        self.picture = self.folder / "large.png"
        subprocess.run([sys.executable, SOURCE / "tests/support/large_picture.py", "1600", "240", self.picture], check=True)
        self.joined = self.folder / "out" / "large.redraw"

    def cut(self, *more):
        """Cuts the picture and returns the command of each tile."""
        return self.run_redraw("tiles", self.picture, "--to", self.folder / "out", *self.EPOCHS, *more).splitlines()

    def learn(self, lines):
        """Learns tiles, all at the same time."""
        workers = [subprocess.Popen(words_of(line), stdout=subprocess.DEVNULL, cwd=self.folder, env=self.environment)
                   for line in lines]
        self.assertEqual([worker.wait() for worker in workers], [0] * len(workers))

    def exported(self, run, *more):
        self.run_redraw("export", run, "-o", "drawn.png", *more)
        return (self.folder / "drawn.png").read_bytes()

    def test_learned_side_by_side_they_are_the_picture_learned_whole(self):
        lines = self.cut()
        self.assertEqual(len(lines), 2)
        self.assertEqual(sorted(path.name for path in (self.folder / "out").iterdir()),
                         ["large.redraw", "tile-0000-0000.redraw", "tile-0000-0001.redraw"])
        self.learn(lines)
        self.learn(lines)  # again, they are done
        joined = self.run_json("tiles", self.joined, "--join")[0]
        self.assertEqual((joined["columns"], joined["rows"], joined["learned"], joined["refused"]), (2, 1, 2, []))
        whole = self.folder / "whole.redraw"
        self.run_redraw("fit", self.picture, "-o", whole, "--whole", *self.EPOCHS)
        for more in ((), ("--size", "160"), ("--size", "2x", "--crop", "1500,100,300,200"), ("--at", "0")):
            self.assertEqual(self.exported(self.joined, *more), self.exported(whole, *more), more)
        for path in (self.folder / "out").glob("tile-*"):
            path.unlink()

        # From here on it is a run like any other, without its picture.
        info = self.run_json("info", self.joined)[0]["whole"]
        self.assertEqual((info["width"], info["height"], info["tiles"], info["learned"]), (1600, 240, 2, 2))
        self.assertAlmostEqual(info["psnr"], joined["psnr"])
        self.assertEqual(info["psnr"], self.run_json("info", whole)[0]["whole"]["psnr"])
        self.assertGreater(info["psnr"], 15)
        self.run_redraw("timelapse", self.joined, "-o", "a.gif", "--size", "120", "--seconds", "1")
        self.run_redraw("thumbnail", self.joined, "-o", "small.png", "--size", "120")
        self.run_redraw("compare", self.joined, self.picture)
        self.run_redraw("pack", self.joined)
        self.run_redraw("resume", self.joined)

    def test_what_is_missing_is_named_and_joined_later(self):
        lines = self.cut()
        self.refuse("tiles", self.joined, "--join", naming=("2 tiles could not be joined",))
        self.learn(lines[:1])
        self.refuse("tiles", self.joined, "--join", naming=("1 tile could not be joined",))
        self.assertEqual(self.run_json("info", self.joined)[0]["whole"]["learned"], 1)
        self.refuse("resume", self.joined, naming=("large.redraw does not hold its picture", "--picture", "--join"))
        self.refuse("resume", self.joined, "--picture", self.folder / "none.png", naming=("none.png",))
        subprocess.run([sys.executable, SOURCE / "tests/support/large_picture.py", "160", "24", self.folder / "b.png"], check=True)
        self.refuse("resume", self.joined, "--picture", self.folder / "b.png", naming=("does not hold its picture",))
        saved = self.joined.read_bytes()
        self.learn(lines[1:])
        self.assertEqual(self.run_json("tiles", self.joined, "--join")[0]["learned"], 2)
        drawn = self.exported(self.joined)
        self.joined.write_bytes(saved)
        self.run_redraw("resume", self.joined, "--picture", self.picture)
        self.assertEqual(self.exported(self.joined), drawn)

    def test_a_join_that_is_killed_goes_on(self):
        self.learn(self.cut())
        before = self.joined.read_bytes()
        self.run_redraw("tiles", self.joined, "--join")
        drawn = self.exported(self.joined)
        for seconds in (0.02, 0.1, 0.3, 0.6, 1):
            self.joined.write_bytes(before)
            process = self.start("tiles", self.joined, "--join")
            time.sleep(seconds)  # wherever it is then
            process.kill()
            process.communicate()
            self.run_redraw("tiles", self.joined, "--join")
            self.assertEqual(self.exported(self.joined), drawn)

    def test_usage(self):
        self.cut()
        self.refuse("tiles", self.picture, "--to", self.folder / "out", naming=("large.redraw", "--force"))
        self.cut("--force")
        self.refuse("tiles", self.picture, naming=("--to",), status=2)
        self.refuse("tiles", self.picture, "--to", "b", "--time", "1m", naming=("--epochs",), status=2)
        self.refuse("tiles", self.joined, "--join", "--to", "b", naming=("--to",), status=2)
        self.refuse("tiles", self.picture, "--join", naming=("not a Redraw run",))
        self.refuse("tiles", self.fit(), "--join", naming=("redraw tiles",))
        self.refuse("tiles", self.picture, "--to", "full", naming=("file too large",), preexec_fn=limited(resource.RLIMIT_FSIZE, 2000))
        self.assertFalse(list((self.folder / "full").glob("*.redraw")))

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
        process = self.start("tiles", picture, "--to", self.folder / "out", "--json", "--epochs", "1")
        out, _, usage = self.usage_of(process)
        cut = json.loads(out)
        self.assertEqual((cut["width"], cut["height"]), (LARGE, LARGE))
        print(f"{LARGE} x {LARGE}: {usage.ru_maxrss / 1024:.0f} MB, {usage.ru_utime + usage.ru_stime:.1f} s")
        # A row of tiles, and the small copy that is made first: at most 32 megapixels.
        self.assertLess(usage.ru_maxrss * 1024, 750e6 + 4 * 1100 * 3 * LARGE * 4)
        self.assertEqual(len(list((self.folder / "out").glob("tile-*.redraw"))), cut["columns"] * cut["rows"])
