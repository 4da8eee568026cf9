"""Friction 2: a large picture that was dropped stands there while it is being read; and the drawing is seen from its first
steps on."""

import itertools
import json
import subprocess

from studio_test import check, settled


def photograph(path):
    """As large as a phone's, so that it takes a while to be read."""
    subprocess.run(["convert", "-size", "1500x1000", "-seed", "7", "plasma:tomato-steelblue", "-resize", "400%", "-quality",
                    "96", str(path)], check=True)


def logged(studio):
    """Frames since the studio began, each with the names of what is in it."""
    names, frames = [], []
    for line in studio.frames.path.read_text().splitlines():
        frame = json.loads(line)
        names = [control[0] for control in frame.get("controls", [])] if "controls" in frame else names
        frames.append((frame["step"], names))
    return frames


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    settled(studio, desktop)
    dropped = studio.home / "a photograph.jpg"
    photograph(dropped)
    before = len(studio.run_files())
    desktop.drop([dropped], (640, 300))

    desktop.wait_for("the photograph in the title", lambda: dropped.name in desktop.title(studio.window))
    reading = [i for i, (_, names) in enumerate(logged(studio)) if "reading" in names]
    check(reading, "the photograph stands there while it is being read")

    def steps():
        """Of what was shown after that; the first frames still have the drawing of before."""
        frames = logged(studio)
        since = max(i for i, (_, names) in enumerate(frames) if "reading" in names)
        return [step for step, _ in itertools.dropwhile(lambda frame: frame[0] == frames[since][0], frames[since:])]
    desktop.wait_for("drawings of it", lambda: len(set(steps())) > 1)
    first = steps()[0]
    check(first < 20, f"the first drawing that is seen is that of step {first}")
    check(len(studio.run_files()) == before + 1, "one run came of it")
    desktop.move(5, 5)
    settled(studio, desktop)
    studio.shot("dropped-photograph")
