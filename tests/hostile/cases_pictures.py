"""Cases 8 to 43: what is in a picture file, where the whole program counts: its memory, its output, a run. What the decoders make
of all kinds of files is in tests/image and tests/pillow."""

import json
import math
import re
import struct
import zlib

import pictures
from case import SMALL, case, check, table
from picture_checks import jpeg, learned, refusals
from pictures import PNG, chunk, header, png, waves, zeros


def last(ended):
    return json.loads(ended.out.splitlines()[-1])


END = chunk(b"IEND", b"")
WIDE = chunk(b"IDAT", zlib.compress((b"\0" + waves(8, 1)[0]) * 8))
GOOD = png(8, 8, [waves(8, 1)[0]] * 8)
CORRUPT = [b"\x88" + GOOD[1:], GOOD[:1] + b"p" + GOOD[2:], GOOD[:3] + b"F" + GOOD[4:], GOOD[:7] + b"\0" + GOOD[8:],
           GOOD.replace(b"\n", b"\r\n"), GOOD[:4] + GOOD[5:], PNG + header(8, 8, crc=7) + GOOD[33:], PNG + header(8, 8) + END,
           *(PNG + header(8, 8, *kind) + WIDE + END for kind in ((8, 1), (8, 9), (0, 2), (3, 2), (99, 2)))]


def jpeg_with(t, marker, after, value):
    """With other bytes in the segment of this marker."""
    bad = bytearray(jpeg(t))
    at = next(at for found, at, _ in pictures.segments(bad) if found == marker) + after
    bad[at:at + len(value)] = value
    return [bytes(bad)]


table(refusals, (
    8, "a PNG of 0 x 0", "refused: its size is 0 x 0", [png(0, 0, [])], "its size is 0 x 0"
), (
    9, "a PNG that claims (2^31 - 1)^2", "refused before anything is allocated", [PNG + header(2**31 - 1, 2**31 - 1) + chunk(b"IDAT", b"") + END],
    "the limit is 16384"
), (
    10, "0.8 MB that unpack to 805 MB", "refused by the limit of 128 megapixels, in under 300 MiB",
    lambda t: [PNG + header(16384, 16384, colour=2) + chunk(b"IDAT", zeros(16384 * 16384 * 3 + (1 << 20))) + END],
    "268 megapixels; the limit is 128", {"peak": 300}
), (
    11, "a PNG chunk of 2 GB that is not there", "refused, no gigabyte allocated",
    [PNG + header(16, 16) + struct.pack(">I", 0x7FFFFFF0) + b"IDAT" + zlib.compress(bytes(16 * 17))], "it is damaged"
), (
    12, "322 bytes that ask for 1.7 GiB", "refused, in under 100 MiB",
    [PNG + header(11000, 11000, 16, 6) + chunk(b"IDAT", zlib.compress(bytes(1000))) + END], "it is damaged",
    {"peak": 100}
), (  # libjpeg's own limit is 65500, ours comes after it
    16, "a JPEG that claims 65535 x 65535", "refused by the limit of a side", lambda t: jpeg_with(t, 0xC0, 3, b"\xFF" * 4), "65500", "a.jpg"
), (
    17, "a JPEG's Huffman table that overflows", "refused as damaged", lambda t: jpeg_with(t, 0xC4, 3, b"\xFF" * 16), "Huffman table", "a.jpg"
), (
    37, "a PPM and a PGM of 16384 x 7800 without pixels", "refused before anything is allocated",
    [b"P%d\n16384 7800\n255\n" % kind + bytes(99) for kind in (3, 6)], "it ends too early", "a.ppm", {"peak": 100}
), (
    38, "123 bytes of HDR that hang stb_image", "refused: a Radiance HDR picture",
    [b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 8 +X 8\n" + b"\2\2\0\x08" + bytes(60)], "a Radiance HDR picture", "a.hdr"
), (
    40, "HDR, PFM and EXR with NaN and infinities", "refused: Redraw reads none of them",
    [b"PF\n4 4\n-1.0\n" + struct.pack("<f", math.nan) * 48, b"\x76\x2F\x31\x01\2\0\0\0" + struct.pack("<f", math.nan) * 48,
     b"#?RGBE\n\n-Y 4 +X 4\n" + b"\xFF" * 64], "which Redraw does not read", "a.hdr"
), (
    42, "PngSuite's corrupt kinds", "refused", CORRUPT
))


@case(13, "a picture of 1 x 1", "learned and exported")
def one_pixel(t):
    learned(t, png(1, 1, [b"\x80"]))
    t.does("export", "learned.redraw", "-o", "a.png", "--size", "64")
    return "%d x %d" % pictures.read_png((t.folder / "a.png").read_bytes())[:2]


@case(14, "16384 x 1 and 1 x 16384", "learned; every value that is drawn is finite")
def lines(t):
    for width, height in ((16384, 1), (1, 16384)):
        rows = [bytes(x % 251 for x in range(width))] if height == 1 else [bytes([y % 251]) for y in range(height)]
        _, *size = learned(t, png(width, height, rows))
        check(tuple(size[:2]) == (width, height), f"learned at {size[:2]}")
        t.does("export", "learned.redraw", "-o", "a.csv", "--size", "512")
        values = [float(line.split(",")[2]) for line in (t.folder / "a.csv").read_text().split()[1:]]
        check(values and all(math.isfinite(value) for value in values), "a value is not finite")
    return f"{len(values)} finite values"


@case(15, "100 megapixels of gray", "learned, smaller by itself, within 1 GiB")
def hundred_megapixels(t):
    side = 10000
    data = PNG + header(side, side) + chunk(b"IDAT", zlib.compress((b"\0" + waves(side, 1)[0]) * side, 1)) + END
    ended = t.does("fit", t.file("large.png", data), "-o", "run.redraw", *SMALL, limit=60)
    return f"{ended.out.splitlines()[0].split(';')[0].split(': ')[1]}; {ended.peak:.0f} MiB"


@case(43, "a picture of one colour", "learned; an infinite PSNR breaks no output")
def constant(t):
    path = t.file("a.png", png(16, 16, [b"\xFF" * 16] * 16))
    ended = t.does("fit", path, "-o", "run.redraw", "--preset", "grid", "--epochs", "300", "--json", limit=60)
    for command in (("info", "run.redraw", "--json"), ("compare", "run.redraw", path, "--json")):
        said = t.does(*command).out
        check(not re.search(r"\b(nan|inf|NaN|Infinity)\b", said), f"no JSON: {said[-200:]}")
    return f"psnr {last(ended)['psnr']} as JSON, {t.does('compare', 'run.redraw', path).out.splitlines()[1].split()[1]} dB as text"
