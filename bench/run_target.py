"""Reads from a run file what a peer needs to train the same network: the picture, the settings and the initial weights.

Reads the file as docs/file-format.md describes, with Python's standard library only. `redraw weights` unpacks the
initial weights. A run of more than 16,384 parameters holds them rounded, by less than a render shows.
"""
import array
import base64
import json
import pathlib
import sqlite3
import struct
import subprocess
import sys
import tempfile
import zlib


def read_run(redraw, path):
    """Returns most of a request to torch_peer.py: the picture, its size, parameters, network, optimizer, schedule."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    config, width, height, channels = database.execute("SELECT config, width, height, channels FROM run").fetchone()
    png, = database.execute("SELECT png FROM target").fetchone()
    database.close()
    config = json.loads(config)
    pixels = array.array("f", png_values(png, width, height, channels))
    return {"width": width, "height": height, "channels": channels, "pixels": encoded(pixels.tobytes()),
            "parameters": encoded(first_weights(redraw, path)), **{key: config[key] for key in ("network", "optimizer", "schedule")}}


def first_weights(redraw, path):
    """Returns the initial weights as fp32 bytes, in the order of the .safetensors, which is that of the parameters."""
    with tempfile.TemporaryDirectory(prefix="redraw-target-") as folder:
        file = pathlib.Path(folder) / "first.safetensors"
        subprocess.run([redraw, "weights", path, "-o", file, "--at", "0"], check=True, stdout=subprocess.DEVNULL)
        data = file.read_bytes()
    return data[8 + struct.unpack("<Q", data[:8])[0]:]


def encoded(data):
    return base64.b64encode(data).decode()


def png_values(png, width, height, channels):
    """Decodes a PNG of 8 or 16 bits without interlace. Returns its values, from 0 to 1, row after row."""
    depth = png[24]
    assert depth in (8, 16) and png[28] == 0, "a target is a PNG of 8 or 16 bits without interlace"
    packed, at = b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        if kind == b"IDAT":
            packed += png[at + 8:at + 8 + length]
        at += 12 + length
    data = zlib.decompress(packed)
    pixel = depth // 8 * channels
    stride = pixel * width
    above, rows = bytearray(stride), bytearray()
    for start in range(0, height * (stride + 1), stride + 1):
        above = unfiltered(data[start], bytearray(data[start + 1:start + 1 + stride]), above, pixel)
        rows += above
    if depth == 8:
        return [value / 255 for value in rows]
    values = array.array("H", bytes(rows))
    if sys.byteorder == "little":
        values.byteswap()
    return [value / 65535 for value in values]


def unfiltered(kind, row, above, pixel):
    """Undoes PNG's filter of the number `kind` on a row of bytes (W3C PNG, section 9)."""
    for i in range(len(row) if kind else 0):
        left = row[i - pixel] if i >= pixel else 0
        corner = above[i - pixel] if i >= pixel else 0
        row[i] = row[i] + (left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner))[kind - 1] & 255
    return row


def paeth(left, above, corner):
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))
