#!/usr/bin/env python3
"""Measures how much the window slows training: epochs per second in the studio and on the command line, in turns.

    studio_cost.py REDRAW_STUDIO REDRAW PICTURE [ROUNDS [SECONDS]]

The studio runs on an X server of its own (software OpenGL, 1280 x 800) and shows the render; nobody touches it.
Both rates come from the run file: steps between two saves, divided by the time between them."""

import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "gui"))
from desktop import Desktop
from studio_test import Studio


def last_step(run):
    database = sqlite3.connect(f"file:{run}?mode=ro", uri=True, timeout=5)
    step, = database.execute("SELECT max(step) FROM metric").fetchone()
    database.close()
    return step or 0


def next_commit(run):
    before = last_step(run)
    while (step := last_step(run)) == before:
        time.sleep(0.02)
    return step, time.monotonic()


def rate(run, seconds):
    first, began = next_commit(run)
    time.sleep(seconds)
    last, ended = next_commit(run)
    return (last - first) / (ended - began)


def fit(cli, picture, run, *more):
    return subprocess.Popen([cli, "fit", picture, "-o", run, "--preset", "siren", "--train-size", "256",
                             "--epochs", "100000", *more], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def alone(cli, picture, folder, seconds):
    run = folder / "alone.redraw"
    process = fit(cli, picture, run)
    while not run.is_file() or process.poll() is None and not ready(run):
        time.sleep(0.05)
    try:
        return rate(run, seconds)
    finally:
        process.terminate()
        process.wait()


def ready(run):
    try:
        return last_step(run) > 0
    except sqlite3.OperationalError:  # the run file has no tables yet
        return False


def in_the_studio(program, cli, picture, folder, seconds):
    run = folder / "seen.redraw"
    fit(cli, picture, run, "--until-seconds", "0.5").wait()
    desktop = Desktop("1280x800", folder)
    try:
        Studio(desktop, program, cli, folder / "home").open(run, pathlib.Path(picture).name)
        desktop.key("space")
        return rate(run, seconds)
    finally:
        desktop.close()


def main(program, cli, picture, rounds="3", seconds="18"):
    program, cli, picture = (str(pathlib.Path(path).resolve()) for path in (program, cli, picture))
    found = {"alone": [], "studio": []}
    for _ in range(int(rounds)):
        with tempfile.TemporaryDirectory() as folder:
            found["alone"].append(alone(cli, picture, pathlib.Path(folder), float(seconds)))
        with tempfile.TemporaryDirectory() as folder:
            found["studio"].append(in_the_studio(program, cli, picture, pathlib.Path(folder), float(seconds)))
    for name, rates in found.items():
        print(f"{name:8} {'  '.join(f'{one:.2f}' for one in rates)} epochs/s")
    ratio = statistics.median(found["studio"]) / statistics.median(found["alone"])
    print(f"the studio costs {100 * (1 - ratio):.1f} % of the training's speed")


if __name__ == "__main__":
    main(*sys.argv[1:])
