#!/usr/bin/env python3
"""Every screen of the guide, in the real program at 1280x800, and again on a monitor that asks for twice the size.

    guide_test.py REDRAW_STUDIO REDRAW SCREENSHOTS SCALE [TOUR...]

Each tour_*.py beside this file has `tour(studio, desktop, picture)`: it drives the studio, which has just been started
anew on a small drawing, checks what it sees, and leaves screenshots behind. Places are units of the layout, the same at
both scales. Exit status 77: this machine cannot run it, and says why."""

import importlib
import pathlib
import subprocess
import sys
import tempfile

from desktop import HERE, SKIP, Desktop, end_of, missing
from options import last_of_each
from studio_test import Studio, make_picture

WIDTH, HEIGHT = 1280, 800


def take(name, desktop, program, cli):
    tour = importlib.import_module(name)
    with tempfile.TemporaryDirectory(prefix="redraw-tour-") as folder:
        home = pathlib.Path(folder)
        picture = home / "a cub.png"
        make_picture(picture)
        # Small enough to be learned while a test waits, also by one processor of a busy machine.
        run = home / "data" / "redraw" / "runs" / "a cub 2026-01-01 10-00-00.redraw"
        run.parent.mkdir(parents=True)
        options = last_of_each(["--train-size", "64", "--layers", "32,32,32", "--epochs", "400", "--until-psnr", "99",
                                *getattr(tour, "FIT", [])])
        subprocess.run([cli, "fit", picture, "-o", run, *options], check=True, capture_output=True)
        desktop.environment.update(getattr(tour, "ENVIRONMENT", lambda home: {})(home))
        studio = Studio(desktop, program, cli, home, *(getattr(tour, "OPEN", lambda run, picture: [run])(run, picture)))
        tour.tour(studio, desktop, picture)
        studio.process.terminate()
        end_of(studio.process)


def main(program, cli, shots, scale, *names):
    lacks = missing()
    if lacks:
        print("SKIP: the GUI test needs " + ", ".join(lacks))
        return SKIP
    desktop = Desktop(f"{WIDTH}x{HEIGHT}", shots, float(scale))
    try:
        for name in names or sorted(path.stem for path in HERE.glob("tour_*.py")):
            print(f"-- {name} at {scale}x", flush=True)
            take(name, desktop, program, cli)
    finally:
        desktop.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
