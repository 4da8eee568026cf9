"""Cases 200 to 209, 211 and 354 to 356: pictures that look whole but are not, make false claims, or cost more than they show."""

import struct
import sys
import zlib

import pictures
from case import SMALL, SOURCE, case, check
from picture_checks import fits, jpeg, learned, refusals, refused
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
    for bad in pngs:
        check("not in its palette" in fits(t, bad, status=0).out, "no note")
    return refusals(t, [(pictures.gif(4, 4, index=128), ""), *tgas, bytes(palette)], "a colour is not in its palette")


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
    return refused(t, "\r".join([*lines[:3], "2,0,7"]).encode(), "line 4: pixel_value", name="a.csv")


@case(207, "run-length coded BMPs: whole, cut, too long, of 128 megapixels", "refused: Redraw does not read them; nothing large is allocated")
def run_lengths(t):
    def coded(data, width=4, height=4):
        bad = bytearray(pictures.bmp(width, height, 8, 1, bytes(1024) + data))
        bad[10:14] = struct.pack("<I", 54 + 1024)
        return bytes(bad)

    bad = [coded(data) for data in (b"\4\7\0\0" * 4 + b"\0\1", b"", b"\4", b"\0\5\1\1", b"\4\7\0\0" * 5)]
    return refusals(t, [*bad, coded(b"\0\1", 16384, 7800)], "a run-length coded BMP", "a.bmp", peak=100)


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


@case(354, "a PNG with damage beside its pixels: checksums, names, lengths, the end; every byte changed", "read with a note, or refused")
def beside_pixels(t):
    rows = waves(24, 16)
    text, end = chunk(b"tEXt", b"k\0v"), chunk(b"IEND", b"")
    for bad in (chunk(b"tEXt", b"k\0v", crc=1), chunk(b"t\1X\xff", b""), chunk(b"t\x1b[3", b"m", crc=2), chunk(b"eXIf", bytes(1 << 20), crc=3),
                chunk(b"iCCP", b"p\0\0" + bytes(99), crc=4), chunk(b"gAMA", b"\0\1\x86\xa0", crc=5)):
        for where in ({"before": bad}, {"after": bad * 100}):
            out, *_, read = learned(t, png(24, 16, rows, **where))
            check("ignored" in out and read == [list(row) for row in rows], f"{bad[:12]}: {out[-300:]}")
    whole = png(24, 16, rows, before=text, after=text)
    for length in range(len(whole) - len(text) - len(end), len(whole), 1 if t.full else 6):
        check("its end is missing" in fits(t, whole[:length], status=0).out, f"the first {length} bytes")
    for lying in (b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff", b"\0\1\0\0"):
        check("its end is missing" in fits(t, whole[:-len(text) - len(end)] + lying + b"tEXt" + end, status=0).out, "a long text at the end")
        refused(t, PNG + header(24, 16) + lying + b"tEXt" + whole[33:], "it is damaged")
    for at in range(33, len(whole), 1 if t.full else 29):
        out = fits(t, whole[:at] + bytes([whole[at] ^ 0x20]) + whole[at + 1:])
        check(out.status == 1 or "ignored" in out.out or "its end is missing" in out.out, f"byte {at} is changed without a word")
    return refused(t, PNG + header(24, 16) + end, "it ends too early")


@case(355, "CSVs without a header, with another one, with sep= lines and floats; texts that look like them", "read with a note, or the line and the column are named")
def csv_dialects(t):
    for content in ("0,0,1\n1,0,0\n", "sep=;\nx;y;ink\n0;0;0,5\n", "x,y,\x1b[31m\n0,0,1\n", "x,y," + "v" * 5000 + "\n0,0,1\n"):
        check(fits(t, content, name="a.csv").status in (0, 1), content[:20])
    for content, said in (("0,0,1\n1,0,7\n", "line 2: pixel_value"), ("x,y,z\n0.5,1,2\n", "line 2: x"), ("sep=;\nx;y;v\n0;-1;0\n", "line 3: y"),
                          ("x,y,v\n0," + "9" * 100_000 + ",0\n", "line 2: y"), ("1,2,3,4\n", "x,y,pixel_value"), ("sep=,\n" * 1000, "x,y,pixel_value"),
                          ("0,0,0\n1e15,0,0\n", "the limit is 16,384"), ("name,age\nAda,36\n", "x,y,pixel_value")):
        last = refused(t, content, said, name="a.csv")
    return last


@case(356, "an EXIF of Adobe RGB: whole, cut, with loops and wild places", "converted with a note, or passed over")
def adobe_exif(t):
    def block(place=56, count=4, text=b"R03\0", entries=1):
        return (b"Exif\0\0II*\0" + struct.pack("<IHHHIII", 8, 1, 0x8769, 4, 1, 26, 0) + struct.pack("<HHHIIHHIII", 2, 0xA001, 3, 1, 65535, 0xA005, 4, 1, place, 0)
                + struct.pack("<HHHI", entries, 1, 2, count) + text + bytes(4))

    plain = jpeg(t)
    check("Adobe RGB" in learned(t, with_segment(plain, 0xE1, block()), name="a.jpg")[0], "not converted")
    fits(t, with_segment(plain, 0xE1, block(entries=65535)), name="a.jpg", status=0)
    bad = [block(8), block(26), block(1 << 31), block(57), block(count=1 << 30), block(count=0), block(text=b"R98\0"),
           *(block()[:length] for length in range(6, len(block()) - 8, 5))]
    for exif in bad:
        check("Adobe" not in fits(t, with_segment(plain, 0xE1, exif), name="a.jpg", status=0).out, f"{exif!r}")
    return f"{len(bad)} passed over"
