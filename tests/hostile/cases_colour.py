"""Cases 300 to 306: colour profiles that are damaged, of another kind, or made to be expensive."""

import struct
import sys
import zlib

import pictures
from case import SMALL, SOURCE, case, check
from picture_checks import jpeg, learned
from pictures import chunk, png_of, with_segment

sys.path.insert(1, str(SOURCE / "tests/fuzz"))
import corpus_profiles as profiles  # noqa: E402

DAMAGED = "its colour profile is damaged and was not applied"
GOOD = dict(profiles.profiles())
SAMPLES = [[(x * 20, y * 30, 255 - x * 9) for x in range(12)] for y in range(8)]
STORED = [[value for pixel in row for value in pixel] for row in SAMPLES]


def picture(packed):
    return png_of(SAMPLES, 12, 8, 8, 2, chunk(b"iCCP", b"p\0\0" + packed))


def of(t, profile):
    """Learns a PNG with this profile. Returns (output of fit, rows)."""
    out, *_, rows = learned(t, picture(zlib.compress(profile)))
    return out, rows


def as_stored(t, profile, saying):
    out, rows = of(t, profile)
    check(saying in out and "was not applied" in out and rows == STORED, out)
    return saying


def cheap(t, packed, saying, most):
    """Checks that fit learns the picture, reports the profile, and takes at most this many MiB."""
    for profile in packed:
        ended = t.does("fit", t.file("a.png", picture(profile)), "-o", "run.redraw", "--force", *SMALL)
        check(saying in ended.out and ended.peak < most, f"{ended.peak:.0f} MiB: {ended.out}")
    return f"{ended.peak:.0f} MiB"


@case(300, "a good profile, and the same with every eighth of it cut off", "converted; else as stored, and it says so")
def cut(t):
    whole = GOOD["rgb-gamma"]
    out, rows = of(t, whole)
    check("its colours were converted from a space to sRGB" in out and rows != STORED, out)
    return [as_stored(t, whole[:len(whole) * eighths // 8] or b"\0", DAMAGED) for eighths in range(8)][-1]


@case(301, "every byte of a profile's header and table of tags made 255", "converted or as stored, never anything else")
def changed(t):
    whole, left = GOOD["rgb-table"], 0
    for at in range(0, 132 + 12 * 8, 1 if t.full else 9):
        out, rows = of(t, whole[:at] + b"\xFF" + whole[at + 1:])
        check("its colour" in out, out)
        if "was not applied" in out:
            left += 1
            check(rows == STORED, f"byte {at}: it changed colours all the same")
    check(left, "none was damaged")
    return f"{left} were not applied"


@case(302, "profiles of gray, CMYK, Lab, links and names in an RGB picture", "as stored; the note says of what they are")
def others(t):
    for profile, saying in ((GOOD["gray-gamma"], "is one of gray, not of RGB"), (GOOD["cmyk-16"], "is one of CMYK, not of RGB"),
                            (GOOD["rgb-gamma"].replace(b"RGB XYZ ", b"Lab XYZ ", 1), "is one of other colours, not of RGB"),
                            (GOOD["rgb-gamma"].replace(b"mntr", b"link", 1), "is not one of a picture"),
                            (GOOD["rgb-gamma"].replace(b"mntr", b"nmcl", 1), "is not one of a picture")):
        as_stored(t, profile, saying)
    return saying


@case(303, "tables that claim to be huge, and 100 tags that claim all of the file", "as stored, in under 100 MiB")
def huge(t):
    claims = bytearray(GOOD["rgb-tables-16"])
    at = claims.index(b"mft2")
    claims[at + 8:at + 11] = bytes([3, 3, 255])
    many = profiles.icc(b"RGB ", [(b"A2B0", profiles.tables(3, 3)), (b"desc", b"mluc" + bytes(4) + b"\xFF" * 40)], b"scnr", b"Lab ")
    curves = [(name, b"curv" + bytes(4) + struct.pack(">I", 0xFFFFFFF0) + bytes(40)) for name in (b"rTRC", b"gTRC", b"bTRC")]
    return cheap(t, map(zlib.compress, (claims, many, profiles.icc(b"RGB ", curves), profiles.icc(b"RGB ", curves * 30))), "its colour", 100)


@case(304, "a profile that packs 1 GB, is 20 MB long, or is no deflate stream", "as stored, in under 200 MiB")
def bombs(t):
    long = GOOD["rgb-gamma"] + bytes(20 << 20)
    return cheap(t, (pictures.zeros(1 << 30), zlib.compress(struct.pack(">I", len(long)) + long[4:]), b"nothing of the kind", b""),
                 DAMAGED, 200)


@case(305, "a JPEG whose profile lacks a part, has one twice, or says that there are none", "as stored, and it says so")
def parts(t):
    profile, plain = GOOD["rgb-table"], jpeg(t)
    half = len(profile) // 2

    def part(number, count, data):
        return b"ICC_PROFILE\0" + bytes([number, count]) + data

    stored = learned(t, plain, name="a.jpg")[5]
    for segments in ([part(1, 2, profile[:half])], [part(2, 2, profile[half:])], [part(0, 0, profile[:half])],
                     [part(1, 2, profile[:half]), part(1, 2, profile[:half])], [part(1, 1, b"\0" * 40)]):
        bad = plain
        for segment in reversed(segments):
            bad = with_segment(bad, 0xE2, segment)
        out, *_, rows = learned(t, bad, name="a.jpg")
        check(DAMAGED in out and rows == stored, out)
    whole = with_segment(with_segment(plain, 0xE2, part(2, 2, profile[half:])), 0xE2, part(1, 2, profile[:half]))
    check("converted from a space" in learned(t, whole, name="a.jpg")[0], "the whole one is not applied")
    return DAMAGED


@case(306, "a profile whose name is 3000 letters with control characters", "converted; the name is cut and escaped")
def names(t):
    words = b"a\x1b[31m\n\xff" + b"n" * 3000
    tags = [(b"desc", profiles.text(words)), (b"wtpt", profiles.xyz(*profiles.D50)), (b"rXYZ", profiles.xyz(0.61, 0.31, 0.02)),
            (b"gXYZ", profiles.xyz(0.2, 0.63, 0.06)), (b"bXYZ", profiles.xyz(0.15, 0.06, 0.74))]
    tags += [(name, profiles.curve(461)) for name in (b"rTRC", b"gTRC", b"bTRC")]
    out, _ = of(t, profiles.icc(b"RGB ", tags))
    line = next(line for line in out.splitlines() if "its colours were converted" in line)
    check(line.isprintable() and len(line) < 200, line)
    return line[:60]
