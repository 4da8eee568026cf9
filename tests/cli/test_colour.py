"""Tests that pictures in colour spaces other than sRGB are converted as ImageMagick does with lcms, for at least
12 profiles. Profiles that no package installs are made here."""
import pathlib
import shutil
import struct
import subprocess
import sys
import unittest
import zlib

from harness import BIN, SOURCE, CliTest  # first: harness extends sys.path for the next imports
from debian_python import want

want("numpy", "PIL.Image")
import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

from colours import SPACES, cmyk_profile, decoded, delta_e_2000, gray_profile, lab_of_srgb, rgb_profile

sys.path.insert(1, str(SOURCE / "tests/hostile"))
import pictures  # noqa: E402
SRGB = rgb_profile("sRGB", *SPACES["sRGB"])
MOST = 1.0  # largest mean difference (CIEDE2000) that passes


def colours(channels, side=216):
    """Returns 8-bit pixels: rows of neutral colours, below them colours across the cube, at the end its corners."""
    y, x = np.mgrid[0:side, 0:side] / (side - 1)
    planes = [x, y, 0.5 + 0.5 * np.sin(7 * x + 5 * y), 0.6 * x * y][:channels]
    values = np.stack(planes, -1)
    values[: side // 9] = x[: side // 9, :, None]
    values[-1, :8] = [[corner >> channel & 1 for channel in range(channels)] for corner in range(8)]
    if channels == 4:
        values[..., 3] *= 0.7
    return np.rint(values * 255).astype(np.uint8)


@unittest.skipUnless((BIN / "decoded_pictures").exists(), "this build has no decoded_pictures")
class Colours(CliTest):
    def one(self, file):
        return next(decoded(file))

    def as_imagemagick(self, file, channels=3):
        (self.folder / "srgb.icc").write_bytes(SRGB)
        raw = subprocess.run(["convert", file, "-profile", self.folder / "srgb.icc", "-depth", "16", "rgb:-"],
                             capture_output=True, check=True).stdout
        return np.frombuffer(raw, "<u2").astype(float) / 65535

    def save(self, name, pixels, profile, **options):
        mode = {1: "L", 3: "RGB", 4: "CMYK"}[pixels.shape[2]]
        flat = pixels[..., 0] if mode == "L" else pixels
        path = self.folder / name
        Image.fromarray(flat, mode).save(path, icc_profile=profile, **options)
        return path

    @unittest.skipUnless(shutil.which("convert"), "there is no ImageMagick to compare with")
    def test_as_imagemagick(self):
        delegates = subprocess.run(["convert", "-version"], capture_output=True, text=True).stdout
        if "lcms" not in delegates:
            self.skipTest("this ImageMagick is built without lcms")
        kinds = [(name, "png", 3, rgb_profile(name, *space)) for name, space in SPACES.items() if name != "sRGB"]
        kinds += [("Gray gamma 1.8", "png", 1, gray_profile("Gray gamma 1.8", 1.8)),
                  ("Gray gamma 2.2", "jpg", 1, gray_profile("Gray gamma 2.2", 2.2)),
                  ("Inks", "jpg", 4, cmyk_profile("Inks"))]
        for path in ("ghostscript/default_cmyk.icc", "ghostscript/ps_cmyk.icc", "compatibleWithAdobeRGB1998.icc"):
            installed = pathlib.Path("/usr/share/color/icc") / path
            if installed.exists():
                profile = installed.read_bytes()
                cmyk = profile[16:20] == b"CMYK"
                kinds.append((installed.name, "jpg" if cmyk else "webp", 4 if cmyk else 3, profile))
        self.assertGreaterEqual(len(kinds), 12)
        kinds += [(f"{name}, large", *rest) for name, *rest in kinds if rest[1] == 4]  # large CMYK uses a colour table
        print(f"\n{'profile':<34} {'as':<5} {'mean':>6} {'99 %':>6} {'most':>6}  delta-E 2000")
        worst = 0
        for name, kind, channels, profile in kinds:
            options = {"jpg": {"quality": 95, "subsampling": 0}, "webp": {"lossless": True}, "png": {}}[kind]
            pixels = colours(channels, 1100 if name.endswith("large") else 216)
            file = self.save(f"a.{kind}", pixels, profile, **options)
            values, note = self.one(file)
            self.assertIn("its colours were converted from ", note, name)
            self.assertIn(" to sRGB", note, name)
            rgb = np.broadcast_to(values, (*values.shape[:2], 3))
            expected = self.as_imagemagick(file).reshape(rgb.shape)
            apart = delta_e_2000(lab_of_srgb(rgb), lab_of_srgb(expected))
            worst = max(worst, apart.mean())
            print(f"{name:<34} {kind:<5} {apart.mean():6.3f} {np.quantile(apart, 0.99):6.3f} {apart.max():6.3f}")
            self.assertLess(apart.mean(), MOST, name)
            plain = self.one(self.save(f"b.{kind}", pixels, None, **options))[0]
            if channels == 3 and "dot gain" not in name:
                self.assertGreater(np.abs(values - plain).max(), 4 / 255, f"{name} was not applied")
        print(f"{len({profile for *_, profile in kinds})} profiles, the worst mean is {worst:.3f}")

    def test_srgb_stays_bit_for_bit(self):
        for name, profile in (("ours", SRGB), ("gray", gray_profile("sRGB gray", None))):
            channels = 1 if name == "gray" else 3
            pixels = colours(channels)
            for kind, options in (("png", {}), ("webp", {"lossless": True})):
                if channels == 1 and kind == "webp":
                    continue
                values, note = self.one(self.save(f"a.{kind}", pixels, profile, **options))
                self.assertEqual(note, "")
                self.assertTrue((np.rint(values * 255) == pixels).all())

    def test_sixteen_bits_and_alpha_stay(self):
        rows = [[(x * 257 * 3 % 65536, y * 1000, 65535 - x * 500, (x + y) * 700) for x in range(40)] for y in range(30)]
        profile = rgb_profile("Display P3", *SPACES["Display P3"])
        packed = pictures.chunk(b"iCCP", b"P3\0\0" + zlib.compress(profile))
        file = self.folder / "a.png"
        file.write_bytes(pictures.png_of(rows, 40, 30, 16, 6, packed))
        values, note = self.one(file)
        self.assertEqual(note, "its colours were converted from Display P3 to sRGB")
        levels = values * 65535
        self.assertTrue((np.abs(levels[..., 3] - np.array(rows)[..., 3]) < 0.01).all(), "alpha changed")
        self.assertTrue((np.abs(levels[..., :3] - np.array(rows)[..., :3]) > 500).any(), "it was not converted")
        self.assertTrue((levels[..., :3] % 257 > 1).any(), "16 bits became 8")

    def test_jpeg_profile_of_several_segments(self):
        profile = rgb_profile("Display P3", *SPACES["Display P3"])
        long = profile + bytes(150_000)
        long = struct.pack(">I", len(long)) + long[4:]
        whole = self.save("a.jpg", colours(3), long, quality=95)
        short = self.save("b.jpg", colours(3), profile, quality=95)
        self.assertGreater(whole.read_bytes().count(b"ICC_PROFILE\0"), 2)
        (first, note), (second, _) = decoded(whole, short)
        self.assertIn("from Display P3", note)
        self.assertTrue((first == second).all())
        data = whole.read_bytes()
        at = data.rfind(b"ICC_PROFILE\0")
        whole.write_bytes(data[:at] + b"ICC_PROFILX\0" + data[at + 12:])
        values, note = self.one(whole)
        self.assertEqual(note, "its colour profile is damaged and was not applied")

    def test_what_png_says_without_a_profile(self):
        """Compares cICP chunks, and gAMA with cHRM, with the same colour space as a profile."""
        profile = rgb_profile("Display P3", *SPACES["Display P3"])
        white, primaries, _ = SPACES["Adobe RGB"]
        for chunk, space in ((pictures.chunk(b"cICP", bytes([12, 13, 0, 1])), profile),
                             (pictures.chunk(b"gAMA", struct.pack(">I", round(1e5 / 2.19921875)))
                              + pictures.chunk(b"cHRM", struct.pack(">8I", *(round(v * 1e5) for xy in (white, *primaries) for v in xy))),
                              rgb_profile("Adobe RGB", *SPACES["Adobe RGB"]))):
            pixels = colours(3)
            rows = [bytes(row.reshape(-1)) for row in pixels]
            named = self.folder / "named.png"
            named.write_bytes(pictures.png(216, 216, rows, 8, 2, chunk))
            (by_name, note), (by_profile, _) = decoded(named, self.save("a.png", pixels, space))
            self.assertIn("its colours were converted from", note)
            self.assertLessEqual(np.abs(by_name - by_profile).max(), 1.01 / 255)
        for transfer, name in ((16, "PQ"), (18, "HLG")):
            named.write_bytes(pictures.png(216, 216, rows, 8, 2, pictures.chunk(b"cICP", bytes([9, transfer, 0, 1]))))
            values, note = self.one(named)
            self.assertIn(f"high dynamic range ({name})", note)
            self.assertTrue((np.rint(values * 255) == pixels).all())

    def test_exports_say_that_they_are_srgb(self):
        """Exports are read back without a conversion, and say in their format's way that they are sRGB."""
        self.save("gray.png", colours(1, 24), None)
        self.save("rgb.png", colours(3, 24), None)
        flags = ("--layers", "16,16", "--epochs", "4", "--threads", "1")
        for name, channels in (("gray", 1), ("rgb", 3)):
            self.run_redraw("fit", f"{name}.png", "-o", f"{name}.redraw", *flags)
            self.run_redraw("export", f"{name}.redraw", "-o", f"{name}-drawn.tga")
            untagged = self.one(self.folder / f"{name}-drawn.tga")[0]
            for extension in ("png", "jpg", "webp", "bmp"):
                file = self.folder / f"{name}-drawn.{extension}"
                self.run_redraw("export", f"{name}.redraw", "-o", file)
                values, note = self.one(file)
                self.assertEqual(note, "", file.name)
                within = 0.06 if extension == "jpg" else 1e-6
                self.assertLessEqual(np.abs(values - untagged).max(), within, file.name)
                with Image.open(file) as opened:
                    opened.load()
                    self.assertEqual(opened.size, (24, 24))
                    says = opened.info.get("icc_profile")
                if extension in ("jpg", "webp"):
                    self.assertEqual(says[16:20], b"GRAY" if (name, extension) == ("gray", "jpg") else b"RGB ")
                    self.assertIn("sRGB".encode("utf-16-be"), says)
                    self.assertLess(len(says), 700)
            self.assertIn(b"sRGB", self.read(f"{name}-drawn.png")[:64])
            self.assertEqual(self.read(f"{name}-drawn.bmp")[70:74], b"BGRs")

    def test_a_run_keeps_what_was_converted(self):
        """The run reports the conversion, and learns exactly as from a copy of the picture that is sRGB already."""
        profile = rgb_profile("Display P3", *SPACES["Display P3"])
        self.save("a.png", colours(3, 24), profile)
        said = self.run_redraw("fit", "a.png", "-o", "a.redraw", "--layers", "16,16", "--epochs", "4", "--threads", "1")
        self.assertIn("its colours were converted from Display P3 to sRGB", said)
        values = self.one(self.folder / "a.png")[0]
        flat = np.rint(values * 255).astype(np.uint8)
        Image.fromarray(flat, "RGB").save(self.folder / "b.png")
        self.run_redraw("fit", "b.png", "-o", "b.redraw", "--layers", "16,16", "--epochs", "4", "--threads", "1")
        self.assertEqual(self.weights("a.redraw"), self.weights("b.redraw"))
