"""Computes PSNR and SSIM of a drawing and of four interpolations from their definitions, with numpy.

    quality.py reference|held-out LEARNED.ppm TRUTH.ppm DRAWING.ppm

Prints {method: [psnr, ssim]} as JSON."""
import json
import sys

import numpy as np


def read_ppm(path):
    with open(path, "rb") as file:
        fields = []
        while len(fields) < 4:
            fields += file.readline().split(b"#")[0].split()
        assert fields[0] == b"P6" and fields[3] == b"255", fields
        width, height = int(fields[1]), int(fields[2])
        return np.frombuffer(file.read(), np.uint8).reshape(height, width, 3) / 255


def catmull_rom(x):
    x = abs(x)
    return np.where(x < 1, 1.5 * x**3 - 2.5 * x**2 + 1, np.where(x < 2, -0.5 * x**3 + 2.5 * x**2 - 4 * x + 2, 0))


def lanczos(x):
    return np.where(abs(x) < 3, np.sinc(x) * np.sinc(x / 3), 0)


FILTERS = {"nearest": None, "bilinear": (1, lambda x: np.maximum(0, 1 - abs(x))), "bicubic": (2, catmull_rom),
           "lanczos": (3, lanczos)}


def matrix(kind, places, size):
    """Returns rows of weights that interpolate samples at 0, 1, ..., size - 1, a row for each place. Beyond the ends,
    the end samples repeat."""
    rows = np.zeros((len(places), size))
    for row, place in zip(rows, places):
        if kind == "nearest":
            row[min(size - 1, int(np.floor(place + 0.5)))] = 1
            continue
        radius, weight = FILTERS[kind]
        taps = int(np.floor(place)) + np.arange(1 - radius, radius + 1)
        np.add.at(row, np.clip(taps, 0, size - 1), weight(taps - place))
        row /= row.sum()
    return rows


def interpolated(kind, picture, down, across):
    rows, columns = matrix(kind, down, picture.shape[0]), matrix(kind, across, picture.shape[1])
    return np.einsum("ij,jkc,lk->ilc", rows, picture, columns)


def eight_bits(picture):
    return np.floor(np.clip(picture, 0, 1) * 255 + 0.5) / 255


def psnr(a, b):
    return float(-10 * np.log10(((a - b) ** 2).mean()))


def ssim(a, b):
    window = np.exp(-(np.arange(-5, 6) ** 2) / (2 * 1.5**2))
    window /= window.sum()

    def mean(x):  # local means, only where the 11 x 11 window fits
        for axis in (0, 1):
            x = np.apply_along_axis(np.convolve, axis, x, window, mode="valid")
        return x

    def channel(x, y):
        mx, my = mean(x), mean(y)
        vx, vy, cov = mean(x * x) - mx**2, mean(y * y) - my**2, mean(x * y) - mx * my
        return (((2 * mx * my + 0.01**2) * (2 * cov + 0.03**2))
                / ((mx**2 + my**2 + 0.01**2) * (vx + vy + 0.03**2))).mean()

    return float(np.mean([channel(a[..., c], b[..., c]) for c in range(a.shape[2])]))


mode, *paths = sys.argv[1:]
learned, truth, drawing = map(read_ppm, paths)
height, width = truth.shape[:2]
counted = np.ones((height, width), bool)
if mode == "held-out":  # known pixels, every second one of every second row, do not count for the PSNR
    learned = learned[::2, ::2]
    counted[::2, ::2] = False
    down, across = np.arange(height) / 2, np.arange(width) / 2
else:  # the pixel centres of the larger drawing, in pixels of the learned picture
    down = (np.arange(height) + 0.5) * learned.shape[0] / height - 0.5
    across = (np.arange(width) + 0.5) * learned.shape[1] / width - 0.5
drawings = {"network": drawing, **{kind: eight_bits(interpolated(kind, learned, down, across)) for kind in FILTERS}}
print(json.dumps({kind: [psnr(image[counted], truth[counted]), ssim(image, truth)] for kind, image in drawings.items()}))
