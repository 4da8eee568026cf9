"""Cases 310 to 322: TIFF, AVIF, HEIC and JPEG XL files that are cut, changed, claim to be huge, or unpack to far more
than their size."""

import itertools
import struct
import sys
import zlib

from case import SMALL, SOURCE, Skipped, case, check, table
from picture_checks import fits, learned, refusals, refused

sys.path.insert(1, str(SOURCE / "tests/fuzz"))
import corpus_formats as formats  # noqa: E402
from corpus_profiles import profiles  # noqa: E402

TIFFS = dict(formats.tiffs(dict(profiles())["rgb-gamma"]))
MADE = {"avif": dict(formats.made(".avif")), "heif": dict(formats.made(".heic")), "jxl": dict(formats.made(".jxl"))}


def whole_and_cut(t, files, module):
    t.need_module(module)
    cuts = 0
    for name, data in files.items():
        check(fits(t, data, name).status == 0, f"{name} is not read")
        for part in range(1, 16):
            cut = data[:len(data) * part // 16]
            cuts += fits(t, cut, name).status == 1
    return f"{len(files)} whole, {cuts} of {15 * len(files)} cuts refused"


def changed(t, module, files, steps):
    t.need_module(module)
    refusals = count = 0
    for name, data in files.items():
        for at in range(0, len(data), max(1, len(data) // (steps * (10 if t.full else 1)))):
            for value in (0, 255):
                refusals += fits(t, data[:at] + bytes([value]) + data[at + 1:], name).status
                count += 1
    return f"{refusals} of {count} refused"


WHOLE_TIFFS = {name: data for name, data in TIFFS.items() if not name.startswith(("lzw", "packbits", "planes"))}
EITHER = "learned or refused with a sentence"
table(whole_and_cut,
      (310, "TIFFs of every kind, and each cut in 15 places", "learned; none hangs or crashes", WHOLE_TIFFS, "tiff"),
      (315, "AVIFs, and each cut in 15 places", "learned; the cut ones refused", MADE["avif"], "avif"),
      (317, "HEICs, and each cut in 15 places", "learned; the cut ones refused", MADE["heif"], "heif"),
      (319, "JPEG XLs, and each cut in 15 places", "learned; the cut ones refused", MADE["jxl"], "jxl"))
table(changed,
      (311, "a TIFF with bytes of its header and directory made 0 and 255", EITHER, "tiff",
       {"a.tif": TIFFS["profile.tif"][:8] + TIFFS["profile.tif"][-400:], "b.tif": TIFFS["palette.tif"]}, 40),
      (316, "AVIFs with bytes of their boxes made 0 and 255", EITHER, "avif", MADE["avif"], 30),
      (318, "HEICs with bytes of their boxes made 0 and 255", EITHER, "heif", MADE["heif"], 30),
      (320, "JPEG XLs with every byte made 0 and 255", EITHER, "jxl", MADE["jxl"], 60))


@case(312, "TIFFs that claim 60000 x 60000, 16384 x 7800 of nothing, tiles of 2 GB, 65535 samples", "refused, in under 100 MiB")
def tiff_huge(t):
    t.need_module("tiff")
    refused(t, formats.tiff(3, 8, 60000, 60000, data=b"a"), "the limit is 16,384 a side", name="a.tif")
    for bad in (formats.tiff(3, 16, 16384, 7800, data=b"a"), formats.tiff(3, 16, 16384, 7800, packing=8, data=b"a"),
                formats.tiff(3, 8, 9, 7, more=[(322, "I", [0x10000]), (323, "I", [0x8000])]),
                formats.tiff(1, 8, 9, 7, more=[(277, "H", [65535])]), formats.tiff(3, 8, 9, 7, more=[(322, "I", [0]), (323, "I", [0])])):
        said = fits(t, bad, "a.tif", status=1, peak=100).sentence
    return said


@case(313, "a TIFF whose directories go round in a circle, and whose strips overlap", "the first page; as stored")
def tiff_loop(t):
    t.need_module("tiff")
    said = []
    for name in ("gray-8.tif", "thumbnail.tif"):  # in thumbnail.tif, Redraw searches all directories for a picture
        loop = bytearray(TIFFS[name])
        directory = struct.unpack("<I", loop[4:8])[0]
        entries = struct.unpack("<H", loop[directory:directory + 2])[0]
        loop[directory + 2 + 12 * entries:directory + 6 + 12 * entries] = struct.pack("<I", directory)
        said.append("first of its pages" in learned(t, bytes(loop), name="a.tif")[0])
    overlapping = bytearray(TIFFS["tiles.tif"])
    directory = struct.unpack("<I", overlapping[4:8])[0]
    entries = struct.unpack("<H", overlapping[directory:directory + 2])[0]
    for entry in range(directory + 2, directory + 2 + 12 * entries, 12):
        tag, _, count, offsets = struct.unpack("<HHII", overlapping[entry:entry + 12])
        if tag == 324:  # TileOffsets: all tiles lie where the first one does
            overlapping[offsets:offsets + 4 * count] = overlapping[offsets:offsets + 4] * count
    return f"{fits(t, bytes(overlapping), 'a.tif').status}; {said}"


@case(314, "9 KB of TIFF that unpack to 24 megapixels, and to far more than they say", "learned, in under 400 MiB; the rest is left")
def tiff_bomb(t):
    t.need_module("tiff")
    blank = zlib.compress(bytes(24_000_000), 9)
    ended = t.does("fit", t.file("a.tif", formats.tiff(1, 8, 6000, 4000, packing=32946, data=blank)), "-o", "run.redraw", "--force",
                   *SMALL, limit=60)
    check(ended.peak < 400, f"{ended.peak:.0f} MiB")
    more = fits(t, formats.tiff(1, 8, 9, 7, packing=32946, data=blank), "a.tif", peak=100)
    return f"{len(blank)} bytes, {ended.peak:.0f} and {more.peak:.0f} MiB"


@case(321, "AVIF and HEIC whose box of sizes says 60000 x 60000, 17000 x 17000, 12000 x 12000", "refused for their size, in under 100 MiB")
def boxes_huge(t):
    said = []
    for module in ("avif", "heif"):
        if not (t.programs / f"redraw_{module}.so").exists():
            continue
        for side, (name, data) in itertools.product((60000, 17000, 12000), MADE[module].items()):
            bad = bytearray(data)
            at = -1
            while (at := bad.find(b"ispe", at + 1)) >= 0:
                bad[at + 8:at + 16] = struct.pack(">II", side, side)
            ended = fits(t, bytes(bad), name, status=1, peak=100)
            check("the limit is" in ended.err, f"{name}: {ended.err}")
            said.append(ended.sentence)
    if not said:
        raise Skipped("this build has neither module")
    return said[-1]


@case(322, "the four first bytes of each format and nothing else; one format called another", "refused; told by content")
def beginnings(t):
    said = refusals(t, [b"II*\0", b"MM\0*", b"II+\0", b"\xff\x0a", b"\0\0\0\x0cJXL \r\n\x87\n", b"\0\0\0\x18ftypavif\0\0\0\0avifmif1",
                        b"\0\0\0\x18ftypheic\0\0\0\0heicmif1", b"\xff\xff\xff\xffftypmif1", b"\0\0\0\0ftypavif"], name="a.png")
    if (t.programs / "redraw_jxl.so").exists():
        check("JPEG XL" in learned(t, MADE["jxl"]["lossy.jxl"], name="a.tif")[0], "not told by its content")
    return said
