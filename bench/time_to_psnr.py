#!/usr/bin/env python3
"""Measures the seconds until networks reach given PSNRs: Redraw's presets, and PyTorch (the peer) on the same picture.

Runs Redraw as a user does (`redraw fit PICTURE --until-psnr DB`), once per level, --rounds times, and takes medians.
The peer trains on the same pixels in three ways:
    same        the network, initial weights, Adam and schedule of the first of --presets
    lr 1e-4     the same network with the settings of vsitzmann/siren: omega 30, constant lr 1e-4, beta2 0.999
    siren code  the same settings, and siren's own network: 2-256-256-256-256
A cell is: seconds of training (seconds since the start of the process) @steps. The peer's PSNR is that of a step's own
forward pass, before clamping and rounding. A dash: not within --budget seconds, or not before the last epoch.

    bench/time_to_psnr.py --redraw build/release/bin/redraw [--peer NAME=COMMAND ...] PICTURE... [--size 200]
                          [--presets siren] [--precisions fp32,bf16x3] [--levels 30,35,40,45] [--budget 60]
"""
import argparse
import pathlib
import statistics
import tempfile
import time

import peer as peers
from run_target import read_run

USUAL_ADAM = {"kind": "adam", "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8}
USUAL_SCHEDULE = {"lr_max": 1e-4, "lr_min": 1e-4, "epochs": 10 ** 9, "epoch_offset": 0, "warmup_epochs": 0}
USUAL_SINE = {"activation": "sine", "output": "linear", "first_omega": 30, "hidden_omega": 30, "hidden_gain": 1}


def redraw_fit(options, picture, preset, precision, level, run):
    """Returns (seconds, seconds of the process, steps) until this PSNR, or None if it was not reached."""
    start = time.perf_counter()
    *progress, done = peers.redraw_json(
        options.redraw, "fit", picture, "-o", run, "--force", "--preset", preset, "--precision", precision,
        "--train-size", options.size, "--threads", options.threads, "--until-psnr", level, "--until-seconds",
        options.budget)
    wall = time.perf_counter() - start
    reached = progress and progress[-1]["psnr"] is not None and progress[-1]["psnr"] >= level
    return (done["seconds"], wall, done["step"]) if reached else None


def redraw_levels(options, picture, preset, precision, run):
    """Returns {level: (seconds, seconds of the process, steps)}, up to the first level that is not reached."""
    reached = {}
    for level in options.levels:
        seen = []
        while len(seen) < options.rounds:
            result = redraw_fit(options, picture, preset, precision, level, run)
            if result is None:
                return reached
            seen.append(result)
        reached[level] = tuple(statistics.median(values) for values in zip(*seen))
    return reached


def torch_levels(options, name, command, request):
    """Returns the same as redraw_levels() for PyTorch, from one training in a process of its own."""
    reached = {}
    start = time.perf_counter()
    with peers.Peer(name, command, options.threads) as peer:
        peer.send(do="fit", levels=options.levels, budget=options.budget, **request)
        while (event := peer.receive())["event"] != "done":
            reached[event["level"]] = (event["seconds"], time.perf_counter() - start, event["step"])
    return reached


def torch_requests(target):
    """Returns {settings: request} for the three ways to train on a run's picture."""
    picture = {key: target[key] for key in ("width", "height", "channels", "pixels")}
    usual = {**picture, "optimizer": USUAL_ADAM, "schedule": USUAL_SCHEDULE}
    return {"same": target,
            "lr 1e-4": {**usual, "network": {**USUAL_SINE, "layers": target["network"]["layers"]}},
            "siren code": {**usual, "network": {**USUAL_SINE, "layers": [256] * 4}}}


def show(options, who, settings, reached):
    cells = [f"{reached[level][0]:.2f} ({reached[level][1]:.2f}) @{reached[level][2]:.0f}" if level in reached else "-"
             for level in options.levels]
    print(peers.markdown_row([who, settings, *cells]), flush=True)


def report(options, picture, commands, precisions, folder):
    print(f"\n{picture.name}, learned at {options.size}, {options.threads} threads\n")
    print(peers.markdown_head(["who", "settings", *(f"{level:g} dB" for level in options.levels)]), flush=True)
    runs = [folder / f"{preset}.redraw" for preset in options.presets]
    for preset, run in zip(options.presets, runs):
        for precision in precisions:
            show(options, f"redraw {precision}", preset, redraw_levels(options, picture, preset, precision, run))
    if not commands:
        return
    target = read_run(options.redraw, runs[0])
    if target["network"].get("encoding", "none") != "none":
        raise SystemExit("The peer knows no encodings: let the first of --presets be one without.")
    for settings, request in torch_requests(target).items():
        for precision in options.peer_precisions.split(",") if settings in options.settings.split(",") else ():
            for name, command in commands.items():
                show(options, f"{name} {precision}", settings,
                     torch_levels(options, name, command, {**request, "bf16": precision == "bf16"}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", nargs="+", type=pathlib.Path)
    parser.add_argument("--redraw", required=True)
    parser.add_argument("--peer", action="append", metavar="NAME=COMMAND", help="a Python that has torch")
    parser.add_argument("--size", default="200", help="the longer side")
    parser.add_argument("--presets", default="siren", type=lambda text: text.split(","))
    parser.add_argument("--precisions", default="fp32", help="ours: fp32,bf16x3,bf16")
    parser.add_argument("--peer-precisions", default="fp32")
    parser.add_argument("--settings", default="same,lr 1e-4,siren code", help="of the peer")
    parser.add_argument("--levels", default="30,35,40,45", type=lambda text: sorted(map(float, text.split(","))))
    parser.add_argument("--budget", type=float, default=60, help="seconds of training, for everybody")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3, help="of Redraw")
    options = parser.parse_args()

    commands = peers.parse_peers(options.peer)
    precisions = peers.offered_precisions(options.redraw, options.precisions.split(","))
    peers.say_who(commands)
    with tempfile.TemporaryDirectory(prefix="redraw-bench-") as folder:
        for picture in options.pictures:
            report(options, picture, commands, precisions, pathlib.Path(folder))


if __name__ == "__main__":
    main()
