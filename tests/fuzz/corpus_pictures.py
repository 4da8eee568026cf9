"""Small pictures that the program cannot write itself: many kinds of PNG, BMP, TGA, PNM and PSD,
and metadata as cameras add it."""
import pathlib
import struct
import sys
import zlib

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "hostile"))
from pictures import PASSES, PNG, SAMPLES, chunk, header, with_segment  # noqa: E402

SIDE = 9
END = chunk(b"IEND", b"")


def png(colour, bits, *more, interlaced=False):
    """Returns a small PNG. `colour`: PNG's colour type. `more`: chunks before the pixels."""
    def rows(width, height):
        length = (width * SAMPLES[colour] * bits + 7) // 8
        return b"".join(bytes([y % 5]) + bytes((x * 37 + y * 11) % 2 if colour == 3 else (x * 37 + y * 11) % 256
                                               for x in range(length)) for y in range(height))

    sizes = [(-(-(SIDE - x) // dx), -(-(SIDE - y) // dy)) for x, y, dx, dy in (PASSES if interlaced else [(0, 0, 1, 1)])]
    pixels = b"".join(rows(width, height) for width, height in sizes)
    return PNG + header(SIDE, SIDE, bits, colour, int(interlaced)) + b"".join(more) + chunk(b"IDAT", zlib.compress(pixels)) + END


def pngs():
    """Yields (name, bytes) of PNGs of every colour type and with the chunks that Redraw reads."""
    for colour, name, depths in ((0, "gray", (1, 2, 4, 8, 16)), (2, "rgb", (8, 16)), (4, "gray-alpha", (8, 16)),
                                 (6, "rgba", (8, 16))):
        for bits in depths:
            yield f"{name}-{bits}.png", png(colour, bits)
    for bits in (1, 2, 4, 8):
        colours = chunk(b"PLTE", bytes(i * 7 % 256 for i in range(3 * 2**bits)))
        yield f"palette-{bits}.png", png(3, bits, colours, chunk(b"tRNS", b"\0\x80"))
    yield "interlaced.png", png(2, 8, interlaced=True)
    yield "interlaced-16.png", png(6, 16, interlaced=True)
    yield "gamma.png", png(2, 8, chunk(b"gAMA", struct.pack(">I", 100000)))
    yield "transparent.png", png(0, 8, chunk(b"tRNS", b"\0\7"))
    yield "profile.png", png(2, 8, chunk(b"iCCP", b"name\0\0" + zlib.compress(profile())))
    yield "turned.png", png(0, 8, chunk(b"eXIf", exif(6)))
    yield "turned-as-jpeg.png", png(0, 8, chunk(b"eXIf", b"Exif\0\0" + exif(6)))
    yield "text.png", png(0, 8, chunk(b"zTXt", b"Title\0\0" + zlib.compress(b"a lion")),
                          chunk(b"tEXt", b"Author\0nobody"), chunk(b"sRGB", b"\0"), chunk(b"bKGD", b"\0\0"))
    yield "code-points.png", png(2, 16, chunk(b"cICP", bytes([9, 1, 0, 1])))
    chromaticities = lambda *green: chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, *green, 15000, 6000))
    yield "gamma-and-chromaticities.png", png(2, 8, chunk(b"gAMA", struct.pack(">I", 45470)), chromaticities(21000, 71000))
    yield "chromaticities.png", png(2, 8, chromaticities(30000, 60000))


def bad_pngs():
    """Yields (name, bytes) of PNGs that look whole but are not, or unpack to far more than they
    show."""
    yield "bad-index.png", png(3, 8, chunk(b"PLTE", bytes(3)))
    text = chunk(b"zTXt", b"k\0\0" + zlib.compress(bytes(30000)))
    yield "text-flood.png", png(0, 8, text * 20)
    yield "text-checksum.png", png(0, 8, chunk(b"tEXt", b"k\0v", crc=1), chunk(b"t\1Xt", b"v"))
    yield "no-end.png", png(0, 8)[:-len(END)]
    yield "blank.png", PNG + header(400, 100, 1) + chunk(b"IDAT", zlib.compress(bytes(51 * 100))) + END


def bmps():
    """Yields (name, bytes) of BMPs of every depth and many headers, with run-length codes and masks."""
    def bmp(bits, data, compression=0, size=40, more=b"", palette=b"", height=SIDE):
        if size == 12:
            info = struct.pack("<IHHHH", 12, SIDE, height, 1, bits)
        else:
            info = struct.pack("<IiiHHIIiiII", size, SIDE, height, 1, bits, compression, len(data), 0, 0, 0, 0)
        info = (info + more).ljust(size, b"\0") + palette
        return b"BM" + struct.pack("<IHHI", 14 + len(info) + len(data), 0, 0, 14 + len(info)) + info + data

    def noise(bits):
        return bytes((i * 37) % 256 for i in range((SIDE * bits + 31) // 32 * 4 * SIDE))

    for bits in (1, 4, 8):
        colours = bytes(i * 11 % 256 for i in range(4 * 2**bits))
        yield f"{bits}.bmp", bmp(bits, noise(bits), palette=colours)
        yield f"{bits}-os2.bmp", bmp(bits, noise(bits), size=12, palette=colours[:3 * 2**bits])
        yield f"{bits}-os2-short.bmp", (b"BM" + struct.pack("<IHHIIIIHH", 0, 0, 0, 30 + len(colours), 16, SIDE, SIDE, 1, bits)
                                        + colours + noise(bits))
    colours = bytes(i % 256 for i in range(64))
    yield "run-length-4.bmp", bmp(4, b"\x09\x12\0\0\0\5\x12\x34\x50\0\0\2\1\1\3\x77\0\1", 2, palette=colours)
    yield "run-length-8.bmp", bmp(8, b"\x09\1\0\0\0\3\1\2\3\0\0\2\1\1\3\7\0\1", 1, palette=colours)
    for bits in (16, 24, 32):
        yield f"{bits}.bmp", bmp(bits, noise(bits), height=-SIDE)
    for size in (40, 56, 108, 124):
        masks = struct.pack("<4I", 0xFF0000, 0xFF00, 0xFF, 0xFF000000)
        yield f"masks-{size}.bmp", bmp(32, noise(32), 3, size, masks)
    yield "masks-16.bmp", bmp(16, noise(16), 3, more=struct.pack("<3I", 0xF800, 0x7E0, 0x1F))


def tgas():
    """Yields (name, bytes) of gray, colour and palette TGAs, plain and run-length coded, with varying
    corners as origin."""
    yield "unused-palette.tga", struct.pack("<BBBHHBHHHHBB", 0, 1, 2, 0, 2, 24, 0, 0, 1, 1, 24, 0) + bytes(range(9))
    for number, (kind, bits, map_bits) in enumerate(((3, 8, 0), (3, 16, 0), (2, 15, 0), (2, 16, 0), (2, 24, 0), (2, 32, 0),
                                                     (1, 8, 15), (1, 8, 24), (1, 16, 32))):
        pixel = bytes([3, 0][:bits // 8]) if kind == 1 else bytes(range(40, 40 + (bits + 7) // 8))
        colours = bytes(range((map_bits + 7) // 8 * 4))
        for run_length in (False, True):
            data = (b"\x8A" + pixel + b"\5" + pixel * 6) * 5 if run_length else pixel * SIDE * SIDE
            yield (f"{kind}-{bits}-{map_bits}{'-packed' * run_length}.tga",
                   struct.pack("<BBBHHBHHHHBB", 2, int(kind == 1), kind + 8 * run_length, 1 if kind == 1 else 0,
                               4 if kind == 1 else 0, map_bits, 0, 0, SIDE, SIDE, bits, number % 4 << 4 | 8)
                   + b"id" + (colours if kind == 1 else b"") + data)


def animated_webp(still):
    """Returns an animation whose frames, not at the corner of its canvas, are a WebP as Redraw writes it."""
    def riff(name, data):
        return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)

    size, pixels = still[24:30], still[still.index(b"VP8L"):]
    canvas = bytes([size[0] + 3, 0, 0, size[3] + 2, 0, 0])
    frame = riff(b"ANMF", b"\1\0\0\1\0\0" + size + b"\x64\0\0\0" + pixels)
    return riff(b"RIFF", b"WEBP" + riff(b"VP8X", b"\x12\0\0\0" + canvas) + riff(b"ANIM", bytes(6)) + frame * 2)


def adobe_rgb_exif():
    """Returns an EXIF block that declares Adobe RGB by its interoperability index."""
    return (b"II*\0" + struct.pack("<IHHHIII", 8, 1, 0x8769, 4, 1, 26, 0)
            + struct.pack("<HHHIIHHIII", 2, 0xA001, 3, 1, 65535, 0xA005, 4, 1, 56, 0) + struct.pack("<HHHI", 1, 1, 2, 4) + b"R03\0" + bytes(4))


def pnms():
    """Yields (name, bytes) of PNMs of every kind, with maxima below 255, of 255 and above."""
    for kind in range(1, 7):
        for most in (15, 255, 1000) if kind % 3 != 1 else (0,):
            samples = [(x * 37) % (most + 1 or 2) for x in range(SIDE * SIDE * (3 if kind % 3 == 0 else 1))]
            data = (" ".join(map(str, samples)).encode() if kind < 4 else bytes(2 * SIDE) if kind == 4
                    else b"".join(value.to_bytes(1 if most < 256 else 2, "big") for value in samples))
            yield (f"P{kind}-{most}.pnm", b"P%d\n# a comment\n%d %d\n" % (kind, SIDE, SIDE) + (b"%d\n" % most if most else b"") + data)


def psds(profile):
    """Yields (name, bytes) of PSDs: gray and RGB, 8 and 16 bits, plain and packed, with
    transparency and an RGB profile."""
    resources = b"8BIM" + struct.pack(">HHI", 1039, 0, len(profile)) + profile + bytes(len(profile) % 2)
    for mode, channels in ((1, 1), (1, 2), (3, 3), (3, 4)):
        for bits in (8, 16):
            for packed in (False, True):
                plain = bytes(i * 37 % 256 for i in range(SIDE * bits // 8))
                rows = [bytes([len(plain) - 1]) + plain if packed else plain] * SIDE * channels
                layers = struct.pack(">Ih", 2, -1) + b"8BIMMt16"
                sizes = struct.pack(f">{len(rows)}H", *map(len, rows)) if packed else b""
                yield (f"{mode}-{channels}-{bits}{'-packed' * packed}.psd",
                       b"8BPS" + struct.pack(">H6xHIIHHII", 1, channels, SIDE, SIDE, bits, mode, 0, len(resources)) + resources
                       + struct.pack(">I", len(layers)) + layers + struct.pack(">H", packed) + sizes + b"".join(rows))


def cut_behind_scans(jpeg):
    """Yields (name, bytes) of a JPEG with several scans, cut after each scan but the last and ended
    properly."""
    scans = [at for at in range(len(jpeg) - 1) if jpeg[at:at + 2] == b"\xff\xda"]
    for number, at in enumerate(scans[1:]):
        yield f"cut-{number}.jpg", jpeg[:at] + b"\xff\xd9"


def profile():
    """Returns the header of an RGB ICC profile without tags."""
    head = bytearray(132)
    head[0:4] = struct.pack(">I", 132)
    head[8:12] = b"\2\x10\0\0"
    head[12:24] = b"mntrRGB XYZ "
    head[36:40] = b"acsp"
    head[68:80] = struct.pack(">3I", 0xF6D6, 0x10000, 0xD32D)
    return bytes(head)


def exif(orientation):
    """Returns EXIF data: a big-endian TIFF header with two entries, orientation and maker."""
    return (b"MM\0*" + struct.pack(">IH", 8, 2) + struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
            + struct.pack(">HHII", 0x010F, 2, 6, 38) + struct.pack(">I", 0) + b"maker\0")


def jpeg_with_exif(jpeg, block):
    return with_segment(jpeg, 0xE1, b"Exif\0\0" + block)


def jpeg_with_profile(jpeg, profile):
    return with_segment(jpeg, 0xE2, b"ICC_PROFILE\0\1\1" + profile)


def webp_with_exif(webp, block):
    """Adds EXIF to a WebP that has the extended header already, as all files have that Redraw
    exports."""
    chunk_of_exif = b"EXIF" + struct.pack("<I", len(block)) + block + b"\0" * (len(block) % 2)
    said = bytearray(webp + chunk_of_exif)
    said[4:8] = struct.pack("<I", len(said) - 8)
    said[20] |= 8
    return bytes(said)
