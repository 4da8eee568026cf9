"""Cases 200 to 209 and 211: pictures that look whole but are not, make false claims, or cost more than they show."""

import struct
import sys
import zlib

import pictures
from case import SMALL, SOURCE, case, check
from picture_checks import jpeg, learned, refusals, refused
from pictures import PNG, chunk, header, png, waves, with_segment

sys.path.insert(1, str(SOURCE / "tests/fuzz"))
from corpus_pictures import cut_behind_scans  # noqa: E402


@case(200, "an arithmetic-coded JPEG, sequential and progressive, with a false height", "refused: Redraw does not read it")
def arithmetic(t):
    for options, huffman, coded in (((), 0xC0, 0xC9), (("-interlace", "JPEG"), 0xC2, 0xCA)):
        bad = bytearray(jpeg(t, *options))
        at = next(at for marker, at, _ in pictures.segments(bad) if marker == huffman)
        bad[at - 1] = coded
        refused(t, bytes(bad), "an arithmetic-coded JPEG", name="a.jpg")
        bad[at + 3:at + 7] = b"\x1E\x78\x40\x00"  # claims 7800 x 16384 pixels
        said = refused(t, bytes(bad), "an arithmetic-coded JPEG", name="a.jpg")
    return said


@case(201, "a progressive JPEG cut behind each of its scans, and closed", "refused: scans are missing")
def without_scans(t):
    whole = jpeg(t, "-interlace", "JPEG")
    check(learned(t, whole, name="a.jpg")[1:3] == (48, 40), "the whole one is not read")
    cuts = [cut for _, cut in cut_behind_scans(whole)]
    return f"{len(cuts)} cuts: {refusals(t, cuts, 'scans are missing', 'a.jpg')}"


