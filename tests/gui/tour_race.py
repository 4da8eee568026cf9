"""Delight 4: a race of four networks on one picture. Its sheet, its panes and curves, the finish line; a kill loses none of
them. Friction 10: A stands on the left."""

import json
import signal
import subprocess

from desktop import end_of
from studio_test import check

WHITE = (255, 255, 255)
PANES = ("left pane", "right pane", "third pane", "fourth pane")


def told(studio, run):
    return json.loads(subprocess.run([studio.cli, "info", run, "--json"], capture_output=True).stdout or "{}")


def foot(studio):
    return studio.place("Start the race")


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    runs = len(studio.run_files())
    studio.click("File")
    studio.click("Race…")
    one = foot(studio)
    studio.click("layers")
    desktop.type("64 64 64")
    desktop.key("Return")
    studio.click("Add")
    studio.click("Add")
    check(foot(studio) == one, "the sheet of a race keeps its size, whoever races")
    studio.click("finish line")
    desktop.type("30")
    desktop.key("Return")
    studio.shot("race-sheet")
    studio.click("Start the race")
    desktop.wait_for("the four runs of the race", lambda: len(studio.run_files()) == runs + 4)
    desktop.wait_for("four drawings", lambda: all(
        studio.shot("race").has_colour(WHITE, studio.place(pane), least=300) for pane in PANES))
    check(all(studio.place("drawing label")[0] <= x0 for x0, *_ in studio.frames.places("reference label")), "A stands on the left")
    studio.click("2 settings differ" if studio.has("2 settings differ") else next(
        label for label in (f"{count} settings differ" for count in range(3, 25)) if studio.has(label)))
    studio.shot("race-differences")
    desktop.key("Escape")

    # Two of them across the wipe.
    studio.focus()
    desktop.key("b")
    desktop.key("2")
    studio.place("wipe")
    studio.shot("race-wipe")
    desktop.key("1")

    # The race as a film.
    desktop.key("ctrl+shift+e")
    studio.click("race film" if studio.has("race film") else "The race")
    studio.shot("race-film-sheet")
    studio.click("GIF")
    desktop.key("Return")
    desktop.wait_for("the film", lambda: list(studio.home.rglob("a cub-film.gif")))

    # A kill in the middle: every run is there, whole, and can be gone on with.
    race = sorted(studio.run_files(), key=lambda run: run.name)[-4:]
    desktop.wait_for("each to be on disk with steps", lambda: all(told(studio, run).get("step", 0) > 0 for run in race))
    before = [told(studio, run)["step"] for run in race]
    studio.process.send_signal(signal.SIGKILL)
    end_of(studio.process)
    after = [told(studio, run) for run in race]
    check(all(run.get("step", 0) >= step for run, step in zip(after, before)), "a kill loses none of the four")
    check(len({run["config"]["preset"] for run in after}) >= 2, "each learned with its own settings")
