#!/usr/bin/env python3
"""Many runs in one session: pictures dropped one after the other, and the list of runs scrolled through. A closed run may keep
little more memory than its line in that list.

    soak.py REDRAW_STUDIO REDRAW SCREENSHOTS [--runs N]

Exit status 77: this machine cannot run the test; the output says why."""

import argparse
import pathlib

from desktop import session
from monkey import LANDLOCK, Monkey
from studio_test import check

PICTURES = ("gray.png", "colour.jpg", "deep.png", "clear.png", "dot.png", "wide.gif")
BLOCK = 40  # runs between two measurements of memory
A_RUN = 32  # KiB that a closed run may keep: its line in the list takes a few; samples vary by 3,000 KiB


def soak(monkey, runs):
    """Makes runs; returns (number of runs, KiB) after each block."""
    found, made = [], lambda: len(monkey.studio.run_files())
    for i in range(1, runs + 1):
        before = made()
        monkey.do_drop(900, 300, PICTURES[i % len(PICTURES)])
        monkey.desktop.wait_for("its run", lambda: made() > before)
        if i % BLOCK == 0:
            monkey.do_key("Escape", "ctrl+shift+o")
            for _ in range(made()):
                monkey.robot.chord("Down")
                monkey.desktop.handled()
            monkey.do_key("Escape")
            now = monkey.memory()
            check(now, f"paused, it rests with {made()} runs")
            found.append((made(), now))
            print(f"{made()} runs, {now / 1024:.1f} MiB", flush=True)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("studio")
    parser.add_argument("redraw")
    parser.add_argument("shots", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=280)
    options = parser.parse_args()
    with session(options.shots, lacks=LANDLOCK) as (desktop, home):
        monkey = Monkey(desktop, options, home, pause=0.02)
        found = soak(monkey, options.runs)
        found, half = found[1:], len(found) // 2  # skips the first sample: the store of drawings is not full yet
        (first, before), (last, after) = (min(part, key=lambda sample: sample[1]) for part in (found[:half], found[-half:]))
        each = (after - before) / (last - first)
        monkey.studio.end()
        check(each < A_RUN, f"a run that was closed keeps {each:.1f} KiB: {after - before} KiB for {last - first}")


if __name__ == "__main__":
    main()
