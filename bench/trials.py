#!/usr/bin/env python3
"""Compares settings over several pictures: PSNR after given steps, and PSNR between the trained pixels.

Every variant (or those of --only) trains on every picture at --size for --epochs. The table has, for each variant, the
PSNR in dB after --steps and at the end, and "to bicubic": how many dB the render at the original's size is above
bicubic interpolation of the training picture, as `redraw compare RUN ORIGINAL` reports. "mean": over the pictures.

    bench/trials.py --redraw build/release/bin/redraw PICTURE... [--size 200] [--epochs 200] [--only "siren|grid"]
"""
import argparse
import json
import pathlib
import sqlite3
import statistics
import tempfile

import peer as peers

SIREN, GRID = ("--preset", "siren"), ("--preset", "grid")
BCE = ("--output", "sigmoid", "--loss", "bce")


def beta2(value):
    return {"optimizer": {"beta2": value}}


def grid(**settings):
    return {"network": {"grid": settings}}


# Options of `redraw fit` by variant. A dictionary becomes a file for --config. W: the picture's longer side in pixels.
VARIANTS = {
    "siren": lambda size: SIREN,
    "siren, sigmoid and BCE": lambda size: (*SIREN, *BCE),
    "siren, first omega 0.12 W": lambda size: (*SIREN, "--first-omega", 0.12 * size),
    "siren, first omega 0.2 W": lambda size: (*SIREN, "--first-omega", 0.2 * size),
    "siren, first omega 0.45 W": lambda size: (*SIREN, "--first-omega", 0.45 * size),
    "siren, BCE, first omega 0.12 W": lambda size: (*SIREN, *BCE, "--first-omega", 0.12 * size),
    "siren, BCE, first omega 0.2 W": lambda size: (*SIREN, *BCE, "--first-omega", 0.2 * size),
    "siren, hidden gain 1.3": lambda size: (*SIREN, "--hidden-gain", 1.3),
    "siren, BCE, hidden gain 1.3": lambda size: (*SIREN, *BCE, "--hidden-gain", 1.3),
    "siren, BCE, gain 1.3, omega 0.2 W": lambda size: (*SIREN, *BCE, "--hidden-gain", 1.3, "--first-omega", 0.2 * size),
    "siren, hidden gain 1.6, rate 1e-3": lambda size: (*SIREN, "--hidden-gain", 1.6, "--lr-max", 1e-3),
    "siren, hidden omega 15": lambda size: (*SIREN, "--hidden-omega", 15),
    "siren, beta2 0.95": lambda size: (*SIREN, beta2(0.95)),
    "siren, beta2 0.999": lambda size: (*SIREN, beta2(0.999)),
    "siren, no warm-up": lambda size: (*SIREN, "--warmup", 0),
    "siren, warm-up 30": lambda size: (*SIREN, "--warmup", 30),
    "siren, 128x3": lambda size: (*SIREN, "--layers", "128,128,128"),
    "siren, 96x5": lambda size: (*SIREN, "--layers", "96,96,96,96,96"),
    "siren, 192x3": lambda size: (*SIREN, "--layers", "192,192,192"),
    "fourier": lambda size: ("--preset", "fourier"),
    "grid": lambda size: GRID,
    "grid, sigmoid and BCE": lambda size: (*GRID, *BCE),
    "grid, finest 0.75 W": lambda size: (*GRID, grid(finest=round(0.75 * size))),
    "grid, finest 0.5 W": lambda size: (*GRID, grid(finest=round(0.5 * size))),
    "grid, 4 features": lambda size: (*GRID, grid(features=4)),
    "grid, beta2 0.95": lambda size: (*GRID, beta2(0.95)),
    "grid, beta2 0.999": lambda size: (*GRID, beta2(0.999)),
    "grid, no warm-up": lambda size: (*GRID, "--warmup", 0),
}


def psnr_at(run, steps):
    database = sqlite3.connect(f"file:{run}?mode=ro", uri=True)
    rows = dict(database.execute("SELECT step, psnr FROM metric WHERE psnr IS NOT NULL"))
    database.close()
    return [rows.get(step, float("nan")) for step in steps]


def as_options(settings, folder):
    for setting in settings:
        if isinstance(setting, dict):
            file = folder / "config.json"
            file.write_text(json.dumps(setting))
            yield from ("--config", file)
        else:
            yield setting


def trial(options, picture, settings, folder):
    """Trains a run. Returns a list: the PSNR in dB after each of --steps, the final PSNR, the dB above bicubic."""
    run = folder / "trial.redraw"
    done = peers.redraw_json(options.redraw, "fit", picture, "-o", run, "--force", *as_options(settings, folder),
                             "--train-size", options.size, "--epochs", options.epochs, "--threads", options.threads)[-1]
    methods = peers.redraw_json(options.redraw, "compare", run, picture)[-1]["methods"]
    above = methods["network"]["psnr"] - methods["bicubic"]["psnr"]
    return [*psnr_at(run, options.steps), done["psnr"], above]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", nargs="+", type=pathlib.Path)
    parser.add_argument("--redraw", required=True)
    parser.add_argument("--size", type=int, default=200, help="the longer side")
    parser.add_argument("--epochs", type=int, default=200)
    parser.add_argument("--steps", default="50,100", type=lambda text: list(map(int, text.split(","))))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", default="", type=lambda text: text.split("|"), help="variants by name, with | between")
    options = parser.parse_args()

    names = [picture.stem for picture in options.pictures]
    columns = [*(f"@{step}" for step in options.steps), "end", "to bicubic"]
    print(peers.markdown_head([f"at {options.size}, {options.epochs} epochs", *(f"mean {c}" for c in columns),
                               *(f"{name}: end, to bicubic" for name in names)]), flush=True)
    with tempfile.TemporaryDirectory(prefix="redraw-trials-") as folder:
        for name, variant in VARIANTS.items():
            if options.only == [""] or name in options.only:
                settings = variant(options.size)
                seen = [trial(options, picture, settings, pathlib.Path(folder)) for picture in options.pictures]
                means = [f"{statistics.mean(values):+.1f}" if column == "to bicubic" else f"{statistics.mean(values):.1f}"
                         for column, values in zip(columns, zip(*seen))]
                print(peers.markdown_row([name, *means, *(f"{one[-2]:.1f}, {one[-1]:+.1f}" for one in seen)]), flush=True)


if __name__ == "__main__":
    main()
