"""Tests TIFF, AVIF, HEIC and JPEG XL, each read by its own module: values, depths, alpha, orientation and colour
profiles. TIFFs are made here, the others by their libraries' tools; without them the tests are skipped."""
import itertools
import pathlib
import shutil
import struct
import subprocess
import sys
import unittest

from harness import BIN, CliTest  # first: it extends sys.path for the next imports
from debian_python import want

want("numpy", "PIL.Image")
import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "fuzz"))
import corpus_formats  # noqa: E402
import tiffs  # noqa: E402
from tiff_file import tiff_file  # noqa: E402
from colours import SPACES, cmyk_profile, decoded, gray_profile, rgb_profile, write_png_16  # noqa: E402

P3 = rgb_profile("Display P3", *SPACES["Display P3"])


def needs(module, *programs):
    if not (BIN / "decoded_pictures").exists():
        return unittest.skip("this build has no decoded_pictures")
    if not (BIN / f"redraw_{module}.so").exists():
        return unittest.skip(f"this build has no module redraw_{module}.so")
    lacking = [name for name in programs if not shutil.which(name)]
    return unittest.skipIf(lacking, f"there is no {', no '.join(lacking)}")


def noise(channels, depth=8, height=23, width=37):
    """Returns random pixels with levels of the whole range."""
    return np.random.default_rng(channels * 100 + depth).integers(0, 1 << depth, (height, width, channels))


def smooth(channels, height=46, width=62):
    """Returns smooth pixels, which survive lossy compression."""
    y, x = np.mgrid[0:height, 0:width]
    return np.stack([np.rint(127.5 + 110 * np.sin(x * 0.11 + c) * np.cos(y * 0.13 - c)) for c in range(channels)], -1).astype(np.uint8)


def srgb_of_lab(lab):
    f = np.stack([(lab[..., 0] + 16) / 116 + lab[..., 1] / 500, (lab[..., 0] + 16) / 116,
                  (lab[..., 0] + 16) / 116 - lab[..., 2] / 200], -1)
    xyz = np.where(f > 6 / 29, f**3, 3 * (6 / 29) ** 2 * (f - 4 / 29)) * [0.9642, 1, 0.8249]
    to_linear = np.array([[3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540],
                          [0.0719453, -0.2289914, 1.4052427]])
    linear = np.clip(xyz @ to_linear.T, 0, 1)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


class Formats(CliTest):
    def decoded(self, file, how="--notes"):
        """Returns (values from 0 to 1, Redraw's note)."""
        return next(decoded(file, how=how))

    def check(self, file, expected, note="", within=1e-6):
        values, said = self.decoded(file)
        self.assertEqual(said, note, file.name)
        self.assertEqual(values.shape, expected.shape, file.name)
        self.assertLessEqual(np.abs(values - expected).max(), within, file.name)
        by_rows, said = self.decoded(file, "--rows")
        self.assertTrue(np.array_equal(by_rows, values), f"{file.name}, row by row")
        self.assertEqual(said, note, file.name)

    def made(self, name, *command, source):
        """Writes the pixels as a PNG and converts it with a tool; returns the new file."""
        channels = source.shape[2]
        mode = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}[channels]
        Image.fromarray((source[..., 0] if channels == 1 else source).astype(np.uint8), mode).save(self.folder / "source.png")
        return self.tool(name, *command)

    def tool(self, name, *command):
        words = [str(self.folder / word) if word in ("source.png", name) else word for word in command]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            self.skipTest(f"{command[0]} does not make it: {(done.stdout + done.stderr).strip().splitlines()[-1][:200]}")
        return self.folder / name


