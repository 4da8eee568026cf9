#!/usr/bin/env python3
"""Compares pictures of many kinds, made by script from seeds, as Redraw reads them and as Pillow
does, or should.

    compare.py DECODED_PICTURES [--seeds 3] [--keep FOLDER]

Pixels must agree exactly, with exceptions. Of most 16-bit values only the upper byte is
compared, since Pillow keeps no more of 16-bit colours. Colours of 5 or 6 bits may differ by one
level of 255, since Pillow rounds down. JPEG may differ by 1 level, from CMYK by 2."""
import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from debian_python import want  # noqa: E402

want("numpy", "PIL.Image")
import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

import kinds  # noqa: E402

LEVELS = 255


def as_pillow(sample):
    """Returns the expected integers [row][column][channel] and the value of full intensity."""
    if sample.pixels is not None:
        return sample.pixels, LEVELS
    with Image.open(sample.path) as image:
        image.load()
        upright = kinds.upright(image)
        if upright.mode.startswith("I"):
            return np.asarray(upright, np.int64)[..., None], 65535
        mode = {"1": "L", "P": "RGB", "CMYK": "RGB"}.get(upright.mode, upright.mode)
        if "transparency" in upright.info:
            mode = {"L": "LA", "RGB": "RGBA"}.get(mode, mode)
        pixels = np.asarray(upright.convert(mode), np.int64)
        return pixels.reshape(*pixels.shape[:2], -1), LEVELS


def as_redraw(program, paths):
    """Yields for each file its values from 0 to 1, or the message with which it was refused."""
    out = subprocess.run([program, *paths], capture_output=True, check=True).stdout
    for _ in paths:
        line, _, out = out.partition(b"\n")
        if line.startswith(b"!"):
            yield line.decode()
            continue
        width, height, channels = map(int, line.split())
        count = width * height * channels * 4
        yield np.frombuffer(out[:count], "<f4").reshape(height, width, channels).astype(float)
        out = out[count:]


def difference(values, pixels, most, sample):
    """Returns a description of the difference; None if both agree within the sample's tolerance."""
    if values.shape[2] < pixels.shape[2] and (pixels[..., -1] == LEVELS).all():
        pixels = pixels[..., :-1]  # opaque everywhere: Redraw drops alpha
    if values.shape != pixels.shape:
        return f"{values.shape} instead of {pixels.shape}"
    levels = values * most
    if sample.upper_byte:
        levels = np.floor(np.rint(values * 65535) / 256)
    apart = np.abs(levels - pixels)
    if sample.unseen and pixels.shape[2] % 2 == 0:  # ignores the colours of invisible pixels
        apart = apart * ((pixels[..., -1:] > 0) | (np.arange(pixels.shape[2]) == pixels.shape[2] - 1))
    worst = apart.max()
    if worst <= sample.tolerance + 0.01:
        return None
    at = np.unravel_index(apart.argmax(), apart.shape)
    return f"{worst:.2f} levels apart at row, column, channel {tuple(map(int, at))}, {(apart > 0.01).mean():.0%} of it"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="redraw pillow ") as work:
        folder = options.keep or pathlib.Path(work)
        folder.mkdir(exist_ok=True)
        samples = list(kinds.samples(folder, options.seeds))
        wrong = 0
        for sample, values in zip(samples, as_redraw(options.program, [sample.path for sample in samples])):
            if sample.refused:
                said = "" if isinstance(values, str) and sample.refused in values else f"not refused as {sample.refused}"
            else:
                said = values if isinstance(values, str) else difference(values, *as_pillow(sample), sample)
            if said:
                wrong += 1
                print(f"{sample.path.name}: {said}")
    refused = sum(sample.refused != "" for sample in samples)
    print(f"{len(samples)} pictures of {len({sample.kind for sample in samples})} kinds: {len(samples) - wrong} as Pillow "
          f"{Image.__version__} reads them ({refused} refused, as they must be), {wrong} not")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
