#!/usr/bin/python3
"""Compares `redraw enlarge` with interpolation: how close enlarged small copies of pictures come to the originals.

    bench/enlarge.py --redraw build/release/bin/redraw [--factor 2] [--filters Box,Catrom,Lanczos] [--fit FLAGS] PICTURE...

ImageMagick's filters make the small pictures, as 8-bit PNGs; Redraw does not know which filter. The peers are
ImageMagick's Lanczos, Mitchell and RobidouxSharp. Measures PSNR of all channels and SSIM of luminance (Wang et al.
2004) of the 8-bit results, without a border of 4 pixels. With --fit (flags of `redraw fit` in one word; empty: none),
measures a network of coordinates instead, trained on the small picture at its own size. Needs ImageMagick, numpy and
Pillow.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile
import time

import numpy
from PIL import Image

PEERS = ("Lanczos", "Mitchell", "RobidouxSharp")
BORDER = 4


def pixels(path):
    return numpy.asarray(Image.open(path).convert("RGB"), numpy.float64) / 255


def psnr(drawn, truth):
    return -10 * numpy.log10(max(1e-12, numpy.mean((drawn - truth) ** 2)))


def blurred(plane):
    taps = numpy.exp(-0.5 * (numpy.arange(-5, 6) / 1.5) ** 2)
    taps /= taps.sum()
    for axis in (0, 1):
        plane = numpy.apply_along_axis(lambda row: numpy.convolve(row, taps, "valid"), axis, plane)
    return plane


def ssim(drawn, truth):
    a, b = (image @ [0.299, 0.587, 0.114] for image in (drawn, truth))
    mean_a, mean_b = blurred(a), blurred(b)
    var_a, var_b = blurred(a * a) - mean_a**2, blurred(b * b) - mean_b**2
    covariance = blurred(a * b) - mean_a * mean_b
    c1, c2 = 0.01**2, 0.03**2
    return numpy.mean((2 * mean_a * mean_b + c1) * (2 * covariance + c2)
                      / ((mean_a**2 + mean_b**2 + c1) * (var_a + var_b + c2)))


def resized(source, to, size, filter_name):
    subprocess.run(["convert", str(source), "-filter", filter_name, "-resize", f"{size[0]}x{size[1]}!", "-depth", "8",
                    f"PNG24:{to}"], check=True)


def judged(path, truth):
    cut = (slice(BORDER, -BORDER), slice(BORDER, -BORDER))
    drawn = pixels(path)[cut]
    return psnr(drawn, truth[cut]), ssim(drawn, truth[cut])


def drawn_larger(options, folder, size):
    """Enlarges small.png to out.png with Redraw. Returns the method that Redraw reports, or the fit's PSNR."""
    small, out, wanted = folder / "small.png", folder / "out.png", f"{size[0]}x{size[1]}"
    if options.fit is None:
        command = ["enlarge", small, "-o", out, "--size", wanted, "--json", *options.more]
    else:
        command = ["fit", small, "-o", folder / "run.redraw", "--force", "--train-size", "original", "--json", "--export",
                   out, "--size", wanted, *options.fit.split()]
    told = subprocess.run([options.redraw, *map(str, command)], check=True, capture_output=True, text=True).stdout
    said = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    if options.fit is None:
        return f"{said[-1]['drawn_by']}, {said[-1]['tones']}"
    done = next(event for event in said if event["event"] == "done")
    return f"fit {options.fit}, {done['psnr']:.1f} dB on its pixels"


def measure(picture, filter_name, options, folder):
    """Prints a line and returns a row: PSNR of Redraw and the peers, SSIM of Redraw, relative to Lanczos; seconds."""
    whole = Image.open(picture).convert("RGB")
    factor = options.factor
    size = tuple(side // (2 * factor) * (2 * factor) for side in whole.size)
    whole.crop((0, 0, *size)).save(folder / "truth.png")
    small = tuple(side // factor for side in size)
    resized(folder / "truth.png", folder / "small.png", small, filter_name)
    truth = pixels(folder / "truth.png")
    peers = {}
    for peer in PEERS:
        resized(folder / "small.png", folder / "peer.png", size, peer)
        peers[peer] = judged(folder / "peer.png", truth)
    start = time.monotonic()
    by = drawn_larger(options, folder, size)
    seconds = time.monotonic() - start
    drawn = judged(folder / "out.png", truth)
    best = max(peers, key=lambda peer: peers[peer][0])
    lanczos = peers["Lanczos"]
    print(f"{pathlib.Path(picture).name:24} {filter_name:8} Lanczos {lanczos[0]:6.2f}  redraw {drawn[0] - lanczos[0]:+6.2f}  "
          f"best peer {best} {peers[best][0] - lanczos[0]:+.2f}  SSIM {lanczos[1]:.4f} {drawn[1] - lanczos[1]:+.4f}  "
          f"by {by}  {seconds:.1f} s", flush=True)
    return {"gain": drawn[0] - lanczos[0], "over_best": drawn[0] - peers[best][0], "ssim": drawn[1] - lanczos[1],
            "seconds": seconds, "lanczos": lanczos[0],
            **{peer: peers[peer][0] - lanczos[0] for peer in PEERS}}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--redraw", default="build/release/bin/redraw")
    parser.add_argument("--factor", type=int, default=2)
    parser.add_argument("--filters", default="Box,Catrom,Lanczos")
    parser.add_argument("--fit", help="flags of `redraw fit`: a network of coordinates instead")
    parser.add_argument("--more", nargs="*", default=[], help="further flags of `redraw enlarge`")
    parser.add_argument("pictures", nargs="+")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for filter_name in options.filters.split(","):
            rows = [measure(picture, filter_name, options, folder) for picture in options.pictures]
            gains = [row["gain"] for row in rows]
            print(f"x{options.factor} made smaller by {filter_name}: {len(rows)} pictures, Lanczos "
                  f"{numpy.mean([row['lanczos'] for row in rows]):.2f} dB; redraw {numpy.mean(gains):+.2f} dB in the mean, "
                  f"worst {min(gains):+.2f}, won {sum(gain > 0 for gain in gains)}; Mitchell "
                  f"{numpy.mean([row['Mitchell'] for row in rows]):+.2f}, RobidouxSharp "
                  f"{numpy.mean([row['RobidouxSharp'] for row in rows]):+.2f}; SSIM "
                  f"{numpy.mean([row['ssim'] for row in rows]):+.4f}, worst {min(row['ssim'] for row in rows):+.4f}; "
                  f"{numpy.mean([row['seconds'] for row in rows]):.1f} s", flush=True)


if __name__ == "__main__":
    main()
