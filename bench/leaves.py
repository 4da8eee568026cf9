"""Makes test pictures by the dead leaves model (Lee, Mumford and Huang 2001): overlapping discs of all sizes, whose
statistics of edges and areas are like those of photographs."""
import math
import random
import struct
import zlib

MIRRORED = 512  # largest side in pixels that is drawn; larger pictures repeat it


def leaves(side, seed=1):
    """Returns rows of RGB bytes, [side][side][3]. Later discs hide earlier ones."""
    draw = random.Random(seed)
    rows = [bytearray(3 * side) for _ in range(side)]
    for _ in range(40 * side):
        radius = 2 / math.sqrt(draw.uniform((2 / (side / 4)) ** 2, 1))  # density of the radii: radius^-3
        x, y = draw.uniform(0, side), draw.uniform(0, side)
        colour = bytes(draw.randrange(16, 240) for _ in range(3))
        for row in range(max(0, math.ceil(y - radius)), min(side, math.floor(y + radius) + 1)):
            half = math.sqrt(max(0, radius * radius - (row - y) ** 2))
            begin, end = max(0, math.ceil(x - half)), min(side, math.floor(x + half) + 1)
            if end > begin:
                rows[row][3 * begin:3 * end] = colour * (end - begin)
    return rows


def write(path, width, height):
    """Writes a PNG. A side above 512 pixels repeats the leaves, mirrored so that the copies join without an edge."""
    side = min(MIRRORED, max(width, height))
    rows = leaves(side)
    backwards = [b"".join(bytes(row[3 * i:3 * i + 3]) for i in range(side - 1, -1, -1)) for row in rows]
    period = 2 * side
    packed = bytearray()
    packer = zlib.compressobj(1)
    for y in range(height):
        row = y % period if y % period < side else period - 1 - y % period
        both = bytes(rows[row]) + backwards[row]
        packed += packer.compress(b"\0" + (both * (width // period + 1))[:3 * width])
    packed += packer.flush()

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
                   chunk(b"IDAT", bytes(packed)) + chunk(b"IEND", b""))
