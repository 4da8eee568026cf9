"""Writes TIFF files by script, of many kinds."""
import struct

import numpy as np

from tiff_file import tiff_file


def packed(samples, depth, order, numbers):
    """Packs a row of samples as TIFF stores it; `numbers`: "u", "i" or "f"."""
    flat = samples.reshape(-1)
    if numbers == "f" or depth in (8, 16, 32):
        return flat.astype(f"{order}{numbers}{depth // 8}").tobytes()
    bits = (flat[:, None].astype(np.int64) >> np.arange(depth - 1, -1, -1)) & 1
    return np.packbits(bits.reshape(-1).astype(np.uint8)).tobytes()


def joined(*files):
    """Joins files of one page each to one file: moves all offsets and links the pages."""
    body, link = b"", 4
    for data in files:
        at = len(body) if body else 0
        table = bytearray(data)
        directory = struct.unpack_from("<I", data, 4)[0]
        count = struct.unpack_from("<H", data, directory)[0]
        for entry in range(directory + 2, directory + 2 + 12 * count, 12):
            tag, kind, values, value = struct.unpack_from("<HHII", data, entry)
            size = values * {2: 1, 3: 2, 4: 4, 7: 1}[kind]
            if size > 4:
                struct.pack_into("<I", table, entry + 8, value + at)
            if tag in (273, 324):  # StripOffsets and TileOffsets
                places, where = ([entry + 8], data) if size <= 4 else (range(value, value + size, 4), data)
                for place in places:
                    struct.pack_into("<I", table, place, struct.unpack_from("<I", where, place)[0] + at)
        body += bytes(table)
        body = body[:link] + struct.pack("<I", directory + at) + body[link + 4:]
        link = at + directory + 2 + 12 * count
    return body


def tiff(pixels, depth, *, order="<", tile=None, planes=False, photometric=None, extra=None, palette=None, profile=None,
         orientation=None, numbers="u", packing=1, rows_a_strip=5, more=()):
    """Returns a TIFF of `pixels[y][x]`, which has a number for each sample. `tile`: side of a tile. `extra`: the
    ExtraSamples tag, for example alpha. `more`: (tag, kind, values) that add or replace entries; without values, they
    remove entries."""
    height, width, samples = pixels.shape
    if photometric is None:
        photometric = 3 if palette is not None else 2 if samples >= 3 else 1
    parts = []
    for plane in [pixels[..., c:c + 1] for c in range(samples)] if planes else [pixels]:
        if tile:
            for top in range(0, height, tile):
                for left in range(0, width, tile):
                    part = np.zeros((tile, tile, plane.shape[2]), pixels.dtype)
                    cut = plane[top:top + tile, left:left + tile]
                    part[:cut.shape[0], :cut.shape[1]] = cut
                    parts.append(b"".join(packed(row, depth, order, numbers) for row in part))
        else:
            for top in range(0, height, rows_a_strip):
                parts.append(b"".join(packed(row, depth, order, numbers) for row in plane[top:top + rows_a_strip]))
    entries = {256: ("I", [width]), 257: ("I", [height]), 258: ("H", [depth] * samples), 259: ("H", [packing]),
               262: ("H", [photometric]), 277: ("H", [samples]), 284: ("H", [2 if planes else 1])}
    if extra is not None:
        entries[338] = ("H", extra if isinstance(extra, list) else [extra])
    if orientation is not None:
        entries[274] = ("H", [orientation])
    if numbers != "u":
        entries[339] = ("H", [{"i": 2, "f": 3}[numbers]] * samples)
    if palette is not None:
        entries[320] = ("H", [int(v) for c in range(3) for v in palette[:, c]])
    if profile is not None:
        entries[34675] = ("B", list(profile))
    return tiff_file(parts, entries, order, tile, rows_a_strip, more)