@case(202, "a PNG with 15 MB of packed text, before and after its pixels", "read, in under 100 MiB; the text is passed over")
def text_flood(t):
    packed = zlib.compress(bytes(8 << 20), 9)
    for name, head in ((b"zTXt", b"k\0\0"), (b"iTXt", b"k\0\1\0\0\0"), (b"iCCP", b"k\0\0")):
        flood = chunk(name, head + packed) * (15_000_000 // len(packed))
        for where in ({"before": flood}, {"after": flood}):
            ended = t.does("fit", t.file("a.png", png(24, 16, waves(24, 16), **where)), "-o", "run.redraw", "--force", *SMALL)
            check(ended.peak < 100, f"{ended.peak:.0f} MiB")
    return f"{len(flood) / 1e6:.0f} MB, {ended.peak:.0f} MiB"


@case(203, "a TGA from each of its four corners", "the same picture")
def corners(t):
    rows = waves(12, 7)
    for descriptor in (0x00, 0x10, 0x20, 0x30):
        lines = rows if descriptor & 0x20 else rows[::-1]
        stored = b"".join(line[::-1] if descriptor & 0x10 else line for line in lines)
        bad = bytearray(pictures.tga(12, 7, 3, 8, stored))
        bad[17] = descriptor
        check(learned(t, bytes(bad), name="a.tga")[5] == [list(row) for row in rows], f"corner {descriptor:#x}: it is mirrored")
    return "4 corners, one picture"


@case(204, "colours that the palette does not have: PNG of 1 to 8 bits, TGA, BMP, GIF", "refused as damaged, none is made black")
def beyond_palettes(t):
    pngs = [png(8, 8, [bytes(depth)] * 7 + [pictures.pack([0] * 7 + [1], depth)], depth, 3, chunk(b"PLTE", bytes(3))) for depth in (1, 2, 4, 8)]
    tgas = [pictures.tga(2, 1, 1, 8, bytes(12) + bytes(indices), 1, indices[0], 4, 24) for indices in ((0, 4), (5, 4), (5, 9))]
    palette = bytearray(pictures.bmp(2, 1, 8, data=bytes(4) + b"\0\1\0\0"))
    palette[10] += 4  # leaves room for a palette of one colour before the pixels
    return refusals(t, [(pictures.gif(4, 4, index=128), ""), *tgas, *pngs, bytes(palette)], "a colour is not in its palette")


@case(205, "the fourth byte of a 32-bit BMP, with a mask of alpha and without", "padding, and alpha")
def fourth_byte(t):
    data = bytes([10, 20, 30, 0]) * 16
    *_, channels, rows = learned(t, pictures.bmp(4, 4, 32, data=data), name="a.bmp")
    check(channels == 3 and rows[0][:3] == [30, 20, 10], f"{channels} channels, {rows[0][:4]}")
    masks = struct.pack("<4I", 0xFF0000, 0xFF00, 0xFF, 0xFF000000)
    info = struct.pack("<IiiHHIIiiII", 108, 4, 4, 1, 32, 3, 64, 0, 0, 0, 0) + masks.ljust(68, b"\0")
    *_, channels, rows = learned(t, b"BM" + struct.pack("<IHHI", 186, 0, 0, 122) + info + data, name="a.bmp")
    check(channels == 4 and rows[0][3] == 0, f"{channels} channels, {rows[0][:4]}")
    return "3 channels without, 4 with"


@case(206, "a CSV with the line ends of an old Mac, and with 1e-46", "read; a bad line is named by its number")
def old_mac(t):
    lines = ["x,y,pixel_value", *(f"{x},{y},{'1e-46' if x == y else '1'}" for y in range(4) for x in range(4))]
    rows = learned(t, "\r".join(lines).encode() + b"\r", name="a.csv")[5]
    check([row[i] for i, row in enumerate(rows)] == [255] * 4 and rows[0][1] == 0, f"{rows}")
    return refused(t, "\r".join([*lines[:3], "2,0,7"]).encode(), "line 4 is not", name="a.csv")


@case(207, "run-length coded BMPs: cut, too long, small and of 128 megapixels", "refused; nothing large is allocated")
def run_lengths(t):
    def coded(data, width=4, height=4):
        bad = bytearray(pictures.bmp(width, height, 8, 1, bytes(1024) + data))
        bad[10:14] = struct.pack("<I", 54 + 1024)
        return bytes(bad)

    check(learned(t, coded(b"\4\7\0\0" * 4 + b"\0\1"), name="a.bmp")[1:3] == (4, 4), "not read")
    bad = [coded(data) for data in (b"", b"\4", b"\4\7", b"\0\5\1\1", b"\0\2\1", b"\4\7\0\0" * 5, b"\0\2\0\xff\1\1")]
    return refusals(t, [*bad, (coded(b"\0\1", 16384, 7800), "it ends too early")], "it is damaged", "a.bmp", peak=100)


@case(208, "8 KB of PNG that are 8000 x 8000 blank pixels of one bit", "learned: they are there")
def blank(t):
    packed = zlib.compress(bytes(1001 * 8000), 9)
    data = PNG + header(8000, 8000, 1) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    t.does("fit", t.file("a.png", data), "-o", "run.redraw", *SMALL, limit=60)
    return refused(t, data.replace(header(8000, 8000, 1), header(8000, 8000, 2)), "it is damaged")


@case(209, "a photograph of 24 megapixels, held upright", "learned, in under 400 MiB")
def photograph(t):
    t.need("convert")
    photograph = t.folder / "photograph.jpg"
    t.run("-size", "6000x4000", "gradient:red-blue", "-colorspace", "sRGB", photograph, program="convert", limit=60)
    turned = t.file("turned.jpg", with_segment(photograph.read_bytes(), 0xE1, pictures.exif(6)))
    ended = t.does("fit", turned, "-o", "run.redraw", *SMALL, limit=60)
    check("turned upright" in ended.out and ended.peak < 400, f"{ended.peak:.0f} MiB: {ended.out}")
    return f"{ended.peak:.0f} MiB"


@case(211, "a PSD of 16384 x 7800 in 60 bytes, packed and plain, and one of sections of 4 GB", "refused, nothing large is allocated")
def psd(t):
    def photoshop(sections=bytes(12), pixels=b"", width=16384, height=7800):
        return b"8BPS" + struct.pack(">H6xHIIHH", 1, 3, height, width, 8, 3) + sections + pixels

    return refusals(t, [photoshop(), photoshop(pixels=bytes(22)), photoshop(pixels=b"\0\1" + bytes(20)), photoshop(b"\xFF" * 12),
                        photoshop(bytes(4) + b"\xFF" * 8), photoshop(pixels=b"\0\1" + bytes(12), width=16384, height=2)],
                    "it ends too early", "a.psd", peak=100)
