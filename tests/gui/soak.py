#!/usr/bin/env python3
"""Many runs in one sitting: pictures dropped one after the other, and the list of runs looked through. What stays in
memory of a run that was closed is a line of that list.

    soak.py REDRAW_STUDIO REDRAW SCREENSHOTS [--runs N]

Exit status 77: this machine cannot run it, and says why."""

import argparse
import pathlib
import signal
import sys
import tempfile

import cage
from desktop import SKIP, Desktop, end_of, missing
from monkey import Monkey, start
from monkey_food import make_food
from studio_test import check

PICTURES = ("gray.png", "colour.jpg", "deep.png", "clear.png", "dot.png", "wide.gif")
BLOCK = 40  # runs; then memory is measured
A_RUN = 32  # KiB: its line takes a few; two samples of the same state differ by three thousand


def drop(monkey, name):
    runs = len(monkey.studio.run_files())
    monkey.do_drop(900, 300, name)
    monkey.desktop.wait_for("its run", lambda: len(monkey.studio.run_files()) > runs)


def look_through_the_list(monkey):
    monkey.do_key("Escape", "ctrl+shift+o")
    for _ in range(len(monkey.studio.run_files())):
        monkey.robot.chord("Down")
        monkey.desktop.handled()
    monkey.do_key("Escape")


def soak(monkey, runs):
    """(runs, KiB) after every block of them."""
    found = []
    for i in range(1, runs + 1):
        drop(monkey, PICTURES[i % len(PICTURES)])
        if i % BLOCK == 0:
            look_through_the_list(monkey)
            now = monkey.memory()
            check(now, f"paused, it rests with {len(monkey.studio.run_files())} runs")
            found.append((len(monkey.studio.run_files()), now))
            print(f"{found[-1][0]} runs, {now / 1024:.1f} MiB", flush=True)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("studio")
    parser.add_argument("redraw")
    parser.add_argument("shots", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=280)
    options = parser.parse_args()
    lacks = missing() + ([] if cage.version() > 0 else ["a kernel with Landlock"])
    if lacks:
        print("SKIP: the soak needs " + ", ".join(lacks))
        return SKIP
    with tempfile.TemporaryDirectory(prefix="redraw-soak-") as folder:
        home = pathlib.Path(folder)
        desktop = Desktop("1440x900", options.shots)
        try:
            make_food(home / "food", options.redraw)
            studio, robot = start(desktop, options.studio, options.redraw, home)
            monkey = Monkey(desktop, studio, robot, home / "food", 0.02)
            desktop.wait_for("the sample to be learned", lambda: "sample" in desktop.title(studio.window))
            found = soak(monkey, options.runs)
            found, half = found[1:], len(found) // 2  # at first there are fewer drawings than are kept
            (first, before), (last, after) = (min(part, key=lambda sample: sample[1]) for part in (found[:half], found[-half:]))
            each = (after - before) / (last - first)
            studio.process.send_signal(signal.SIGTERM)
            check(end_of(studio.process) == 0, "it ends cleanly when it is asked to")
            check(each < A_RUN, f"a run that was closed keeps {each:.1f} KiB: {after - before} KiB for {last - first}")
        finally:
            desktop.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
