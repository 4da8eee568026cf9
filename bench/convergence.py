#!/usr/bin/env python3
"""Checks whether bf16x3 and bf16 learn as well as fp32: plots the PSNR curves of runs from the same initial weights.

Needs python3-matplotlib. On a CPU without the matrix unit AMX, REDRAW_INSTRUCTION_SET=emulated_amx computes the same
bits for these precisions, slowly. Nothing is timed.

    bench/convergence.py --redraw build/release/bin/redraw -o convergence.svg PICTURE[@SIZE]... [--preset siren]
                         [--precisions fp32,bf16x3,bf16] [--epochs 300] [--at 50,100,200,300]
"""
import argparse
import os
import pathlib
import sqlite3
import tempfile

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

import peer as peers
from quality import sized

STYLES = {"fp32": ("#222222", "-", 2.4), "bf16x3": ("#e07a1f", "--", 1.4), "bf16": ("#2f78c4", "-", 0.9)}


def learn(options, picture, size, precision, run):
    """Trains a run in full batches, where a step is an epoch. Returns {step: PSNR} of the recorded steps."""
    os.environ.pop("REDRAW_INSTRUCTION_SET", None)
    if precision != "fp32" and "amx_bf16" not in pathlib.Path("/proc/cpuinfo").read_text():
        os.environ["REDRAW_INSTRUCTION_SET"] = "emulated_amx"
    peers.redraw_json(options.redraw, "fit", picture, "-o", run, "--force", "--preset", options.preset, "--precision",
                      precision, *(["--train-size", size] if size else []), "--batch", "full", "--epochs",
                      options.epochs)
    database = sqlite3.connect(f"file:{run}?mode=ro", uri=True)
    curve = dict(database.execute("SELECT step, psnr FROM metric WHERE psnr IS NOT NULL ORDER BY step"))
    database.close()
    return curve


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", nargs="+", type=sized)
    parser.add_argument("--redraw", required=True)
    parser.add_argument("-o", "--output", required=True, type=pathlib.Path)
    parser.add_argument("--preset", default="siren")
    parser.add_argument("--precisions", default="fp32,bf16x3,bf16", type=lambda text: text.split(","))
    parser.add_argument("--epochs", default=300, type=int)
    parser.add_argument("--at", default=[50, 100, 200, 300], type=lambda text: list(map(int, text.split(","))))
    options = parser.parse_args()

    figure, plots = pyplot.subplots(1, len(options.pictures), figsize=(5 * len(options.pictures), 3.6), squeeze=False)
    with tempfile.TemporaryDirectory() as folder:
        for plot, (picture, size) in zip(plots[0], options.pictures):
            plot.set(title=picture.stem + (f" at {size}" if size else ""), xlabel="epoch", ylabel="PSNR (dB)")
            plot.grid(alpha=0.3)
            print(f"\n{plot.get_title()}\n\n" + peers.markdown_head(["precision", *(f"epoch {e}" for e in options.at)]))
            for precision in options.precisions:
                curve = learn(options, picture, size, precision, pathlib.Path(folder) / f"{precision}.redraw")
                colour, line, width = STYLES[precision]
                plot.plot(*zip(*curve.items()), color=colour, linestyle=line, linewidth=width, label=precision)
                cells = (max((e for e in curve if e <= epoch), default=None) for epoch in options.at)
                print(peers.markdown_row([f"`{precision}`", *("-" if e is None else f"{curve[e]:.2f}" for e in cells)]),
                      flush=True)
            plot.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(options.output)


if __name__ == "__main__":
    main()
