"""BMP and TGA of many kinds, written by hand: Pillow reads more of them than it writes."""
import struct

import numpy as np


def bmp_header(width, height, bits, compression=0, masks=(), palette=b"", size=40, data=b"", top_down=False):
    """Returns a BMP file. `size`: bytes of the information header; masks that do not fit follow
    it."""
    if size == 12:
        info = struct.pack("<IHHHH", 12, width, height, 1, bits)
    else:
        colours = len(palette) // 4
        info = struct.pack("<IiiHHIIiiII", size, width, -height if top_down else height, 1, bits, compression,
                           len(data), 2835, 2835, colours, 0)
        info = (info + b"".join(struct.pack("<I", mask) for mask in masks)).ljust(size, b"\0")
    at = 14 + len(info) + len(palette)
    return b"BM" + struct.pack("<IHHI", at + len(data), 0, 0, at) + info + palette + data


def bmp_rows(packed, top_down):
    rows = [row + bytes(-len(row) % 4) for row in packed]
    return b"".join(rows if top_down else rows[::-1])


def packed_bits(row, bits):
    text = "".join(format(value, f"0{bits}b") for value in row)
    return int(text.ljust(-(-len(text) // 8) * 8, "0"), 2).to_bytes(-(-len(text) // 8), "big")


def bmps(random):
    def size():
        return (int(value) for value in random.integers(1, 40, 2))

    for bits in (1, 4, 8):
        for header, top_down in ((40, False), (40, True), (12, False), (108, False), (124, False)):
            width, height = size()
            indices = random.integers(0, 1 << bits, (height, width))
            palette = random.integers(0, 256, (1 << bits, 3))
            table = b"".join(bytes([*map(int, colour[::-1])]) + b"\0" * (header != 12) for colour in palette)
            rows = bmp_rows([packed_bits(row, bits) for row in indices.tolist()], top_down)
            data = bmp_header(width, height, bits, palette=table, size=header, data=rows, top_down=top_down)
            # Pillow 9 can take the three-byte colours after the oldest header for four-byte
            # colours.
            given = {"pixels": palette[indices]} if header == 12 else {}
            yield f"bmp-{bits}bit-header{header}{'-top-down' * top_down}", data, given
    for bits in (4, 8):  # one run a row
        width, height = size()
        data = bmp_header(width, height, bits, 3 - bits // 4, palette=bytes(4), data=bytes([width, 0, 0, 0]) * height + b"\0\1")
        yield f"bmp-rle{bits}", data, {"refused": "a run-length coded BMP"}
    bgra = (0xFF0000, 0xFF00, 0xFF, 0xFF000000)
    for bits, masks, header, tolerance in (
            (16, (), 40, 1), (24, (), 40, 0), (32, (), 40, 0), (24, (), 12, 0), (32, (), 124, 0),
            (16, (0xF800, 0x7E0, 0x1F), 40, 1), (16, (0x7C00, 0x3E0, 0x1F), 40, 1), (32, bgra[:3], 40, 0),
            (32, (*bgra[:3], 0), 108, 0), (32, bgra, 108, 0), (32, bgra, 124, 0),
            (32, (0xFF, 0xFF00, 0xFF0000, 0xFF000000), 124, 0), (32, bgra, 56, 0)):
        for top_down in (False, True)[:2 if header != 12 else 1]:
            width, height = size()
            pixels = random.integers(0, 256, (height, width, bits // 8), np.uint8)
            rows = bmp_rows([row.tobytes() for row in pixels], top_down)
            data = bmp_header(width, height, bits, 3 if masks else 0, masks, b"", header, rows, top_down)
            given = {"pixels": pixels[..., [2, 1, 0, 3]].astype(int)} if header == 56 else {}  # not in Pillow 9
            alpha = "-alpha" if masks and masks[-1] >> 31 else ""
            yield (f"bmp-{bits}bit-header{header}{'-masks' * bool(masks)}{alpha}{'-top-down' * top_down}", data,
                   {"tolerance": tolerance, **given})


def packets(random, pixels):
    """Encodes pixels, each a bytes object, as TGA run-length packets."""
    data, at = b"", 0
    while at < len(pixels):
        same = 1
        while at + same < len(pixels) and same < 128 and pixels[at + same] == pixels[at]:
            same += 1
        if same > 1 or random.integers(3) == 0:
            data += bytes([0x7F + same]) + pixels[at]
            at += same
        else:
            count = min(int(random.integers(1, 128)), len(pixels) - at)
            data += bytes([count - 1]) + b"".join(pixels[at:at + count])
            at += count
    return data


def tgas(random):
    for run_length in (False, True):
        for corner in range(4):  # of the first pixel; bit 0: right, bit 1: top
            for kind, bits, map_bits in ((3, 8, 0), (3, 16, 0), (2, 15, 0), (2, 16, 0), (2, 24, 0), (2, 32, 0), (2, 32, -1),
                                         (1, 8, 16), (1, 8, 24), (1, 8, 32)):
                yield tga(random, run_length, corner, kind, bits, map_bits)


def tga(random, run_length, corner, kind, bits, map_bits):
    """Returns (name, file, values for Sample) of a TGA. `map_bits` -1: a pixel's fourth byte is
    padding, the same for all pixels."""
    height, width = (int(value) for value in random.integers(1, 40, 2))
    declared = 8 if map_bits != -1 and (bits == 32 or map_bits == 32 or (kind, bits) == (3, 16)) else 0
    start, table = 0, b""
    if kind == 1:
        start = int(random.integers(0, 20))
        count = int(random.integers(1, 200))
        table = random.integers(0, 256, count * map_bits // 8, np.uint8).tobytes()
        stored = random.integers(start, start + count, (height, width, 1)).astype(np.uint8)
    else:
        stored = random.integers(0, 256, (height, width, (bits + 7) // 8), np.uint8)
    if map_bits == -1:
        stored[..., 3] = random.integers(0, 256)
    if run_length:
        stored[:, width // 2:] = stored[:, width // 2:width // 2 + 1]
    # Pillow 9 misreads the kinds excluded here, and packets that continue in the next row. Newer
    # versions take the highest of 16 bits for alpha.
    pillow_reads_it = bits not in (15, 16) and map_bits not in (-1, 32) or (kind, bits) == (3, 16)
    parts = list(stored) if pillow_reads_it else [stored.reshape(-1, stored.shape[-1])]
    parts = [[bytes(pixel) for pixel in part] for part in parts]
    header = struct.pack("<BBBHHBHHHHBB", 3, int(kind == 1), kind + 8 * run_length, start,
                         len(table) * 8 // map_bits if kind == 1 else 0, max(map_bits, 0) if kind == 1 else 0, 0, 0,
                         width, height, bits, declared | corner << 4)
    data = header + b"id " + table + b"".join(packets(random, part) if run_length else b"".join(part) for part in parts)
    name = (f"tga-{('', 'palette', 'colour', 'gray')[kind]}{bits}{f'-of-{map_bits}' if kind == 1 else ''}"
            f"{'-padded' if map_bits == -1 else ''}{'-rle' * run_length}-corner{corner}")
    pixels = None if pillow_reads_it else shown(stored, table, start, kind, bits, map_bits, corner)
    return name, data, {"pixels": pixels, "tolerance": int(16 in (bits, map_bits) and kind != 3)}


def shown(stored, table, start, kind, bits, map_bits, corner):
    """Returns the pixels by the format's specification, where Pillow is wrong: Pillow 9 reads
    neither 15 bits nor alpha in palettes, and takes padding for alpha."""
    if kind == 1:
        colours = np.frombuffer(table, np.uint8).reshape(-1, map_bits // 8)
        stored, bits = colours[stored[..., 0].astype(int) - start], map_bits
    if kind == 3:
        pixels = stored.astype(int)
    elif bits in (15, 16):
        value = stored[..., 0].astype(int) | stored[..., 1].astype(int) << 8
        pixels = np.stack([np.rint((value >> shift & 31) * 255 / 31) for shift in (10, 5, 0)], -1).astype(int)
    else:
        pixels = stored[..., [2, 1, 0, 3] if bits == 32 and map_bits != -1 else [2, 1, 0]].astype(int)
    pixels = pixels if corner & 2 else pixels[::-1]
    return pixels[:, ::-1] if corner & 1 else pixels
