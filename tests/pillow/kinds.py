"""Pictures in the formats that Redraw decodes without a module, written by Pillow or by hand. A
seed determines size and content."""
import dataclasses
import io
import pathlib
import struct
import sys

import numpy as np
from PIL import Image, ImageOps

import uncommon

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1] / "hostile"))
import pictures  # noqa: E402

ORIENTATION = 0x0112
LEVELS = 255


@dataclasses.dataclass
class Sample:
    kind: str
    path: pathlib.Path
    tolerance: float = 0  # levels of 255, or of 65535 if Pillow returns 16 bits
    pixels: np.ndarray | None = None  # the expected pixels; None: those that Pillow reads
    upper_byte: bool = False  # compares only the upper byte of 16 bits
    unseen: bool = False  # pixels with an alpha of 0 may have any colour
    refused: str = ""  # part of the sentence with which Redraw must refuse the file


def upright(image):
    return ImageOps.exif_transpose(image) if image.getexif().get(ORIENTATION, 1) != 1 else image


def noise(random, channels, levels=256, least=1):
    height, width = random.integers(least, 40, 2)
    return random.integers(0, levels, (height, width, channels))


def smooth(random, channels):
    """Returns smooth waves, which survive lossy compression."""
    height, width = random.integers(9, 70, 2)
    y, x = np.mgrid[0:height, 0:width]
    waves = [np.sin(x * random.uniform(.05, .3) + y * random.uniform(.05, .3) + c) for c in range(channels)]
    return np.rint(127.5 + 120 * np.stack(waves, -1)).astype(np.uint8)


def saved(pixels, format, mode=None, **options):
    channels = pixels.shape[2]
    mode = mode or {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}[channels]
    file = io.BytesIO()
    flat = pixels.astype(np.uint8)
    Image.fromarray(flat[..., 0] if channels == 1 else flat, mode).save(file, format, **options)
    return file.getvalue()


def pngs(random):
    """Yields PNGs of every colour type, depth, transparency and interlacing."""
    for interlaced in (False, True):
        for colour, depths in ((0, (1, 2, 4, 8, 16)), (2, (8, 16)), (3, (1, 2, 4, 8)), (4, (8, 16)), (6, (8, 16))):
            for depth in depths:
                pixels = noise(random, pictures.SAMPLES[colour], 1 << depth)
                height, width = pixels.shape[:2]
                samples = pixels.tolist()
                palette = random.integers(0, 256, (1 << depth, 3)) if colour == 3 else None
                table = pictures.chunk(b"PLTE", palette.astype(np.uint8).tobytes()) if colour == 3 else b""
                name = f"png-type{colour}-{depth}bit{'-adam7' if interlaced else ''}"
                wide = depth == 16
                data = pictures.png_of(samples, width, height, depth, colour, table, interlaced)
                given = {"pixels": pixels >> 8} if wide and colour == 4 else {}  # Pillow returns RGBA
                yield name, data, {"upper_byte": wide and colour != 0, **given}
                if colour == 3:  # makes one colour invisible and one half transparent
                    alphas = np.r_[[0, 128], np.full((1 << depth) - 2, 255)]
                    data = pictures.png_of(samples, width, height, depth, 3,
                                           table + pictures.chunk(b"tRNS", bytes([0, 128])), interlaced)
                    yield name + "-trns", data, {"pixels": np.c_[palette, alphas][pixels[..., 0]]}
                if colour in (0, 2):
                    clear = pixels[0, 0]
                    trns = pictures.chunk(b"tRNS", struct.pack(f">{len(clear)}H", *clear))
                    alpha = np.where((pixels == clear).all(-1, keepdims=True), 0, 255)
                    shown = pixels >> 8 if wide else pixels * 255 // ((1 << depth) - 1)
                    yield (name + "-trns", pictures.png_of(samples, width, height, depth, colour, trns, interlaced),
                           {"pixels": np.concatenate([shown, alpha], -1), "upper_byte": wide})


def jpegs(random):
    for channels in (1, 3, 4):
        for name, options in (("", {}), ("-progressive", {"progressive": True}), ("-444", {"subsampling": 0}),
                              ("-422", {"subsampling": 1}), ("-optimised", {"optimize": True, "quality": 30})):
            mode = "CMYK" if channels == 4 else None
            yield (f"jpeg-{channels}{name}", saved(smooth(random, channels), "JPEG", mode, **options),
                   {"tolerance": 2 if channels == 4 else 1})
    for orientation in range(1, 9):
        data = saved(smooth(random, 3), "JPEG", exif=pictures.exif(orientation))
        yield f"jpeg-orientation{orientation}", data, {"tolerance": 1}


