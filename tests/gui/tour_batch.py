"""A batch: a dropped folder whose pictures are enlarged beside the window. Paused, resumed, killed in the middle and reopened,
it gives the same results, byte for byte, as its plan run in a terminal."""

import json
import pathlib
import subprocess

from studio_test import check

GOOD = ("one.png", "two.png", "three.png", "three.bmp")  # the last two differ in their extension only


def photographs(folder):
    folder.mkdir()
    for number, name in enumerate(GOOD):
        subprocess.run(["convert", "-size", "120x90", "-seed", str(number), "plasma:tomato-steelblue", str(folder / name)],
                       check=True)
    (folder / "broken.png").write_text("no picture")
    (folder / "notes.txt").write_text("none either")


def children(process):
    def parent(stat):
        try:
            return int(stat.read_text().rsplit(")", 1)[1].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            return None
    return [stat.parent for stat in pathlib.Path("/proc").glob("[0-9]*/stat") if parent(stat) == process.pid]


def thumbnail(studio, name):
    """Returns whether the row of that picture shows a thumbnail in colour at its left."""
    x0, y0, _, y1 = studio.place(name)
    y = (y0 + y1) / 2
    return any(max(colour) - min(colour) > 40
               for colour in studio.shot("batch-thumbnail").colours((x0 + 48, y, x0 + 76, y + 1)))


def tour(studio, desktop, picture):
    folder, results, others = (studio.home / name for name in ("photos", "photos-2x", "by terminal"))
    photographs(folder)

    def states():
        """Returns the number of pictures in each state, as `redraw gather` reports it (exit status 1: some failed)."""
        told = subprocess.run([studio.cli, "gather", results, "--json"], capture_output=True, text=True).stdout
        return json.loads(told.splitlines()[-1]) if told else {}

    def halfway():
        desktop.wait_for("one to be done and the next to be made",
                         lambda: states().get("done", 0) >= 1 and states()["running"] == 1)

    desktop.drop([folder], (640, 300))
    studio.focus()
    studio.click("making", "Enlarge 2×")
    studio.place("Start")
    studio.shot("batch-order")
    studio.click("Copy command")
    copied = desktop.clipboard(studio.home / "pasted.png")[1]
    studio.click("Start")
    check(copied.startswith("redraw plan ") and copied.endswith("--enlarge 2x"),
          "the command that makes the same plan is copied")
    halfway()
    studio.shot("batch")
    studio.click("Pause")
    desktop.wait_for("a pause", lambda: states()["running"] == 0 and studio.has("Resume"))
    check(states()["failed"] == 1 and states()["done"] < len(GOOD), "paused, nothing is being made any more")
    check(not children(studio.process), "and no process is left")
    desktop.key("Escape")
    studio.place("Show…")
    studio.shot("batch-band")

    studio.click("Resume")
    halfway()
    desktop.key("ctrl+q")
    studio.place("Quit anyway")
    studio.click("Stay")
    made = desktop.wait_for("a picture to be made", lambda: children(studio.process))
    before = states()["done"]
    studio.kill()
    desktop.wait_for("its processes to end", lambda: not any(process.exists() for process in made))
    check(states()["running"] == 0 and states()["done"] >= before, "a kill takes its processes along, and nothing is lost")

    studio.start()
    studio.click("Show…")
    studio.place(f"Done {states()['done']}")
    studio.place("Failed 1")
    check(not children(studio.process), "opened again it is there as it was, and waits")
    studio.click("Resume")
    desktop.wait_for("all of them", lambda: states()["done"] == len(GOOD))
    studio.place(f"Done {len(GOOD)}")

    plan = studio.redraw("plan", folder, "--to", others, "--enlarge", "2x")
    subprocess.run(["sh"], input=plan, text=True, capture_output=True)
    made, again = ({path.name: path.read_bytes() for path in place.glob("*.png")} for place in (results, others))
    check(len(made) == len(GOOD) and made == again, "byte for byte what the plan makes in a terminal")
    desktop.key("Escape")
    desktop.drop([others], (640, 300))
    studio.focus()
    studio.place(f"Done {len(GOOD)}")
    for name in GOOD:
        desktop.wait_for(f"the thumbnail of {name}", lambda named=name: thumbnail(studio, named))
    check(not thumbnail(studio, "broken.png"), "each row has its picture, what is none an empty field")
    studio.click("Failed 1")
    studio.drawn()
    check(studio.has("broken.png") and not studio.has("one.png"), "and a plan of the terminal is opened here")
