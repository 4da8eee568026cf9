"""Makes pictures by script: PNG of many kinds, GIF, BMP and TGA; inserts segments into JPEGs made by ImageMagick; reads
PNG."""

import functools
import math
import struct
import subprocess
import zlib

PNG = b"\x89PNG\r\n\x1a\n"
SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # samples a pixel, by colour type
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))  # Adam7


def waves(width, height, channels=1):
    """Returns rows of 8-bit samples that a network can learn."""
    return [bytes(int(127.5 + 127.5 * math.sin((x + 1) * 0.4 + c) * math.cos(y * 0.3)) for x in range(width)
                  for c in range(channels)) for y in range(height)]


def chunk(name, data, crc=None):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data) if crc is None else crc)


def header(width, height, depth=8, colour=0, interlace=0, crc=None):
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace), crc)


def png(width, height, rows, depth=8, colour=0, before=b"", after=b"", end=b""):
    """Returns a PNG of packed samples. `before` and `after`: chunks around the pixels. `end`: bytes after the file."""
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows))
    return PNG + header(width, height, depth, colour) + before + chunk(b"IDAT", pixels) + after + chunk(b"IEND", b"") + end


def pack(samples, depth):
    """Packs a row of integers as PNG stores them."""
    if depth == 16:
        return struct.pack(f">{len(samples)}H", *samples)
    bits = "".join(format(sample, f"0{depth}b") for sample in samples)
    return int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8), "big")


def png_of(samples, width, height, depth, colour, before=b"", interlaced=False):
    """Returns a PNG; `samples[y][x]` is a tuple of integers."""
    data = b""
    for x0, y0, dx, dy in PASSES if interlaced else ((0, 0, 1, 1),):
        for y in range(y0, height, dy):
            flat = [value for x in range(x0, width, dx) for value in samples[y][x]]
            data += b"\0" + pack(flat, depth) if flat else b""
    return (PNG + header(width, height, depth, colour, int(interlaced)) + before + chunk(b"IDAT", zlib.compress(data))
            + chunk(b"IEND", b""))


def zeros(count):
    """Returns a zlib stream of `count` zeros (a multiple of 1 MiB), quickly for any count."""
    part = zlib.compressobj(9)
    head = part.compress(b"") + part.flush(zlib.Z_FULL_FLUSH)
    one = part.compress(bytes(1 << 20)) + part.flush(zlib.Z_FULL_FLUSH)
    same = part.compress(bytes(1 << 20)) + part.flush(zlib.Z_FULL_FLUSH)
    adler = (count % 65521) << 16 | 1
    return head + one + same * (count // (1 << 20) - 1) + b"\x03\0" + struct.pack(">I", adler)


def read_png(data):
    """Returns (width, height, depth, channels, rows of samples) of a PNG as Redraw writes it: 8 or 16 bits, not
    interlaced."""
    at, pixels = 8, b""
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        if name == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", data[at + 8:at + 18])
        if name == b"IDAT":
            pixels += data[at + 8:at + 8 + length]
        at += 12 + length
    pixels, channels = zlib.decompress(pixels), SAMPLES[colour]
    step = channels * depth // 8
    stride, above, rows = width * step, bytes(width * step), []
    for y in range(height):
        kind, row = pixels[y * (stride + 1)], bytearray(pixels[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            a, b, c = (row[i - step] if i >= step else 0), above[i], (above[i - step] if i >= step else 0)
            nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            row[i] = row[i] + (0, a, b, (a + b) // 2, nearest)[kind] & 255
        above = bytes(row)
        rows.append(list(above) if depth == 8 else list(struct.unpack(f">{stride // 2}H", above)))
    return width, height, depth, channels, rows


@functools.cache
def converted(format, *options, width=48, height=40, channels=3):
    """Returns a picture of waves, converted by ImageMagick: converted("jpg", "-interlace", "JPEG")."""
    flat = b"".join(waves(width, height, channels))
    raw = {1: "gray", 3: "rgb", 4: "rgba"}[channels]
    return subprocess.run(["convert", "-size", f"{width}x{height}", "-depth", "8", f"{raw}:-", *options, f"{format}:-"],
                          input=flat, capture_output=True, check=True).stdout


def segments(jpeg):
    """Yields (marker, offset of the length, length) of every segment before the first scan."""
    at = 2
    while jpeg[at + 1] != 0xDA:
        length = struct.unpack(">H", jpeg[at + 2:at + 4])[0]
        yield jpeg[at + 1], at + 2, length
        at += 2 + length


def with_segment(jpeg, marker, payload):
    return jpeg[:2] + bytes((0xFF, marker)) + struct.pack(">H", len(payload) + 2) + payload + jpeg[2:]


def exif(orientation, order="<", kind=3, count=1, ifd=8, entries=1, following=0):
    """Returns an EXIF block whose only entry is the orientation; every part can be made wrong."""
    value = struct.pack(order + {3: "HH", 4: "I"}.get(kind, "I"), *((orientation, 0) if kind == 3 else (orientation,)))
    tiff = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", ifd)
    tiff += struct.pack(order + "HHHI", entries, 0x0112, kind, count) + value + struct.pack(order + "I", following)
    return b"Exif\0\0" + tiff


def gif(width, height, frames=1, canvas=None, palette=True, place=(0, 0), index=None, delay=10, dispose=0):
    """Returns a GIF with codes of constant 8 bits: clear codes come before the code length would grow."""
    canvas_width, canvas_height = canvas or (width, height)
    data = b"GIF89a" + struct.pack("<HHBBB", canvas_width, canvas_height, 0xF6 if palette else 0, 0, 0)
    if palette:
        data += bytes(value for i in range(128) for value in (2 * i, 255 - 2 * i, i))
    for frame in range(frames):
        data += b"\x21\xF9\x04" + bytes([dispose << 2]) + struct.pack("<H", delay) + b"\0\0" + b"\x2C" + struct.pack("<HHHHB", *place, width, height, 0)
        codes = b""
        for i in range(width * height):
            codes += (b"\x80" if i % 100 == 0 else b"") + bytes([index if index is not None else (i + frame) % 128])
        codes += b"\x81"
        data += b"\x07" + b"".join(bytes([len(part)]) + part for part in (codes[i:i + 255] for i in range(0, len(codes), 255)))
        data += b"\0"
    return data + b";"


def bmp(width, height, bits=24, compression=0, data=b""):
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, compression, len(data), 0, 0, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54 + len(data), 0, 0, 54) + info + data


def tga(width, height, kind=2, bits=24, data=b"", map_type=0, map_start=0, map_length=0, map_bits=0):
    return struct.pack("<BBBHHBHHHHBB", 0, map_type, kind, map_start, map_length, map_bits, 0, 0, width, height, bits, 0) + data