@needs("tiff")
class Tiff(Formats):
    def write(self, name, data):
        path = self.folder / name
        path.write_bytes(data)
        return path

    def test_depths_colours_and_places(self):
        """Tests gray and RGB of 1 to 16 bits, in strips and tiles, in planes, and in both byte orders."""
        count = 0
        for depth, channels, tile, planes, order in itertools.product((1, 2, 4, 8, 12, 16), (1, 3), (None, 16), (False, True), "<>"):
            if channels == 1 and planes:
                continue
            pixels = noise(channels, depth)
            expected = pixels / ((1 << depth) - 1)
            expected = np.rint(expected * 255) / 255 if depth <= 8 else np.rint(expected * 65535) / 65535
            self.check(self.write("a.tif", tiffs.tiff(pixels, depth, order=order, tile=tile, planes=planes)), expected)
            count += 1
        self.assertEqual(count, 72)

    def test_wide_samples(self):
        values = noise(3, 16) / 65535
        self.check(self.write("a.tif", tiffs.tiff((values * (2**32 - 1)).astype(np.uint32), 32)), values, within=1 / 65535)
        real = values.astype(np.float32)
        self.check(self.write("a.tif", tiffs.tiff(real, 32, numbers="f")), values, within=1 / 65535)
        real[0, 0] = (2.5, -1, np.nan)
        expected = values.copy()
        expected[0, 0] = (1, 0, 0)
        for depth, within in ((32, 1 / 65535), (64, 1 / 65535), (16, 1 / 2048)):
            self.check(self.write("a.tif", tiffs.tiff(real, depth, numbers="f")), expected,
                       "where it has no data it is black; its values below 0 and above 1 are cut off", within)

    def test_numbers_of_any_range(self):
        """Elevations and other values that are no levels: the least becomes black, the largest white."""
        rng = np.random.default_rng(7)
        for numbers, depths, least, most in (("i", (8, 16, 32), -100, 120), ("f", (16, 32, 64), -100, 120), ("f", (16, 32), 0, 255),
                                             ("i", (16, 32), 0, 2190)):
            for depth, channels, tile, planes, order in itertools.product(depths, (1, 3), (None, 16), (False, True), "<>"):
                if channels == 1 and planes:
                    continue
                stored = rng.integers(least, most + 1, (23, 37, channels)).astype(float)
                stored[3, 4], stored[20, 30] = least, most
                file = self.write("a.tif", tiffs.tiff(stored, depth, numbers=numbers, tile=tile, planes=planes, order=order))
                self.check(file, (stored - least) / (most - least),
                           f"its values from {least} to {most} are drawn from black to white", 0.51 / (255 if depth == 8 else 65535))

    def test_numbers_beside_no_data(self):
        stored = np.random.default_rng(8).integers(-720, 2190, (23, 37, 1)).astype(float)
        low, high = stored.min(), stored.max()
        expected = (stored - low) / (high - low)
        for numbers, lacking in (("i", -32768), ("i", 9999), ("f", -3.4e38), ("f", 3.4e38)):
            holes = stored.copy()
            holes[4:6, 7:9] = lacking
            expected[4:6, 7:9] = 0
            text = [bytes([c]) for c in f"{lacking}".encode() + b"\0"]
            file = self.write("a.tif", tiffs.tiff(holes, 32, numbers=numbers, more=[(42113, "c", text)]))
            self.check(file, expected, "where it has no data it is black; "
                       f"its values from {low:.0f} to {high:.0f} are drawn from black to white", 0.51 / 65535)
        flat = np.full((9, 9, 1), -5.0)
        self.check(self.write("a.tif", tiffs.tiff(flat, 16, numbers="i")), flat * 0,
                   "its values from -5 to -5 are drawn from black to white")
        alpha = np.dstack([stored, np.full(stored.shape, 32767.0)])  # alpha, not an elevation
        values, _ = self.decoded(self.write("a.tif", tiffs.tiff(alpha, 16, numbers="i", extra=2)))
        self.assertTrue((values[..., 1] == 1).all())

    def test_voids_that_no_tag_names(self):
        stored = np.random.default_rng(9).integers(200, 766, (23, 37, 1)).astype(float)
        stored[0, 0], stored[0, 1] = 200, 765
        expected = (stored - 200) / 565
        expected[4:6, 7:9] = 0
        note = "where it has no data it is black; its values from 200 to 765 are drawn from black to white"
        for numbers, depth, *voids in (("i", 16, -32768), ("i", 16, -32767), ("i", 16, -9999), ("i", 32, -9999), ("i", 32, -2**31),
                                       ("i", 32, -32768, -9999), ("f", 32, -9999), ("f", 32, -3.4028235e38), ("f", 32, 3.4e38),
                                       ("f", 64, -1.79e308), ("f", 64, -3.4e38, 1e30), ("f", 32, np.nan), ("f", 32, np.nan, -99999)):
            holes = stored.copy()
            for i, void in enumerate(voids):
                holes[4:6, 7 + i:9] = void
            self.check(self.write("a.tif", tiffs.tiff(holes, depth, numbers=numbers)), expected, note, 0.51 / 65535)
        # Values that are not apart from the others are measured.
        for values in ((-9999, -9000, 9000), (-32768, -32767, 32767), (-32768, 32767, 32767), (-9999, -10000, 8000), (-9999, 5, 5)):
            measured = np.resize(np.array(values, float), (9, 9, 1))
            low, high = min(values), max(values)
            self.check(self.write("a.tif", tiffs.tiff(measured, 16, numbers="i")), (measured - low) / (high - low),
                       f"its values from {low} to {high} are drawn from black to white", 0.51 / 65535)
        # Levels from 0 to 1 stay what they are.
        levels = noise(3, 16) / 65535
        levels[2, 3] = -3.4e38
        shown = levels.clip(0, 1)
        self.check(self.write("a.tif", tiffs.tiff(levels, 32, numbers="f")), shown, "where it has no data it is black", 1 / 65535)

    def test_signed_numbers_of_other_colours(self):
        for samples, photometric in ((4, 5), (3, 6)):
            self.write("a.tif", tiffs.tiff(noise(samples) - 128, 8, numbers="i", photometric=photometric))
            self.refuse("fit", "a.tif", "-o", "a.redraw", naming=["a.tif", "a TIFF of a kind Redraw does not read"])

    def test_cielab(self):
        """Compares with D50 Lab by the formulas of the CIE, adapted to D65 by Bradford's matrix, also in ICC's
        encoding."""
        rng = np.random.default_rng(9)
        lab = np.dstack([rng.uniform(20, 90, (23, 37)), rng.uniform(-25, 25, (2, 23, 37)).transpose(1, 2, 0)])
        lab[:3, :, 1:] = 0  # grays
        for depth, tile, planes in itertools.product((8, 16), (None, 16), (False, True)):
            whole = 255 if depth == 8 else 255 * 256
            a_b = np.rint(lab[..., 1:] * (1 if depth == 8 else 256))
            for photometric, levels in ((8, (1 << depth) - 1), (9, whole)):
                light = np.rint(lab[..., :1] / 100 * levels)
                offset = 0 if photometric == 8 else 1 << (depth - 1)
                stored = np.concatenate([light, (a_b.astype(int) + offset) & ((1 << depth) - 1)], -1)
                exact = np.concatenate([light / levels * 100, a_b / (1 if depth == 8 else 256)], -1)
                file = self.write("a.tif", tiffs.tiff(stored.astype(int), depth, photometric=photometric, tile=tile, planes=planes))
                self.check(file, srgb_of_lab(exact), "converted from CIELAB to sRGB", 1.6 / 255)
                gray, _ = self.decoded(file)
                self.assertLessEqual(np.ptp(gray[:3], axis=-1).max(), 1.01 / 255)

    def test_a_thumbnail_is_not_the_picture(self):
        small, large = noise(3, 8, 5, 6), noise(3)
        thumbnail = [(254, "I", [1])]
        for pages in ([tiffs.tiff(small, 8, more=thumbnail), tiffs.tiff(large, 8)],
                      [tiffs.tiff(small, 8, more=[(255, "H", [2])])] * 3 + [tiffs.tiff(large, 8)],
                      [tiffs.tiff(small, 8, more=[(254, "I", [4])]), tiffs.tiff(large, 8)]):
            self.check(self.write("a.tif", tiffs.joined(*pages)), large / 255)
        only = tiffs.joined(*[tiffs.tiff(small, 8, more=thumbnail)] * 2)
        self.check(self.write("a.tif", only), small / 255, "only the first of its pages is read")
        raw = tiffs.joined(tiffs.tiff(small, 8, more=thumbnail), tiffs.tiff(noise(1), 8, photometric=32803))
        self.write("a.tif", raw)
        self.refuse("fit", "a.tif", "-o", "a.redraw", naming=["a.tif", "a camera's raw picture"])

    def test_what_a_directory_leaves_out(self):
        pixels = noise(1)
        file = self.write("a.tif", tiffs.tiff(pixels, 8, photometric=3))
        self.check(file, pixels / 255, "its palette is missing, so that it is shown as gray")
        big = self.write("a.tif", tiffs.tiff(pixels, 8, order=">", photometric=3))
        self.check(big, pixels / 255, "its palette is missing, so that it is shown as gray")
        self.check(self.write("a.tif", tiffs.tiff(pixels, 8, more=[(262, "H", [])])), pixels / 255)
        bits = Image.fromarray(noise(1, 1)[..., 0].astype(bool))
        bits.save(self.folder / "a.tif", compression="group4")
        data = bytearray(self.read("a.tif"))
        at = struct.unpack_from("<I", data, 4)[0]
        entry = next(at + 2 + 12 * i for i in range(99) if struct.unpack_from("<H", data, at + 2 + 12 * i)[0] == 262)
        struct.pack_into("<H", data, entry, 263)  # Threshholding, which does not define the colours
        white_is_zero = struct.unpack_from("<H", data, entry + 8)[0] == 0
        self.write("a.tif", data)
        shown = np.asarray(bits)[..., None].astype(float)
        self.check(self.folder / "a.tif", shown if white_is_zero else 1 - shown)

    def test_alpha(self):
        for channels, depth in itertools.product((2, 4), (8, 16)):
            pixels, most = noise(channels, depth), (1 << depth) - 1
            self.check(self.write("a.tif", tiffs.tiff(pixels, depth, extra=2)), pixels / most)
            straight = pixels.copy()
            straight[..., -1] = np.maximum(straight[..., -1], most // 2)
            stored = straight.copy()
            stored[..., :-1] = np.rint(straight[..., :-1] * (straight[..., -1:] / most))
            self.check(self.write("a.tif", tiffs.tiff(stored, depth, extra=1)), straight / most, within=2.01 / most)
            self.check(self.write("a.tif", tiffs.tiff(pixels, depth, extra=0)), pixels[..., :-1] / most)  # of unknown meaning
            for planes in (False, True):
                behind = noise(channels + 1, depth)
                gray = 1 if channels == 2 else 2
                file = self.write("a.tif", tiffs.tiff(behind, depth, photometric=gray, extra=[0, 2], planes=planes))
                self.check(file, np.delete(behind, channels - 1, -1) / most)
        colours = noise(3, 8, 1, 256)[0]
        for planes in (False, True):
            indices = noise(2)
            file = self.write("a.tif", tiffs.tiff(indices, 8, palette=colours * 257, extra=2, planes=planes))
            self.check(file, np.dstack([colours[indices[..., 0]], indices[..., 1]]) / 255)

    def test_white_is_zero_palettes_inks(self):
        for depth in (1, 8, 16):
            pixels, most = noise(1, depth), (1 << depth) - 1
            self.check(self.write("a.tif", tiffs.tiff(pixels, depth, photometric=0)), 1 - pixels / most)
        for depth in (1, 2, 4, 8):
            pixels, colours = noise(1, depth), noise(3, 8, 1, 1 << depth)[0]
            file = self.write("a.tif", tiffs.tiff(pixels, depth, palette=colours * 257))
            self.check(file, colours[pixels[..., 0]] / 255)
        inks = noise(4, 8)
        left = 1 - inks / 255
        expected = np.rint(left[..., :3] * left[..., 3:] * 255) / 255
        for planes in (False, True):
            file = self.write("a.tif", tiffs.tiff(inks, 8, photometric=5, planes=planes))
            self.check(file, expected, "converted from CMYK to RGB", 1.01 / 255)

    def test_colour_profiles(self):
        for channels, depth, profile in ((3, 8, P3), (3, 16, P3), (1, 8, gray_profile("g", 1.8)), (4, 8, cmyk_profile("Inks"))):
            pixels = noise(channels, depth)
            more = {"photometric": 5} if channels == 4 else {}
            values, note = self.decoded(self.write("a.tif", tiffs.tiff(pixels, depth, profile=profile, **more)))
            self.assertIn("its colours were converted from", note)
            if channels == 3 and depth == 8:
                Image.fromarray(pixels.astype(np.uint8), "RGB").save(self.folder / "a.png", icc_profile=profile)
                self.assertTrue((values == self.decoded(self.folder / "a.png")[0]).all())
        self.assertEqual(self.decoded(self.write("a.tif", tiffs.tiff(noise(3), 8, profile=P3[:200])))[1],
                         "its colour profile is damaged and was not applied")

    def test_turns_and_pages(self):
        pixels = noise(3)
        turned = {1: pixels, 2: pixels[:, ::-1], 3: pixels[::-1, ::-1], 4: pixels[::-1], 5: pixels.transpose(1, 0, 2),
                  6: pixels.transpose(1, 0, 2)[:, ::-1], 7: pixels.transpose(1, 0, 2)[::-1, ::-1], 8: pixels.transpose(1, 0, 2)[::-1]}
        for orientation, expected in turned.items():
            note = "" if orientation == 1 else "turned upright by its EXIF orientation"
            self.check(self.write("a.tif", tiffs.tiff(pixels, 8, orientation=orientation)), expected / 255, note)
        pages = [Image.fromarray(noise(3, 8, 9 + i, 9).astype(np.uint8), "RGB") for i in range(3)]
        pages[0].save(self.folder / "pages.tif", save_all=True, append_images=pages[1:])
        self.check(self.folder / "pages.tif", np.asarray(pages[0]) / 255, "only the first of its pages is read")

    def test_packings_of_libtiff(self):
        pixels = np.rint(smooth(3) / 16).astype(np.uint8) * 16
        picture = Image.fromarray(pixels, "RGB")
        for packing in ("raw", "packbits", "tiff_lzw", "tiff_deflate", "tiff_adobe_deflate", "zstd", "lzma"):
            try:
                picture.save(self.folder / "a.tif", compression=packing)
            except (OSError, KeyError, ValueError, RuntimeError):
                continue  # unknown to this version of Pillow
            self.check(self.folder / "a.tif", pixels / 255)
        bits = Image.fromarray(noise(1, 1)[..., 0].astype(bool))
        for packing in ("group3", "group4"):
            bits.save(self.folder / "a.tif", compression=packing)
            self.check(self.folder / "a.tif", np.asarray(bits)[..., None].astype(float))
        for mode in ("RGB", "YCbCr"):
            Image.fromarray(smooth(3), "RGB").convert(mode).save(self.folder / "a.tif", compression="jpeg", quality=98)
            self.check(self.folder / "a.tif", smooth(3) / 255, within=0.06)

    def test_an_error_of_libtiffs_decoder_is_damage(self):
        """libtiff reports some errors and then goes on with guessed pixels."""
        def damaged(name, data):
            self.refuse("fit", self.write(name, data), "-o", "a.redraw", naming=[name, "it is damaged"])

        bits = Image.fromarray((smooth(1)[..., 0] > 128))
        for packing in ("group3", "group4"):
            bits.save(self.folder / "good.tif", compression=packing)
            data = bytearray(self.read("good.tif"))
            self.check(self.folder / "good.tif", np.asarray(bits)[..., None].astype(float))
            with Image.open(self.folder / "good.tif") as good:
                strip = good.tag_v2[273][0]
            data[strip + 20:strip + 24] = b"\0\0\0\0"  # no code is so many zeros
            damaged("a.tif", bytes(data))
        Image.fromarray(smooth(3), "RGB").save(self.folder / "good.tif", compression="jpeg", quality=90)
        data = bytearray(self.read("good.tif"))
        at = data.index(b"\xff\xda") + 200
        data[at:at + 40] = b"\xff\xd9" * 20  # the end of the picture amid its pixels
        damaged("a.tif", bytes(data))
        # A run of PackBits that goes on in the next row, which TIFF forbids.
        row = (b"\xf9\x4d", 2)
        damaged("a.tif", tiff_file([row[0] * row[1]], {256: ("I", [4]), 257: ("I", [4]), 258: ("H", [8]), 259: ("H", [32773]),
                                                      262: ("H", [1]), 277: ("H", [1])}, "<", None, 4))

    def test_what_is_no_picture_of_ours(self):
        self.write("a.tif", tiffs.tiff(noise(1), 8, photometric=32803))
        self.refuse("fit", "a.tif", "-o", "a.redraw", naming=["a.tif", "a camera's raw picture"])
        self.write("a.tif", tiffs.tiff(noise(1), 8, packing=31337))
        self.refuse("fit", "a.tif", "-o", "a.redraw", naming=["a.tif", "31337"])


@needs("avif", "avifenc")
class Avif(Formats):
    def test_lossless(self):
        for channels in (1, 3, 4):
            pixels = noise(channels)
            file = self.made("a.avif", "avifenc", "--lossless", "source.png", "a.avif", source=pixels)
            values, note = self.decoded(file)
            self.assertEqual(note, "")
            expected = pixels / 255
            self.assertLessEqual(np.abs(values - expected).max(), 1e-6)  # gray has one or three channels here

    def test_ten_bits(self):
        levels = noise(3, 10)
        Image.new("RGB", (1, 1)).save(self.folder / "source.png")
        write_png_16(self.folder / "source.png", levels * 65535 // 1023)
        file = self.tool("a.avif", "avifenc", "--lossless", "-d", "10", "-y", "444", "source.png", "a.avif")
        values, _ = self.decoded(file)
        self.assertLessEqual(np.abs(values - levels / 1023).max(), 1.01 / 1023)
        self.assertGreater(len(np.unique(values)), 300)

    def test_turned_and_mirrored(self):
        pixels = noise(3)
        for angle, axis in itertools.product((0, 1, 2, 3), (None, 0, 1)):
            words = ["--irot", str(angle)] if angle else []
            words += ["--imir", str(axis)] if axis is not None else []
            file = self.made("a.avif", "avifenc", "--lossless", *words, "source.png", "a.avif", source=pixels)
            expected = np.rot90(pixels, angle)
            if axis is not None:
                expected = expected[::-1] if axis == 0 else expected[:, ::-1]
            self.check(file, expected / 255, "turned upright as it asks for" if words else "")

    def test_cut_out(self):
        pixels = noise(3, 8, 64, 96)
        file = self.made("a.avif", "avifenc", "--lossless", "--clap", "40,1,32,1,0,1,0,1", "source.png", "a.avif", source=pixels)
        self.check(file, pixels[16:48, 28:68] / 255, "cut as it asks for")
        whole = bytearray(file.read_bytes())
        at = whole.index(b"clap") + 4
        for clap in ((41, 2, 33, 2, 1, 3, 1, 3), (200, 1, 64, 1, 0, 1, 0, 1), (40, 1, 32, 1, 99, 1, 0, 1), (40, 0, 32, 0, 0, 0, 0, 0)):
            struct.pack_into(">8I", whole, at, *clap)  # avifenc refuses to write this
            file.write_bytes(whole)
            self.check(file, pixels / 255, "not cut as it asks for, which makes no sense")

    def test_colours(self):
        pixels = smooth(3)
        named = self.made("a.avif", "avifenc", "--lossless", "--cicp", "12/13/0", "source.png", "a.avif", source=pixels)
        values, note = self.decoded(named)
        self.assertIn("converted from Display P3 to sRGB", note)
        Image.fromarray(pixels, "RGB").save(self.folder / "b.png", icc_profile=P3)
        self.assertLessEqual(np.abs(values - self.decoded(self.folder / "b.png")[0]).max(), 1.01 / 255)
        Image.fromarray(pixels, "RGB").save(self.folder / "source.png", icc_profile=P3)
        values, note = self.decoded(self.tool("a.avif", "avifenc", "--lossless", "source.png", "a.avif"))
        self.assertIn("converted from Display P3 to sRGB", note)
        self.assertTrue((values == self.decoded(self.folder / "b.png")[0]).all())
        file = self.made("a.avif", "avifenc", "--lossless", "--cicp", "9/16/0", "source.png", "a.avif", source=pixels)
        self.assertIn("high dynamic range (PQ)", self.decoded(file)[1])


@needs("heif", "heif-enc")
class Heif(Formats):
    def test_pictures(self):
        for channels in (3, 4):
            file = self.made("a.heic", "heif-enc", "-q", "98", "-p", "chroma=444", "source.png", "-o", "a.heic", source=smooth(channels))
            self.check(file, smooth(channels) / 255, within=0.05)

    def test_colours_and_several(self):
        Image.fromarray(smooth(3), "RGB").save(self.folder / "source.png", icc_profile=P3)
        file = self.tool("a.heic", "heif-enc", "-q", "98", "-p", "chroma=444", "source.png", "-o", "a.heic")
        values, note = self.decoded(file)
        self.assertEqual(note, "its colours were converted from Display P3 to sRGB")
        self.assertLessEqual(np.abs(values - self.decoded(self.folder / "source.png")[0]).max(), 0.08)
        both = [str(self.folder / "source.png")] * 2
        file = self.tool("b.heic", "heif-enc", "-q", "90", *both, "-o", "b.heic")
        self.assertIn("only the main one of its pictures is read", self.decoded(file)[1])

    def test_ten_bits(self):
        levels = (smooth(3).astype(int) * 257)
        write_png_16(self.folder / "source.png", levels)
        file = self.tool("a.heic", "heif-enc", "-q", "98", "-b", "10", "-p", "chroma=444", "source.png", "-o", "a.heic")
        self.check(file, levels / 65535, within=0.03)


@needs("heif")
class OtherCodecs(Formats):
    """HEIFs with codecs that libheif does not read are not reported as damaged."""

    def test_named(self):
        whole = dict(corpus_formats.made(".heic"))["plain.heic"]
        at = whole.index(b"hvc1", whole.index(b"infe"))
        for codec in (b"unci", b"j2k1", b"avc1", b"vvc1"):
            (self.folder / "a.heic").write_bytes(whole[:at] + codec + whole[at + 4:])
            self.refuse("fit", "a.heic", "-o", "a.redraw", naming=["a.heic", f"in a codec ({codec.decode()}) that libheif"])
        for brand in (b"mif2", b"avci", b"1pic"):
            (self.folder / "a.heic").write_bytes(b"\0\0\0\x14ftyp" + brand + bytes(4) + brand + whole[20:])
            self.refuse("fit", "a.heic", "-o", "a.redraw", naming=["a.heic", "a HEIF picture of a kind that libheif does not read"])


@needs("jxl")
class JpegXlInks(Formats):
    def test_black(self):
        """Tests CMYK with an invalid profile: all inks, including black, reduce white."""
        (self.folder / "a.jxl").write_bytes(dict(corpus_formats.made(".jxl"))["inks.jxl"])
        y, x = np.mgrid[0:8, 0:12]
        left = np.stack([x * 20, y * 30, (x + y) * 10], -1) / 255 * ((255 - (x * 7 + y * 11)) / 255)[..., None]
        self.check(self.folder / "a.jxl", np.rint(left * 255) / 255,
                   "its colour profile is damaged and was not applied; converted from CMYK to RGB", 1.01 / 255)


@needs("jxl", "cjxl")
class JpegXl(Formats):
    def test_lossless(self):
        for channels in (1, 2, 3, 4):
            pixels = noise(channels)
            self.check(self.made("a.jxl", "cjxl", "-d", "0", "source.png", "a.jxl", source=pixels), pixels / 255)
            boxed = self.tool("a.jxl", "cjxl", "-d", "0", "--container=1", "source.png", "a.jxl")
            self.check(boxed, pixels / 255)

    def test_sixteen_bits(self):
        levels = noise(3, 16)
        write_png_16(self.folder / "source.png", levels)
        self.check(self.tool("a.jxl", "cjxl", "-d", "0", "source.png", "a.jxl"), levels / 65535)

    def test_lossy_and_colours(self):
        file = self.made("a.jxl", "cjxl", "-d", "0.3", "source.png", "a.jxl", source=smooth(3))
        self.check(file, smooth(3) / 255, within=0.04)
        for distance, within in (("0", 1e-6), ("0.2", 0.06)):
            Image.fromarray(smooth(3), "RGB").save(self.folder / "source.png", icc_profile=P3)
            file = self.tool("a.jxl", "cjxl", "-d", distance, "source.png", "a.jxl")
            values, note = self.decoded(file)
            self.assertIn("its colours were converted from", note)
            self.assertLessEqual(np.abs(values - self.decoded(self.folder / "source.png")[0]).max(), within)

    def test_animation(self):
        frames = [Image.fromarray(smooth(3)[..., [i, 1, 2]], "RGB").quantize(200) for i in range(3)]
        frames[0].save(self.folder / "source.gif", save_all=True, append_images=frames[1:], duration=100)
        file = self.tool("a.jxl", "cjxl", "-d", "0", str(self.folder / "source.gif"), "a.jxl")
        values, note = self.decoded(file)
        self.assertIn("only the first frame of the animation is read", note)
        self.assertLessEqual(np.abs(values[..., :3] - self.decoded(self.folder / "source.gif")[0][..., :3]).max(), 1e-6)


class Missing(CliTest):
    """Tests formats whose module or library is missing: one sentence says what to install."""

    NAMES = {"tiff": (b"II*\0" + bytes(60), "TIFF"), "avif": (b"\0\0\0\x1cftypavif" + bytes(60), "AVIF"),
             "heif": (b"\0\0\0\x1cftypheic" + bytes(60), "HEIC"), "jxl": (b"\xff\x0a" + bytes(60), "JPEG XL")}

    def test_no_module(self):
        for module, (content, name) in self.NAMES.items():
            (self.folder / "a.png").write_bytes(content)
            self.environment[f"REDRAW_{module.upper()}_MODULE"] = str(self.folder / "none.so")
            self.refuse("fit", "a.png", "-o", "a.redraw", naming=[f"{name} picture", "none.so is not installed", f"lib{module}-dev"])

    def test_no_library(self):
        """Simulates a missing library: the module's replacement needs a library that does not exist."""
        if not shutil.which("cc"):
            self.skipTest("there is no compiler")
        (self.folder / "gone.c").write_text("int gone(void) { return 0; }\n")
        (self.folder / "needs.c").write_text("int gone(void); int needs(void) { return gone(); }\n")
        for words in (["-o", "libgone.so", "gone.c"], ["-o", "needs.so", "needs.c", "-L.", "-lgone"]):
            subprocess.run(["cc", "-shared", "-fPIC", *words], check=True, cwd=self.folder)
        (self.folder / "libgone.so").unlink()
        for module, (content, name) in self.NAMES.items():
            (self.folder / "a.png").write_bytes(content)
            self.environment[f"REDRAW_{module.upper()}_MODULE"] = str(self.folder / "needs.so")
            self.refuse("fit", "a.png", "-o", "a.redraw", naming=[f"{name} module does not load", "libgone.so", f"package lib{module}"])
