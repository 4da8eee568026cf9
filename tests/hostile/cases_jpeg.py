"""Cases 16 to 20 and 27 to 36: JPEG, its colours, profile and EXIF."""

import struct

import pictures
from case import case, check, table
from picture_checks import jpeg, learned, near, refusals
from pictures import converted, with_segment


def with_bytes(t, marker, after, value):
    """Returns a JPEG with changed bytes in the segment of this marker."""
    bad = bytearray(jpeg(t))
    at = next(at for found, at, _ in pictures.segments(bad) if found == marker) + after
    bad[at:at + len(value)] = value
    return [bytes(bad)]


# libjpeg checks its own limit of 65500 before Redraw checks its limit.
table(refusals, (
    16, "a JPEG that claims 65535 x 65535", "refused by the limit of a side", lambda t: with_bytes(t, 0xC0, 3, b"\xFF" * 4), "65500", "a.jpg"
), (
    17, "a JPEG's Huffman table that overflows", "refused as damaged", lambda t: with_bytes(t, 0xC4, 3, b"\xFF" * 16), "Huffman table", "a.jpg"
))


@case(18, "a progressive JPEG", "the same picture as a baseline one")
def progressive(t):
    plain, passes = (learned(t, jpeg(t, *options))[1:] for options in ((), ("-interlace", "JPEG")))
    check(plain == passes, "it differs")
    return "equal to the bit"


def four_channels(t, transform, expected):
    """Tests a patch of one colour in four channels. ImageMagick writes YCCK; the transform in Adobe's segment is
    replaced."""
    t.need("convert")
    data = bytearray(converted("jpg", "-quality", "100", "-fill", "rgb(200,120,40)", "-colorize", "100", "-colorspace",
                               "CMYK", "-sampling-factor", "4:4:4"))
    said = next((at for marker, at, _ in pictures.segments(data) if marker == 0xEE), None)
    check(said and data[said + 13] == 2, "ImageMagick wrote no YCCK")
    data[said + 13] = transform
    out, *_, rows = learned(t, bytes(data), name="a.jpg")
    seen = rows[20][60:63]
    check("converted from CMYK" in out and near([seen], [expected], 2), f"{seen} instead of {expected}")
    return f"{seen} for {expected}, with a note"


# The first case takes YCCK numbers for inverted CMYK: each is the share of white left by C, M, Y or K.
table(four_channels,
      (19, "a CMYK JPEG, inverted as by Adobe", "its colours within 2 levels, and a note", 0, [left * 200 // 255 for left in (83, 196, 69)]),
      (20, "a YCCK JPEG", "its colours within 2 levels, and a note", 2, [200, 120, 40]))


@case(27, "a JPEG with a colour profile that holds nothing", "learned, and it says that the profile is damaged")
def profile(t):
    icc = struct.pack(">I", 200) + b"test" + bytes(32) + b"acsp" + bytes(156)
    out = learned(t, with_segment(jpeg(t), 0xE2, b"ICC_PROFILE\0\1\1" + icc), name="a.jpg")[0]
    check("its colour profile is damaged and was not applied" in out, out)
    return "its colour profile is damaged and was not applied"


def upright(t, number, turn):
    plain = jpeg(t, channels=1)
    block = pictures.exif(number, "<" if number % 2 else ">")
    _, width, height, *_, rows = learned(t, with_segment(plain, 0xE1, block), name="a.jpg")
    expected = turned(learned(t, plain, name="a.jpg")[5], turn)
    check((width, height) == (len(expected[0]), len(expected)) and near(rows, expected, 2), "not upright")
    return f"{width} x {height}, upright"


# For each EXIF orientation 1 to 8: transposed, direction of rows, direction of columns in the upright picture.
TURNS = ((0, 1, 1), (0, 1, -1), (0, -1, -1), (0, -1, 1), (1, 1, 1), (1, 1, -1), (1, -1, -1), (1, -1, 1))


def turned(rows, turn):
    transposed, down, right = turn
    return [list(row)[::right] for row in (list(zip(*rows)) if transposed else rows)[::down]]


table(upright, *((27 + number, f"EXIF orientation {number}", "upright, within 2 levels", number, turn)
                 for number, turn in enumerate(TURNS, 1)))


@case(36, "malformed EXIF: loops, offsets and counts out of range", "ignored: the picture as it is stored")
def malformed_exif(t):
    plain = jpeg(t, channels=1)
    stored = learned(t, plain)[5]
    blocks = (pictures.exif(6, ifd=0xFFFFFFF0), pictures.exif(6, ifd=2), pictures.exif(6, entries=65535),
              pictures.exif(1, following=8), pictures.exif(6, count=0xFFFFFFFF), pictures.exif(0), pictures.exif(9),
              pictures.exif(6, kind=77), pictures.exif(6)[:12], b"Exif\0\0", b"Exif\0\0" + b"II" * 3000)
    for i, block in enumerate(blocks):
        rows = learned(t, with_segment(plain, 0xE1, block), name="a.jpg")[5]
        check(rows in (stored, turned(stored, TURNS[5])), f"block {i} changed the picture")
    return f"{len(blocks)} blocks, no harm"
