#!/usr/bin/env python3
"""Measures seek times: from a click in the timelapse bar, or a key, to the window's frame that shows the checkpoint.

    seek.py REDRAW_STUDIO REDRAW [--picture FILE] [--fit OPTIONS] [--seeks N]

Without --picture, trains a tiny network for a million epochs, which keeps 461 checkpoints. The studio runs on an X
server of its own (software OpenGL, 1440 x 900). Times come from its frame log, which has a frame once it is shown."""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "gui"), str(ROOT / "tests" / "cli")]
from desktop import Desktop  # noqa: E402
from harness import blobs, write_png  # noqa: E402
from robot import Robot  # noqa: E402
from studio_test import Studio  # noqa: E402

TINY = "--layers 8 --encoding none --train-size original --batch full --epochs 1000000"
PATIENCE = 3  # seconds until a seek without a new frame counts as failed


class Frames:
    """Reads the lines of the studio's frame log as they are written."""

    def __init__(self, log, process):
        self.file, self.tasks = open(log, encoding="utf-8"), pathlib.Path(f"/proc/{process.pid}/task")
        self.rest = ""
        self.step = None  # training step of the frame shown last

    def take(self):
        self.rest += self.file.read()
        *lines, self.rest = self.rest.split("\n")
        frames = [json.loads(line) for line in lines]
        if frames:
            self.step = frames[-1]["step"]
        return frames

    def processor(self):
        """Returns the CPU milliseconds of all threads of the studio, which do not count other programs' load."""
        return sum(int((task / "schedstat").read_text().split()[0]) for task in self.tasks.iterdir()) / 1e6


def fit(cli, picture, run, options):
    begun = time.monotonic()
    subprocess.run([cli, "fit", picture, "-o", run, *options.split()], stdout=subprocess.DEVNULL, check=True)
    told = json.loads(subprocess.run([cli, "info", run, "--json"], capture_output=True, check=True).stdout)
    print(f"{picture.name}: step {told['step']}, {len(told['keyframes'])} moments, "
          f"learned in {time.monotonic() - begun:.0f} s", flush=True)
    return told["keyframes"]


def seek(frames, act):
    """Calls act(). Returns the milliseconds until another checkpoint was shown, the CPU milliseconds, the number of
    frames and the checkpoint's step; None if none was shown in time."""
    time.sleep(0.4)  # lets earlier work end
    frames.take()
    begun, used, seen, before = time.monotonic(), frames.processor(), 0, frames.step
    act()
    while time.monotonic() - begun < PATIENCE:
        for frame in frames.take():
            seen += 1
            if frame["step"] != before:
                return 1000 * (time.monotonic() - begun), frames.processor() - used, seen, frame["step"]
        time.sleep(0.001)
    return None


def click(frames, robot, x, y):
    robot.move(x, y)
    found = seek(frames, lambda: robot.button(1, True))
    robot.button(1, False)
    return found


def report(kind, found, most):
    shown = [one for one in found if one]
    if not shown:
        sys.exit(f"FAILED: {kind} showed nothing")
    times = [one[0] for one in shown]
    processor = [one[1] for one in shown]
    print(f"{kind:6} {len(times)} of {len(found)} showed another moment: median {statistics.median(times):.0f} ms, worst "
          f"{max(times):.0f} ms, {sum(t > most for t in times)} over {most} ms; of the processor {statistics.median(processor):.0f} "
          f"and {max(processor):.0f} ms; {statistics.mean(one[2] for one in shown):.1f} frames each", flush=True)


def measure(robot, frames, keyframes, seeks, slider):
    (left, y), (right, _) = slider
    kinds = {"click": [], "key": []}
    place = random.Random(1)
    for i in range(seeks):
        kinds["click"].append(click(frames, robot, place.randint(int(left) + 20, int(right) - 60), y))
        kinds["key"].append(seek(frames, lambda: robot.chord(("Home", "Right", "End", "Left")[i % 4])))
    strangers = {one[3] for found in kinds.values() for one in found if one} - set(keyframes)
    if strangers:
        sys.exit(f"FAILED: moments that were not kept: {strangers}")
    for kind, found in kinds.items():
        report(kind, found, 100)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("studio", type=pathlib.Path)
    parser.add_argument("redraw", type=pathlib.Path)
    parser.add_argument("--picture", type=pathlib.Path)
    parser.add_argument("--fit", default="")
    parser.add_argument("--seeks", type=int, default=40)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="redraw-seek-") as folder:
        home = pathlib.Path(folder)
        picture, run = home / "tiny.png", home / "seek.redraw"
        if options.picture:
            picture = options.picture
        else:
            write_png(picture, 8, 8, blobs)
        keyframes = fit(options.redraw.resolve(), picture.resolve(), run, options.fit or ("" if options.picture else TINY))
        desktop = Desktop("1440x900", home / "shots")
        try:
            studio = Studio(desktop, str(options.studio.resolve()), options.redraw.resolve(), home / "home")
            studio.open(run, picture.name)  # waits for the timelapse's thumbnails
            robot = Robot(desktop.environment["DISPLAY"])
            print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}", flush=True)
            measure(robot, Frames(studio.log, studio.process), keyframes, options.seeks,
                    [studio.on_slider(end) for end in (0, 1)])
        finally:
            desktop.close()


if __name__ == "__main__":
    main()
