"""Builds TIFF files."""
import struct


def tiff_file(parts, entries, order, tile, rows_a_strip, more=()):
    """`parts`: strips, or tiles of side `tile`; `entries`: {tag: (kind, values)}, without the tags that locate the parts;
    `more`: (tag, kind, values) to add or replace; without values, to remove."""
    at, offsets = 8, []
    for part in parts:
        offsets.append(at)
        at += len(part) + len(part) % 2
    lengths = list(map(len, parts))
    entries = {**entries, **({322: ("I", [tile]), 323: ("I", [tile]), 324: ("I", offsets), 325: ("I", lengths)} if tile else
                             {273: ("I", offsets), 278: ("I", [rows_a_strip]), 279: ("I", lengths)}),
               **{tag: (kind, values) for tag, kind, values in more}}
    entries = {tag: entry for tag, entry in entries.items() if entry[1]}
    after, table, far = at + 2 + 12 * len(entries) + 4, b"", b""
    for tag, (kind, values) in sorted(entries.items()):
        value = struct.pack(f"{order}{len(values)}{kind}", *values)
        if len(value) > 4:
            far += bytes(len(far) % 2)
            value, far = struct.pack(order + "I", after + len(far)), far + value
        table += struct.pack(order + "HHI", tag, {"B": 7, "H": 3, "I": 4, "c": 2}[kind], len(values)) + value.ljust(4, b"\0")
    return ((b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", at)
            + b"".join(part + bytes(len(part) % 2) for part in parts)
            + struct.pack(order + "H", len(entries)) + table + bytes(4) + far)
