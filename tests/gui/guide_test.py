#!/usr/bin/env python3
"""Runs the tours, which show what the guide shows, in the real program at 1280x800, at 1x or another scale.

    guide_test.py REDRAW_STUDIO REDRAW SCREENSHOTS SCALE [TOUR...]

Each tour_*.py beside this file has `tour(studio, desktop, picture)`: it drives the studio, which has a run of a small picture
open (unless OPEN is False), checks what it sees, and saves screenshots. A tour's FIT adds options to the run's `redraw fit`.
Places are in units of the layout, the same at both scales. Exit status 77: this machine cannot run it; the output says why."""

import importlib
import sys

from desktop import HERE, session
from options import last_of_each
from studio_test import Studio, make_picture


def take(name, desktop, home, program, cli):
    tour = importlib.import_module(name)
    picture = home / "a cub.png"
    make_picture(picture)
    studio = Studio(desktop, program, cli, home)
    # A run small enough to be trained during a test, also on one processor of a busy machine.
    run = studio.runs / "a cub 2026-01-01 10-00-00.redraw"
    run.parent.mkdir(parents=True)
    studio.redraw("fit", picture, "-o", run, *last_of_each([
        "--train-size", "64", "--layers", "32,32,32", "--epochs", "400", "--until-psnr", "99", *getattr(tour, "FIT", [])]))
    if getattr(tour, "OPEN", True):
        studio.open(run, picture.name)
    tour.tour(studio, desktop, picture)
    if studio.process.poll() is None:
        studio.end()


def main(program, cli, shots, scale, *names):
    for name in names or sorted(path.stem for path in HERE.glob("tour_*.py")):
        print(f"-- {name} at {scale}x", flush=True)
        with session(shots, "1280x800", float(scale)) as (desktop, home):
            take(name, desktop, home, program, cli)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