def others(random):
    for channels in (3, 4):
        yield f"webp-lossless-{channels}", saved(noise(random, channels), "WEBP", lossless=True), {"unseen": True}
        yield f"webp-lossy-{channels}", saved(smooth(random, channels), "WEBP", quality=70), {"unseen": True}
    yield "webp-exif", saved(smooth(random, 3), "WEBP", exif=pictures.exif(int(random.integers(2, 9)))), {}
    for colours in (2, 3, 16, 256):
        image = Image.fromarray(noise(random, 1, colours)[..., 0].astype(np.uint8), "P")
        image.putpalette(random.integers(0, 256, 3 * colours).tolist())
        for name, options in (("", {"interlace": 0}), ("-interlaced", {"interlace": 1}),
                              ("-transparent", {"transparency": 1})):
            file = io.BytesIO()
            image.save(file, "GIF", optimize=False, **options)
            yield f"gif-{colours}{name}", file.getvalue(), {"unseen": True}
    for ending in ("\n", "\r\n", "\r"):
        values = noise(random, 1)
        order = random.permutation(values.size)
        rows, columns = np.divmod(order, values.shape[1])
        lines = [f"{x},{y},{1 - values[y, x, 0] / 255}" for x, y in zip(columns, rows)]
        yield f"csv-{ending!r}", ending.join(["x,y,pixel_value", *lines, ""]).encode(), {"pixels": values}


def pnms(random):
    for kind, channels, levels in (("P1", 1, 2), ("P4", 1, 2), ("P2", 1, 16), ("P5", 1, 256), ("P5", 1, 1000), ("P3", 3, 65536),
                                   ("P6", 3, 100), ("P6", 3, 256), ("P6", 3, 65536)):
        pixels, bitmap = noise(random, channels, levels), levels == 2
        height, width = pixels.shape[:2]
        rows = pixels.reshape(height, -1)
        if kind < "P4":
            data = b"\n".join(" ".join(map(str, row)).encode() for row in rows.tolist())
        elif bitmap:
            data = b"".join(uncommon.packed_bits(row, 1) for row in rows.tolist())
        else:
            data = rows.astype(">u2" if levels > 256 else "u1").tobytes()
        most = b"" if bitmap else b"%d\n" % (levels - 1)
        steps = 65535 if levels > 256 else LEVELS
        shown = np.rint(pixels * steps / (levels - 1)).astype(int)
        shown = LEVELS - shown if bitmap else shown >> 8 if levels > 256 else shown
        yield (f"pnm-{kind}-{levels}", kind.encode() + b" # by hand\n%d %d\n" % (width, height) + most + data,
               {"pixels": shown, "upper_byte": levels > 256})


def psds(random):
    """Yields PSDs with a merged picture. Pillow keeps the white behind transparent pixels, so
    transparent PSDs are white."""
    for mode, colours in ((1, 1), (3, 3)):
        for depth, packed, extra, clear in ((8, False, 0, False), (8, True, 0, False), (16, True, 1, False), (8, True, 1, True)):
            pixels = noise(random, colours + extra, 1 << depth)
            if clear:  # white, with any transparency
                pixels[..., :colours] = LEVELS
            height, width, channels = pixels.shape
            rows = [row.astype(f">u{depth // 8}").tobytes() for row in np.moveaxis(pixels, -1, 0).reshape(-1, width)]
            if packed:
                rows = [b"".join(bytes([len(part) - 1]) + part for part in (row[i:i + 128] for i in range(0, len(row), 128)))
                        for row in rows]
                rows = [struct.pack(f">{len(rows)}H", *map(len, rows)), *rows]
            layers = struct.pack(">IIh", 6, 2, -1) if clear else bytes(4)
            data = (b"8BPS" + struct.pack(">H6xHIIHHII", 1, channels, height, width, depth, mode, 0, 0) + layers
                    + struct.pack(">H", packed) + b"".join(rows))
            yield (f"psd-{mode}-{depth}bit{'-packed' * packed}{'-selection' * (extra and not clear)}{'-clear' * clear}", data,
                   {"pixels": (pixels if clear else pixels[..., :colours]) >> depth - 8, "upper_byte": depth == 16})


def samples(folder, seeds):
    number = 0
    for seed in range(seeds):
        random = np.random.default_rng(seed)
        for kinds in (pngs, jpegs, others, pnms, psds, uncommon.bmps, uncommon.tgas):
            for kind, data, given in kinds(random):
                path = folder / f"{number:04} {kind.replace(chr(92), '')} {seed}"
                path.write_bytes(data)
                number += 1
                yield Sample(kind, path, **given)
