"""Tests `redraw enlarge --keep-metadata`: what Pillow finds in the enlarged picture, and that nothing is kept unasked."""
import io
import random
import struct

from harness import BIN, CliTest  # first: it extends sys.path for the next imports
from debian_python import want

want("numpy", "PIL.Image")
from PIL import Image, ImageCms  # noqa: E402
from colours import SPACES, rgb_profile  # noqa: E402

BYTE, ASCII, SHORT, LONG, RATIONAL, UNDEFINED = 1, 2, 3, 4, 5, 7
SIZES = {BYTE: 1, ASCII: 1, SHORT: 2, LONG: 4, RATIONAL: 8, UNDEFINED: 1}
NOTE = b"Maker\0" + bytes(range(200))
THUMBNAIL = b"\xff\xd8this is a small picture of a secret\xff\xd9" * 5
PLACE = ((48, 1), (51, 1), (2950, 100))


class Tiff:
    """Builds an EXIF block: directories of entries tag: (type, values)."""

    def __init__(self, order="<"):
        self.order, self.data = order, bytearray((b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8))

    def packed(self, kind, values):
        if kind in (BYTE, ASCII, UNDEFINED):
            return bytes(values)
        if kind == RATIONAL:
            return b"".join(struct.pack(self.order + "II", *value) for value in values)
        return struct.pack(f"{self.order}{len(values)}{'H' if kind == SHORT else 'I'}", *values)

    def directory(self, entries, following=True):
        """Appends a directory and its values. Returns its place and that of each entry's value field."""
        at = len(self.data)
        self.data += struct.pack(self.order + "H", len(entries)) + bytes(12 * len(entries)) + (bytes(4) if following else b"")
        fields = {}
        for i, (tag, (kind, values)) in enumerate(sorted(entries.items())):
            content, place = self.packed(kind, values), at + 2 + 12 * i
            struct.pack_into(self.order + "HHI", self.data, place, tag, kind, len(content) // SIZES[kind])
            fields[tag] = place + 8
            if len(content) > 4:
                struct.pack_into(self.order + "I", self.data, place + 8, len(self.data))
                self.data += content + bytes(len(content) % 2)
            else:
                self.data[place + 8:place + 8 + len(content)] = content
        return at, fields

    def link(self, field, place):
        struct.pack_into(self.order + "I", self.data, field, place)


def exif(orientation=1, order="<", dpi=(300, 300)):
    """Returns an EXIF block like a camera's: date, place, maker's notes, Adobe RGB, a thumbnail."""
    tiff = Tiff(order)
    first, fields = tiff.directory({
        0x010F: (ASCII, b"A camera maker\0"), 0x0112: (SHORT, [orientation]), 0x011A: (RATIONAL, [(dpi[0], 1)]),
        0x011B: (RATIONAL, [(dpi[1], 1)]), 0x0128: (SHORT, [2]), 0x0132: (ASCII, b"2024:05:06 07:08:09\0"),
        0x013F: (RATIONAL, [(1, 2)] * 6), 0x8769: (LONG, [0]), 0x8825: (LONG, [0])})
    below, below_fields = tiff.directory({
        0x9003: (ASCII, b"2024:05:06 07:08:09\0"), 0x927C: (UNDEFINED, NOTE), 0x9214: (SHORT, [5, 4]), 0xA001: (SHORT, [65535]),
        0xA002: (LONG, [4000]), 0xA003: (SHORT, [3000]), 0xA005: (LONG, [0])})
    tiff.link(fields[0x8769], below)
    tiff.link(below_fields[0xA005], tiff.directory({1: (ASCII, b"R03\0")})[0])
    tiff.link(fields[0x8825], tiff.directory({1: (ASCII, b"N\0"), 2: (RATIONAL, PLACE)})[0])
    second, second_fields = tiff.directory({0x0103: (SHORT, [6]), 0x0201: (LONG, [0]), 0x0202: (LONG, [len(THUMBNAIL)])})
    tiff.link(first + 2 + 12 * len(fields), second)
    tiff.link(second_fields[0x0201], len(tiff.data))
    return bytes(tiff.data) + THUMBNAIL


def written(file):
    """Returns the EXIF block in a written file, without the prefix of JPEG; empty: none."""
    block = Image.open(io.BytesIO(file)).info.get("exif", b"")
    return block[6:] if block.startswith(b"Exif\0\0") else block


class Metadata(CliTest):
    SIZE = (12, 8)

    def make(self, name, block=b"", size=SIZE, **more):
        image = Image.new("RGB", size)
        image.putdata([(x * 20 % 256, y * 30 % 256, (x + y) * 9 % 256) for y in range(size[1]) for x in range(size[0])])
        if block:
            more["exif"] = block if name.endswith(".png") else b"Exif\0\0" + block
        image.save(self.folder / name, **more)
        return name

    def enlarge(self, picture, out="out.png", keep=True):
        done = self.run_json("enlarge", picture, "-o", out, *(["--keep-metadata"] if keep else []), "--epochs", 1)[-1]
        self.assertEqual("kept_metadata" in done, keep)
        return self.read(out), done

    def check(self, file, size, dpi=(300, 300)):
        image = Image.open(io.BytesIO(file))
        self.assertEqual(image.size, size)
        found = image.getexif()
        below, place = found.get_ifd(0x8769), found.get_ifd(0x8825)
        self.assertEqual((found[0x010F], found[0x0112], found[0x0132]), ("A camera maker", 1, "2024:05:06 07:08:09"))
        self.assertEqual((below[0x9003], below[0x927C]), ("2024:05:06 07:08:09", NOTE))
        self.assertEqual((below[0xA001], below[0xA002], below[0xA003]), (1, *size))
        self.assertEqual((place[1], [float(part) for part in place[2]]), ("N", [48, 51, 29.5]))
        self.assertEqual((float(found[0x011A]), float(found[0x011B])), dpi)
        self.assertFalse({0x013F} & set(found) | {0x9214} & set(below), "of other colours and pixels")
        if image.format != "WEBP":
            self.assertEqual(tuple(round(side) for side in image.info["dpi"]), dpi)
        block = written(file)
        self.assertNotIn(b"small picture", block)
        self.assertNotIn(b"R03", block)
        self.assertIn(b"R98", block)
        self.assertEqual(block.index(NOTE), exif().index(NOTE), "maker's notes point to places in the block")

    def test_from_and_to_every_format(self):
        for source in ("jpg", "png", "webp"):
            self.make(f"picture.{source}", exif())
            for target in ("jpg", "png", "webp"):
                with self.subTest(source=source, target=target):
                    file, done = self.enlarge(f"picture.{source}", f"out.{target}")
                    self.assertTrue(done["kept_metadata"])
                    self.check(file, (24, 16))

    def test_from_heic_and_avif(self):
        for source, module, *tool in (("heic", "heif", "heif-enc", "-q", "90", "picture.jpg", "-o", "picture.heic"),
                                      ("avif", "avif", "avifenc", "picture.jpg", "picture.avif")):
            with self.subTest(source=source):
                self.needs(tool[0])
                if not (BIN / f"redraw_{module}.so").exists():
                    self.skipTest(f"this build reads no {source}")
                self.make("picture.jpg", exif(), size=(64, 48))
                self.call(*tool)
                self.check(self.enlarge(f"picture.{source}", "out.jpg")[0], (128, 96))

    def test_the_network_draws_with_metadata_too(self):
        self.make("picture.jpg", exif(order=">"), size=(40, 32))
        self.check(self.enlarge("picture.jpg", "out.jpg")[0], (80, 64))

    def test_every_orientation(self):
        for orientation in range(1, 9):
            for order in "<>":
                with self.subTest(orientation=orientation, order=order):
                    self.make("picture.png", exif(orientation, order, dpi=(300, 150)))
                    plain, _ = self.enlarge("picture.png", keep=False)
                    file, _ = self.enlarge("picture.png")
                    turned = orientation >= 5
                    self.check(file, (16, 24) if turned else (24, 16), (150, 300) if turned else (300, 150))
                    self.assertEqual(Image.open(io.BytesIO(plain)).tobytes(), Image.open(io.BytesIO(file)).tobytes())

    def test_nothing_is_kept_unasked(self):
        for name in ("picture.jpg", "picture.png", "picture.webp"):
            self.make(name, exif(), dpi=(300, 300))
            for out in ("out.jpg", "out.png", "out.webp"):
                file, _ = self.enlarge(name, out, keep=False)
                self.assertEqual(written(file), b"")
                self.assertNotIn("dpi", {key for key, value in Image.open(io.BytesIO(file)).info.items() if value != (1, 1)})

    def test_a_resolution_without_exif(self):
        for source in ("jpg", "png"):
            self.make(f"picture.{source}", dpi=(240, 240))
            for target in ("jpg", "png"):
                file, done = self.enlarge(f"picture.{source}", f"out.{target}")
                self.assertTrue(done["kept_metadata"])
                self.assertEqual(tuple(round(side) for side in Image.open(io.BytesIO(file)).info["dpi"]), (240, 240))
        self.make("bare.png")
        self.assertFalse(self.enlarge("bare.png")[1]["kept_metadata"])

    def test_colours_are_right_without_the_pictures_profile(self):
        self.make("picture.jpg", exif(), icc_profile=rgb_profile("Display P3", *SPACES["Display P3"]))
        plain, _ = self.enlarge("picture.jpg", "out.png", keep=False)
        file, _ = self.enlarge("picture.jpg", "out.png")
        self.assertEqual(Image.open(io.BytesIO(plain)).tobytes(), Image.open(io.BytesIO(file)).tobytes())
        self.assertNotIn("icc_profile", Image.open(io.BytesIO(file)).info)  # the sRGB chunk says it
        file, _ = self.enlarge("picture.jpg", "out.jpg")
        profile = ImageCms.ImageCmsProfile(io.BytesIO(Image.open(io.BytesIO(file)).info["icc_profile"]))
        self.assertIn("sRGB", ImageCms.getProfileDescription(profile))

    def test_a_hostile_block_is_left_out_or_small(self):
        good = exif()
        first_entry = 10
        circle = bytearray(good)
        for tag in (0x8769, 0x8825):
            at = next(at for at in range(first_entry, 200, 12) if struct.unpack_from("<H", circle, at)[0] == tag)
            struct.pack_into("<I", circle, at + 8, 8)  # both lead back to the first directory
        self_linked = bytearray(good)
        struct.pack_into("<I", self_linked, 10 + 9 * 12, 8)
        noise = random.Random(1)
        blocks = {"circle": circle, "self": self_linked, "huge": good + bytes(70000), "padded": good + bytes(60000),
                  "many": b"II*\0\x08\0\0\0\xff\xff" + bytes(100), "empty": b"II*\0\x08\0\0\0\0\0\0\0\0\0", "text": b"hello, world",
                  **{f"cut {cut}": good[:cut] for cut in range(0, len(good), 61)},
                  **{f"noise {i}": bytes(noise.choice((byte, byte, byte, noise.randrange(256))) for byte in good) for i in range(20)}}
        plain = None
        for name, block in blocks.items():
            with self.subTest(block=name):
                self.make("picture.png", bytes(block))
                file, done = self.enlarge("picture.png")
                plain = plain or file
                image = Image.open(io.BytesIO(file))
                image.load()
                image.getexif().get_ifd(0x8769)
                self.assertLessEqual(len(written(file)), min(len(block) + 4, 2000))
                self.assertEqual(bool(written(file)) or "dpi" in image.info, done["kept_metadata"])
                self.assertLessEqual(len(self.enlarge("picture.png", "out.jpg")[0]), 5000)

    def test_formats_without_metadata_are_refused(self):
        self.make("picture.jpg", exif())
        for out in ("out.bmp", "out.tga", "out.csv"):
            self.refuse("enlarge", "picture.jpg", "-o", out, "--keep-metadata", naming=("--keep-metadata",), status=2)
            self.assertFalse((self.folder / out).exists())

    def test_a_plan_passes_it_on(self):
        self.make("picture.jpg", exif())
        self.assertIn("--keep-metadata", self.run_redraw("plan", "picture.jpg", "--to", "all", "--enlarge", "2x", "--keep-metadata"))
        self.refuse("plan", "picture.jpg", "--to", "other", "--keep-metadata", naming=("--enlarge",), status=2)
