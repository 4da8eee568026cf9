"""Cases from 200 on: pictures that look whole and are not, say things that nobody has to believe, or cost more than they show."""

import zlib

import pictures
from case import SMALL, case, check
from picture_checks import jpeg, learned, refused
from pictures import chunk, png, waves

END = b"\xFF\xD9"  # of a JPEG


def scans(data):
    """Where the scans of a JPEG begin."""
    return [at for at in range(len(data) - 1) if data[at:at + 2] == b"\xFF\xDA"]


@case(200, "an arithmetic-coded JPEG, sequential and progressive, with a false height", "refused: Redraw does not read it")
def arithmetic(t):
    for options, huffman, coded in (((), 0xC0, 0xC9), (("-interlace", "JPEG"), 0xC2, 0xCA)):
        bad = bytearray(jpeg(t, *options))
        at = next(at for marker, at, _ in pictures.segments(bad) if marker == huffman)
        bad[at - 1] = coded
        refused(t, bytes(bad), "an arithmetic-coded JPEG", name="a.jpg")
        bad[at + 3:at + 7] = b"\x1E\x78\x40\x00"  # 7800 x 16384
        said = refused(t, bytes(bad), "an arithmetic-coded JPEG", name="a.jpg")
    return said


@case(201, "a progressive JPEG cut behind each of its scans, and closed", "refused: scans are missing")
def without_scans(t):
    whole = jpeg(t, "-interlace", "JPEG")
    check(learned(t, whole, name="a.jpg")[1:3] == (48, 40), "the whole one is not read")
    cuts = scans(whole)[1:]
    for at in cuts:
        said = refused(t, whole[:at] + END, "scans are missing", name="a.jpg")
    return f"{len(cuts)} cuts: {said}"


@case(202, "a PNG with 15 MB of packed text, before and after its pixels", "read, in under 100 MiB; the text is passed over")
def text_flood(t):
    packed = zlib.compress(bytes(8 << 20), 9)
    for name, head in ((b"zTXt", b"k\0\0"), (b"iTXt", b"k\0\1\0\0\0"), (b"iCCP", b"k\0\0")):
        flood = chunk(name, head + packed) * (15_000_000 // len(packed))
        for where in ({"before": flood}, {"after": flood}):
            ended = t.does("fit", t.file("a.png", png(24, 16, waves(24, 16), **where)), "-o", "run.redraw", "--force", *SMALL)
            check(ended.peak < 100, f"{ended.peak:.0f} MiB")
    return f"{len(flood) / 1e6:.0f} MB, {ended.peak:.0f} MiB"
