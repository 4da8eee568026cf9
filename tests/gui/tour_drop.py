"""A dropped large picture is shown while it is read; then drawings are shown from the first steps on."""

import itertools
import json
import subprocess

from studio_test import check


def logged(studio):
    """Returns the logged frames as (step, labels of the controls in the frame)."""
    names, frames = [], []
    for line in studio.log.read_text().splitlines():
        frame = json.loads(line)
        names = [control[0] for control in frame["controls"]] if "controls" in frame else names
        frames.append((frame["step"], names))
    return frames


def tour(studio, desktop, picture):
    dropped = studio.home / "a photograph.jpg"  # as large as a phone's photograph, so that reading takes a while
    subprocess.run(["convert", "-size", "1500x1000", "-seed", "7", "plasma:tomato-steelblue", "-resize", "400%", "-quality",
                    "96", str(dropped)], check=True)
    desktop.drop([dropped], (640, 300))
    studio.titled(dropped.name)
    check(any("reading" in names for _, names in logged(studio)), "the photograph is seen while it is being read")

    def steps():
        """Returns the steps shown after reading, without the first frames, which still show the previous drawing."""
        frames = logged(studio)
        since = max(i for i, (_, names) in enumerate(frames) if "reading" in names)
        return [step for step, _ in itertools.dropwhile(lambda frame: frame[0] == frames[since][0], frames[since:])]
    desktop.wait_for("drawings of it", lambda: len(set(steps())) > 1)
    check(steps()[0] < 20, f"the first drawing that is seen is that of step {steps()[0]}")
    check(len(studio.run_files()) == 2, "one run came of it")
    desktop.move(5, 5)
    studio.settled("dropped-photograph")
