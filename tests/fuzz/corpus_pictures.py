"""Small pictures that the program cannot write by itself: every kind of PNG, and what a camera adds."""
import struct
import zlib

SIDE = 9


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(colour, bits, *more, interlaced=False):
    """`colour`: PNG's colour type. `more`: chunks before the pixels."""
    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]

    def rows(width, height):
        length = (width * samples * bits + 7) // 8
        return b"".join(bytes([y % 5]) + bytes((x * 37 + y * 11) % 2 if colour == 3 else (x * 37 + y * 11) % 256
                                               for x in range(length)) for y in range(height))

    if interlaced:
        passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
        sizes = [(-(-(SIDE - x) // dx), -(-(SIDE - y) // dy)) for x, y, dx, dy in passes]
        pixels = b"".join(rows(width, height) for width, height in sizes if width > 0 and height > 0)
    else:
        pixels = rows(SIDE, SIDE)
    header = struct.pack(">IIBBBBB", SIDE, SIDE, bits, colour, 0, 0, int(interlaced))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(more)
            + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b""))


def pngs():
    """(name, bytes) of every colour type, and of every chunk that is read."""
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
    yield "text.png", png(0, 8, chunk(b"zTXt", b"Title\0\0" + zlib.compress(b"a lion")),
                          chunk(b"tEXt", b"Author\0nobody"), chunk(b"sRGB", b"\0"), chunk(b"bKGD", b"\0\0"))
    yield "chromaticities.png", png(2, 8, chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000,
                                                                     15000, 6000)))


def profile():
    """The header of an ICC profile of RGB, and no tags."""
    head = bytearray(132)
    head[0:4] = struct.pack(">I", 132)
    head[8:12] = b"\2\x10\0\0"
    head[12:24] = b"mntrRGB XYZ "
    head[36:40] = b"acsp"
    head[68:80] = struct.pack(">3I", 0xF6D6, 0x10000, 0xD32D)
    return bytes(head)


def exif(orientation):
    """A TIFF header and one entry, big-endian."""
    return (b"MM\0*" + struct.pack(">IH", 8, 2) + struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
            + struct.pack(">HHII", 0x010F, 2, 6, 38) + struct.pack(">I", 0) + b"maker\0")


def jpeg_with_exif(jpeg, block):
    body = b"Exif\0\0" + block
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def webp_with_exif(webp, width, height, block):
    def riff(name, data):
        return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)

    header = bytes([8, 0, 0, 0]) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return riff(b"RIFF", b"WEBP" + riff(b"VP8X", header) + webp[12:] + riff(b"EXIF", block))
