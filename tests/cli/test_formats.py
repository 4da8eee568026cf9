"""TIFF, AVIF, HEIC and JPEG XL, each read by a module of its own: as written, with their depths, alpha, turns and colour
profiles. TIFFs are made here, the others by the tools of their libraries, without which they are visibly skipped."""
import itertools
import pathlib
import shutil
import subprocess
import unittest

from harness import REDRAW, CliTest, main  # first: it knows where the next one is
from debian_python import want

want("numpy", "PIL.Image")
import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

import tiffs
from colours import SPACES, cmyk_profile, gray_profile, rgb_profile, write_png_16

BIN = pathlib.Path(REDRAW).resolve().parent
P3 = rgb_profile("Display P3", *SPACES["Display P3"])


def needs(module, *programs):
    if not (BIN / "decoded_pictures").exists():
        return unittest.skip("this build has no decoded_pictures")
    if not (BIN / f"redraw_{module}.so").exists():
        return unittest.skip(f"this build has no module redraw_{module}.so")
    lacking = [name for name in programs if not shutil.which(name)]
    return unittest.skipIf(lacking, f"there is no {', no '.join(lacking)}")


def noise(channels, depth=8, height=23, width=37):
    """Every level somewhere."""
    return np.random.default_rng(channels * 100 + depth).integers(0, 1 << depth, (height, width, channels))


def smooth(channels, height=46, width=62):
    """What a lossy format keeps."""
    y, x = np.mgrid[0:height, 0:width]
    return np.stack([np.rint(127.5 + 110 * np.sin(x * 0.11 + c) * np.cos(y * 0.13 - c)) for c in range(channels)], -1).astype(np.uint8)


class Formats(CliTest):
    def decoded(self, file, how="--notes"):
        """(values from 0 to 1, what Redraw says it did)."""
        out = subprocess.run([BIN / "decoded_pictures", how, file], capture_output=True, check=True).stdout
        line, _, out = out.partition(b"\n")
        self.assertFalse(line.startswith(b"!"), f"{file.name}: {line.decode()}")
        size, _, note = line.decode().partition(" note ")
        width, height, channels = map(int, size.split())
        return np.frombuffer(out, "<f4").reshape(height, width, channels).astype(float), note

    def check(self, file, expected, note="", within=1e-6):
        values, said = self.decoded(file)
        self.assertEqual(said, note, file.name)
        self.assertEqual(values.shape, expected.shape, file.name)
        self.assertLessEqual(np.abs(values - expected).max(), within, file.name)
        by_rows, said = self.decoded(file, "--rows")
        self.assertTrue(np.array_equal(by_rows, values), f"{file.name}, row by row")
        self.assertEqual(said, note, file.name)

    def made(self, name, *command, source):
        """A file that a tool makes of a PNG of these pixels."""
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
        """Gray and RGB of 1 to 16 bits, in strips and tiles, in planes, of both byte orders."""
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
        self.check(self.write("a.tif", tiffs.tiff(real, 32, real=True)), values, within=1 / 65535)
        real[0, 0] = (2.5, -1, np.nan)
        expected = values.copy()
        expected[0, 0] = (1, 0, 0)
        self.check(self.write("a.tif", tiffs.tiff(real, 32, real=True)), expected, "its values above 1 are cut off", 1 / 65535)

    def test_alpha(self):
        for channels, depth in itertools.product((2, 4), (8, 16)):
            pixels, most = noise(channels, depth), (1 << depth) - 1
            self.check(self.write("a.tif", tiffs.tiff(pixels, depth, extra=2)), pixels / most)
            straight = pixels.copy()
            straight[..., -1] = np.maximum(straight[..., -1], most // 2)
            stored = straight.copy()
            stored[..., :-1] = np.rint(straight[..., :-1] * (straight[..., -1:] / most))
            self.check(self.write("a.tif", tiffs.tiff(stored, depth, extra=1)), straight / most, within=2.01 / most)
            self.check(self.write("a.tif", tiffs.tiff(pixels, depth, extra=0)), pixels[..., :-1] / most)  # of no known meaning

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
                continue  # not known to this Pillow
            self.check(self.folder / "a.tif", pixels / 255)
        bits = Image.fromarray(noise(1, 1)[..., 0].astype(bool))
        for packing in ("group3", "group4"):
            bits.save(self.folder / "a.tif", compression=packing)
            self.check(self.folder / "a.tif", np.asarray(bits)[..., None].astype(float))
        for mode in ("RGB", "YCbCr"):
            Image.fromarray(smooth(3), "RGB").convert(mode).save(self.folder / "a.tif", compression="jpeg", quality=98)
            self.check(self.folder / "a.tif", smooth(3) / 255, within=0.06)

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
            self.assertLessEqual(np.abs(values - expected).max(), 1e-6)  # a gray one comes back as gray, or thrice

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
    """A format whose module or library is not there: one sentence that says what to install."""

    NAMES = {"tiff": (b"II*\0" + bytes(60), "TIFF"), "avif": (b"\0\0\0\x1cftypavif" + bytes(60), "AVIF"),
             "heif": (b"\0\0\0\x1cftypheic" + bytes(60), "HEIC"), "jxl": (b"\xff\x0a" + bytes(60), "JPEG XL")}

    def test_no_module(self):
        for module, (content, name) in self.NAMES.items():
            (self.folder / "a.png").write_bytes(content)
            self.environment[f"REDRAW_{module.upper()}_MODULE"] = str(self.folder / "none.so")
            self.refuse("fit", "a.png", "-o", "a.redraw", naming=[f"{name} picture", "none.so is not installed", f"lib{module}-dev"])

    def test_no_library(self):
        """As if it were gone: what stands in for the module needs a library that is nowhere."""
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


if __name__ == "__main__":
    main()
