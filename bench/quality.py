#!/usr/bin/env python3
"""Measures PSNR after given seconds, and the steps to given PSNRs, for presets and PyTorch (the peer).

Runs Redraw as a user does (`redraw fit PICTURE --preset P`), one picture after the other. A cell is the PSNR of the
last recorded step that ended within the time, or the first recorded step with that PSNR; the PSNR is that of the step's
own forward pass. The peer trains on the same pixels in three ways:
    same network  the `siren` preset's network from the same initial weights, with its Adam and its schedule
    siren code    vsitzmann/siren's own settings: 2-256-256-256-256, omega 30, constant lr 1e-4, beta2 0.999
    hash grid     instant-ngp's for pictures: 16 levels of 2 features, 2^19 entries at most, 64-64 ReLU, Adam 1e-2
A dash means: not within the time. A run that ends earlier (after its last epoch) keeps its last value. With
--parameters, every preset gets about that number of parameters, and the peer trains the resulting networks of `siren`
and `grid` instead.

    bench/quality.py --redraw build/release/bin/redraw [--peer NAME=COMMAND] PICTURE[@SIZE]...
                     [--presets siren,fourier,grid,tanh,auto] [--times 1,3,10,30] [--levels 30,35,40,45] [--parameters 100k,300k,1M]
"""
import argparse
import pathlib
import sqlite3
import tempfile

import peer as peers
from run_target import read_run
from time_to_psnr import USUAL_ADAM, USUAL_SCHEDULE, USUAL_SINE

HASH_GRID = {"encoding": "grid", "grid": {"levels": 16, "features": 2, "base": 16, "finest": 0, "table_bits": 19},
             "layers": [64, 64], "activation": "relu", "output": "linear"}
HASH_GRID_ADAM = {"kind": "adam", "beta1": 0.9, "beta2": 0.99, "epsilon": 1e-15}


def redraw_rows(options, picture, size, preset, parameters, run):
    """Trains a run. Returns [(step, seconds, PSNR)] of the steps recorded in the run file."""
    sized = ["--train-size", size] if size else []
    if parameters:
        sized += ["--parameters", parameters]
    peers.redraw_json(options.redraw, "fit", picture, "-o", run, "--force", "--preset", preset, *sized, "--threads",
                      options.threads, "--until-seconds", options.times[-1])
    database = sqlite3.connect(f"file:{run}?mode=ro", uri=True)
    rows = database.execute("SELECT step, seconds, psnr FROM metric WHERE psnr IS NOT NULL ORDER BY step").fetchall()
    database.close()
    return rows


def torch_rows(options, name, command, request):
    with peers.Peer(name, command, options.threads) as peer:
        peer.send(do="trace", budget=options.times[-1], bf16=False, **request)
        return peer.receive()["rows"]


def torch_same(options, runs):
    """Returns requests to train the networks of Redraw's runs. The grid gets full batches and the hash grid's rate."""
    requests = {}
    if "siren" in runs:
        requests["the same siren"] = read_run(options.redraw, runs["siren"])
    if "grid" in runs:
        target = read_run(options.redraw, runs["grid"])
        requests["the same grid"] = {**{key: target[key] for key in ("width", "height", "channels", "pixels", "network")},
                                     "optimizer": HASH_GRID_ADAM,
                                     "schedule": {**USUAL_SCHEDULE, "lr_max": 1e-2, "lr_min": 1e-2}}
    return requests


def torch_requests(target):
    picture = {key: target[key] for key in ("width", "height", "channels", "pixels")}
    slow = {**picture, "optimizer": USUAL_ADAM, "schedule": USUAL_SCHEDULE}
    return {"same network": target,
            "siren code": {**slow, "network": {**USUAL_SINE, "layers": [256] * 4}},
            "hash grid": {**picture, "network": HASH_GRID, "optimizer": HASH_GRID_ADAM,
                          "schedule": {**USUAL_SCHEDULE, "lr_max": 1e-2, "lr_min": 1e-2}}}


def cells(options, rows):
    at = [[psnr for _, seconds, psnr in rows if seconds <= time] for time in options.times]
    reached = [next((step for step, _, psnr in rows if psnr >= level), None) for level in options.levels]
    return [*(f"{seen[-1]:.1f}" if seen else "-" for seen in at), *(step or "-" for step in reached)]


def report(options, picture, size, parameters, commands, folder):
    targets = {}
    print(f"\n{picture.name}" + (f" at {size}" if size else "") + (f", {parameters} numbers" if parameters else "") +
          f", {options.threads} threads\n")
    print(peers.markdown_head(["who", *(f"{time:g} s" for time in options.times),
                               *(f"{level:g} dB at step" for level in options.levels)]), flush=True)
    for preset in options.presets:
        run = folder / f"{preset}.redraw"
        rows = redraw_rows(options, picture, size, preset, parameters, run)
        targets[preset] = run
        print(peers.markdown_row([f"`{preset}`", *cells(options, rows)]), flush=True)
    if not commands:
        return
    requests = (torch_same(options, targets) if parameters else
                torch_requests(read_run(options.redraw, targets["siren"])))
    for settings, request in requests.items():
        for name, command in commands.items():
            rows = torch_rows(options, name, command, request)
            print(peers.markdown_row([f"{name}, {settings}", *cells(options, rows)]), flush=True)


def sized(text):
    """Parses PICTURE@SIZE or PICTURE. Returns the path and the size as text."""
    name, _, size = text.rpartition("@") if "@" in text else (text, "", "")
    return pathlib.Path(name), size


def numbers(text):
    return sorted(map(float, text.split(",")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", nargs="+", type=sized, metavar="PICTURE[@SIZE]")
    parser.add_argument("--redraw", required=True)
    parser.add_argument("--peer", action="append", metavar="NAME=COMMAND", help="a Python that has torch")
    parser.add_argument("--presets", default="siren,fourier,grid,tanh,auto", type=lambda text: text.split(","))
    parser.add_argument("--times", default="1,3,10,30", type=numbers)
    parser.add_argument("--levels", default="30,35,40,45", type=numbers)
    parser.add_argument("--parameters", default=[""], type=lambda text: text.split(","))
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()

    commands = peers.parse_peers(options.peer)
    if commands and "siren" not in options.presets:
        raise SystemExit("The peer trains what the preset siren trains: name it among --presets.")
    peers.say_who(commands)
    with tempfile.TemporaryDirectory(prefix="redraw-quality-") as folder:
        for picture, size in options.pictures:
            for parameters in options.parameters:
                report(options, picture, size, parameters, commands, pathlib.Path(folder))


if __name__ == "__main__":
    main()
