#!/usr/bin/env python3
"""Makes a picture of any size from the project's sample: turned, scaled and tinted copies on textured paper.

    large_picture.py WIDTH HEIGHT OUT.png

A copy's look depends on its place alone, so that a larger picture continues a smaller one.
"""
import pathlib
import struct
import sys
import zlib

sys.path.append(str(pathlib.Path(__file__).resolve().parent))
from debian_python import want  # noqa: E402

want("numpy", "PIL")
import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "assets" / "sample.png"
BLOCK = 512  # side in pixels of the square that holds one copy


def paper(left, top, width, height):
    """Returns gray paper, 0.5 on average: waves of 13 to 900 pixels in several directions, and grain."""
    y, x = np.mgrid[top:top + height, left:left + width].astype(np.float32)
    waves = np.zeros_like(x)
    for i, length in enumerate((13, 29, 61, 140, 330, 900)):
        angle = 2.4 * i
        waves += (0.02 + 0.012 * i) * np.sin((np.cos(angle) * x + np.sin(angle) * y) * (2 * np.pi / length) + i)
    grain = np.random.default_rng([left, top]).normal(0, 0.004, x.shape)
    return 0.5 + waves + grain.astype(np.float32)


def block(sample, column, row):
    """Returns the RGB bytes of one square."""
    random = np.random.default_rng([column, row, 7])
    side = int(474 * random.uniform(0.6, 1.6))
    turned = sample.resize((side, side), Image.BICUBIC).rotate(random.uniform(0, 360), Image.BICUBIC, fillcolor=255)
    drawn = Image.new("L", (BLOCK, BLOCK), 255)
    drawn.paste(turned, tuple(int(v) for v in random.integers(-side // 4, BLOCK - side // 2 + 1, 2)))
    ink = 1 - np.asarray(drawn, dtype=np.float32) / 255
    ground = paper(column * BLOCK, row * BLOCK, BLOCK, BLOCK)
    place = np.array([column, row], dtype=np.float32)
    light = 0.6 + 0.35 * np.sin(place[0] * np.array([0.31, 0.23, 0.17]) + place[1] * np.array([0.13, 0.29, 0.37]))
    dark = random.uniform(0, 0.35, 3)
    colours = (ground[..., None] + 0.5) * light * (1 - ink[..., None]) + dark * ink[..., None]
    return (np.clip(colours, 0, 1) * 255 + 0.5).astype(np.uint8)


def write(path, width, height):
    """Writes the PNG with only one row of squares in memory at a time."""
    sample = Image.open(SAMPLE).convert("L")
    pack = zlib.compressobj(1)

    with open(path, "wb") as file:
        def chunk(name, data):
            file.write(struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)))

        file.write(b"\x89PNG\r\n\x1a\n")
        chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        for top in range(0, height, BLOCK):
            rows = np.concatenate([block(sample, left // BLOCK, top // BLOCK) for left in range(0, width, BLOCK)], axis=1)
            rows = rows[:height - top, :width].reshape(min(BLOCK, height - top), width * 3)
            up = rows.copy()  # PNG's filter 1: the difference from the pixel to the left
            up[:, 3:] -= rows[:, :-3]
            packed = pack.compress(np.insert(up, 0, 1, axis=1).tobytes())
            if packed:
                chunk(b"IDAT", packed)
        chunk(b"IDAT", pack.flush())
        chunk(b"IEND", b"")


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[3]), int(sys.argv[1]), int(sys.argv[2]))
