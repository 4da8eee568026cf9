"""Cases 1 to 45: the content of picture files. Cases of JPEG and EXIF (16 to 20, 27 to 36) are in cases_jpeg.py."""

import itertools
import json
import math
import random
import re
import struct
import zlib

import pictures
from case import SMALL, case, check, table
from picture_checks import fits, jpeg, learned, refusals
from pictures import PNG, chunk, header, png, png_of, waves, zeros


def flat(samples):
    return [[value for pixel in row for value in pixel] for row in samples]


def last(ended):
    return json.loads(ended.out.splitlines()[-1])


WHOLE = png(24, 16, waves(24, 16))
END = chunk(b"IEND", b"")


def cut_jpeg(t):
    whole = jpeg(t)
    return [whole[:length] for length in (3, 20, 600, len(whole) // 2, len(whole) - 40)]


table(refusals, (
    1, "an empty file", "refused: it is an empty file", [b""], "it is an empty file"
), (
    2, "a text called .png", "refused: text, not a picture", ["This is a letter.\n" * 20], "it is text, not a picture"
), (
    3, "an HTML page called .jpg", "refused: a web page", ["<!DOCTYPE html><html><body>404"], "it is a web page", "a.jpg"
), (
    4, "a PNG cut off", "refused: it ends too early",
    lambda t: [WHOLE[:length] for length in range(9, len(WHOLE) - len(END), 1 if t.full else 24)], "ends too early"
), (
    5, "a JPEG cut off", "refused as damaged, never filled up with gray", cut_jpeg, "it is damaged", "a.jpg"
), (
    6, "a flipped byte in a PNG's pixels", "refused as damaged",
    [WHOLE[:len(WHOLE) // 2] + bytes([WHOLE[len(WHOLE) // 2] ^ 0x10]) + WHOLE[len(WHOLE) // 2 + 1:]], "it is damaged"
), (
    7, "only the checksum of a PNG is wrong", "refused as damaged", [PNG + header(4, 4) + chunk(b"IDAT", zlib.compress(bytes(20)), crc=1) + END],
    "CRC"
), (
    8, "a PNG of 0 x 0", "refused: its size is 0 × 0", [png(0, 0, [])], "its size is 0 × 0"
), (
    9, "a PNG that claims (2^31 - 1)^2", "refused before anything is allocated", [PNG + header(2**31 - 1, 2**31 - 1) + chunk(b"IDAT", b"") + END],
    "the limit is 16,384"
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
), (
    38, "123 bytes of HDR that hang stb_image", "refused: a Radiance HDR picture",
    [b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 8 +X 8\n" + b"\2\2\0\x08" + bytes(60)], "a Radiance HDR picture", "a.hdr"
), (
    40, "HDR, PFM and EXR with NaN and infinities", "refused: Redraw reads none of them",
    [b"PF\n4 4\n-1.0\n" + struct.pack("<f", math.nan) * 48, b"\x76\x2F\x31\x01\2\0\0\0" + struct.pack("<f", math.nan) * 48,
     b"#?RGBE\n\n-Y 4 +X 4\n" + b"\xFF" * 64], "which Redraw does not read", "a.hdr"
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


@case(21, "a gray JPEG and a gray PNG", "learned in one channel")
def gray(t):
    for content in (jpeg(t, channels=1), png(24, 16, waves(24, 16))):
        check(learned(t, content)[4] == 1, "not one channel")
    return "1 channel each"


@case(22, "PNGs of 1, 2, 4 bits, palettes, transparent colours", "every pixel exact")
def small_depths(t):
    for depth in (1, 2, 4, 8):
        most = (1 << depth) - 1
        samples = [[((x * 3 + y) % (most + 1),) for x in range(13)] for y in range(7)]
        palette = [((37 * i) % 256, (91 * i) % 256, (53 * i + 7) % 256) for i in range(most + 1)]
        table = chunk(b"PLTE", bytes(sum(palette, ())))
        see_through = table + chunk(b"tRNS", bytes([0, 128]))
        for colour, mode, before, first, step, expected in (
                (0, "gray", b"", 0, 1, lambda v: (v * 255 // most,)), (3, "color", table, 0, 1, lambda v: palette[v]),
                (3, "alpha", see_through, 3, 4, lambda v: ({0: 0, 1: 128}.get(v, 255),))):
            rows = learned(t, png_of(samples, 13, 7, depth, colour, before), "--channels", mode)[5]
            check([row[first::step] for row in rows] == [[c for v, in row for c in expected(v)] for row in samples], f"{mode}, {depth} bits")
    return "12 pictures exact"


@case(23, "Adam7 PNGs", "every pixel as without")
def interlaced(t):
    for width, height in ((1, 1), (2, 3), (5, 5), (13, 11)):
        samples = [[(x * 17 % 256, y * 23 % 256, (x * y) % 256) for x in range(width)] for y in range(height)]
        rows = learned(t, png_of(samples, width, height, 8, 2, interlaced=True), "--channels", "color")[5]
        check(rows == flat(samples), f"{width} x {height}")
    return "4 sizes exact"


@case(24, "a PNG of 16-bit RGBA", "not one of its levels is lost")
def sixteen_bits(t):
    samples = [[((x * 4099 + 1) % 65536, (y * 5003 + 2) % 65536, (x * y * 7 + 3) % 65536, 65535 - x - y)
                for x in range(20)] for y in range(15)]
    *_, depth, channels, rows = learned(t, png_of(samples, 20, 15, 16, 6), "--channels", "alpha")
    check((depth, channels) == (16, 4), f"{depth} bits, {channels} channels")
    check(rows == flat(samples), "levels differ")
    return "300 pixels exact"


@case(25, "a picture that is transparent everywhere", "learned; what is drawn is finite")
def transparent(t):
    *_, channels, rows = learned(t, png_of([[(200, 10, 10, 0)] * 8] * 8, 8, 8, 8, 6))
    t.does("export", "learned.redraw", "-o", "a.png", "--size", "16")
    return f"{channels} channels, first pixel {rows[0][:channels]}"


@case(26, "a PNG of gamma 1.0", "converted to sRGB, and it says so")
def gamma(t):
    gamma = chunk(b"gAMA", struct.pack(">I", 100000))
    out, *_, rows = learned(t, png_of([[(55,)] * 8] * 8, 8, 8, 8, 0, gamma), "--channels", "gray")
    check("gamma 1.00" in out, out)
    expected = round(255 * (1.055 * (55 / 255) ** (1 / 2.4) - 0.055))
    seen = rows[0][0] / 257 if rows[0][0] > 255 else rows[0][0]
    check(abs(seen - expected) <= 1, f"{seen} instead of {expected}")
    return f"level 55 becomes {seen:.0f}, with a note"


@case(37, "a 16-bit PPM; cut, and of 16384 x 7800 without pixels", "every level exact; refused before anything is allocated")
def ppm(t):
    levels = [(i * 4099 + 7) % 65536 for i in range(8 * 8 * 3)]
    whole = b"P6\n8 8\n65535\n" + struct.pack(">192H", *levels)
    *_, depth, _, rows = learned(t, whole, "--channels", "color", name="a.ppm")
    check(depth == 16 and sum(rows, []) == levels, f"{depth} bits, or levels differ")
    large = [b"P%d\n16384 7800\n255\n" % kind + bytes(99) for kind in (3, 6)]
    return refusals(t, [whole[:-1], *large], "it ends too early", "a.ppm", peak=100)


@case(39, "an animated GIF, and the one of dispose method 3", "the first frame with a note; refused or drawn")
def animation(t):
    out, *_, rows = learned(t, pictures.gif(20, 10, frames=3), "--channels", "color", name="a.gif")
    check("only the first frame" in out, out)
    check(rows[0][:6] == [0, 255, 0, 2, 253, 1], f"first pixels {rows[0][:6]}")
    fits(t, pictures.gif(20, 10, frames=3, dispose=3), "a.gif")
    return "first frame"


@case(41, "WebP called .jpg; JPEG 2000, SVG, PDF", "WebP is learned; the others are called by their name")
def other_formats(t):
    t.does("export", t.run_file(), "-o", "a.webp")
    check(": WebP" in learned(t, (t.folder / "a.webp").read_bytes(), name="a.jpg")[0], "not taken for WebP")
    return refusals(t, [(b"\0\0\0\x0CjP  \r\n\x87\n", "a JPEG 2000 picture"), (b"\0\0\0\x18ftypisommp42", "a video"),
                        (b'<?xml version="1.0"?><svg width="4"/>', "an SVG drawing"), (b"%PDF-1.7\n", "a PDF document")], name="a.jpg")


@case(42, "PngSuite's kinds: 14 corrupt ones; every depth, type, interlace", "14 refused; the others exact")
def png_kinds(t):
    row, body = [waves(8, 1)[0]] * 8, zlib.compress((b"\0" + waves(8, 1)[0]) * 8)
    good = png(8, 8, row)
    corrupt = {"byte 1": b"\x88" + good[1:], "byte 2": good[:1] + b"p" + good[2:], "byte 4": good[:3] + b"F" + good[4:],
               "byte 8": good[:7] + b"\0" + good[8:], "CR added": good.replace(b"\n", b"\r\n"),
               "LF taken": good[:4] + good[5:], "header's checksum": PNG + header(8, 8, crc=7) + good[33:],
               "no pixels": PNG + header(8, 8) + END, "pixels' checksum": PNG + header(8, 8) + chunk(b"IDAT", body, 3) + END}
    for depth, colour in ((8, 1), (8, 9), (0, 2), (3, 2), (99, 2)):
        corrupt[f"{depth} bits of type {colour}"] = PNG + header(8, 8, depth, colour) + chunk(b"IDAT", body) + END
    refusals(t, corrupt.values())
    for colour, depth, woven in itertools.product((0, 2, 4, 6), (1, 2, 4, 8, 16), (False, True)):
        if colour and depth < 8:
            continue
        channels, most = pictures.SAMPLES[colour], (1 << depth) - 1
        # Values are never 0, since the colour of invisible pixels is lost.
        samples = [[tuple((x * 31 + y * 7 + c) * 9973 % most + 1 for c in range(channels)) for x in range(9)] for y in range(9)]
        mode = "alpha" if channels in (2, 4) else "color"
        rows = learned(t, png_of(samples, 9, 9, depth, colour, interlaced=woven), "--channels", mode)[5]
        shift = 255 // most if depth < 8 else 1
        wide = [[v * shift for p in line for v in (p if channels > 2 else p[:1] * 3 + p[1:])] for line in samples]
        if max(map(max, rows)) <= 255 and depth == 16:
            rows = [[v * 257 for v in line] for line in rows]
        check(rows == wide, f"type {colour}, {depth} bits, interlaced {woven}")
    return f"{len(corrupt)} refused, the others exact"


@case(43, "a picture of one colour", "learned; an infinite PSNR breaks no output")
def constant(t):
    path = t.file("a.png", png(16, 16, [b"\xFF" * 16] * 16))
    ended = t.does("fit", path, "-o", "run.redraw", "--preset", "grid", "--epochs", "300", "--json", limit=60)
    for command in (("info", "run.redraw", "--json"), ("compare", "run.redraw", path, "--json")):
        said = t.does(*command).out
        check(not re.search(r"\b(nan|inf|NaN|Infinity)\b", said), f"no JSON: {said[-200:]}")
    return f"psnr {last(ended)['psnr']} as JSON, {t.does('compare', 'run.redraw', path).out.splitlines()[1].split()[1]} dB as text"


@case(44, "noise, and a checkerboard of single pixels", "learned as well as it goes, no number lost")
def noise(t):
    chance = random.Random(1)
    rows = [chance.randbytes(32) for _ in range(32)]
    board = [bytes(255 * ((x + y) % 2) for x in range(32)) for y in range(32)]
    for picture in (rows, board):
        ended = t.does("fit", t.file("a.png", png(32, 32, picture)), "-o", "run.redraw", "--force", "--layers", "8",
                       "--epochs", "200", "--json", quiet=False, limit=60)
        check(last(ended)["event"] == "done" and last(ended)["psnr"] > 0, ended.out[-300:])
    return f"{last(ended)['psnr']:.1f} dB for the checkerboard"


@case(45, "rubbish after the end, two files glued", "the first picture")
def glued(t):
    first, second = png(24, 16, waves(24, 16)), png(5, 5, waves(5, 5))
    for end in (b"rubbish" * 99, second, b"\0" * 5000):
        check(learned(t, first + end)[1:3] == (24, 16), "another picture")
    check(learned(t, jpeg(t) + jpeg(t)[:900], name="a.jpg")[1:3] == (48, 40), "another picture")
    return "4 files, the first picture of each"
