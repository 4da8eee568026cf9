"""Many pictures: a folder is dropped, and each in it drawn larger beside the window. Paused, gone on with, killed in the
middle and opened again, the results are those of the same plan in a terminal, byte for byte."""

import json
import pathlib
import signal
import subprocess

from desktop import SYSTEM_PYTHON, end_of
from studio_test import Studio, check

PASTE = """import gi
gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, Gtk
print(Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).wait_for_text(), end="")"""
GOOD = ("one.png", "two.png", "three.png", "three.bmp")  # two of a name


def photographs(folder):
    folder.mkdir()
    for number, name in enumerate(GOOD):
        subprocess.run(["convert", "-size", "120x90", "-seed", str(number), "plasma:tomato-steelblue", str(folder / name)],
                       check=True)
    (folder / "broken.png").write_text("no picture")
    (folder / "notes.txt").write_text("none either")


def states(studio, results):
    """How many there are in each, as the terminal says."""
    told = subprocess.run([studio.cli, "gather", results, "--json"], capture_output=True, text=True).stdout
    return json.loads(told.splitlines()[-1]) if told else {}


def children(process):
    def parent(stat):
        try:
            return int(stat.read_text().rsplit(")", 1)[1].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            return None
    return [stat.parent for stat in pathlib.Path("/proc").glob("[0-9]*/stat") if parent(stat) == process.pid]


def begin(studio, desktop, folder):
    desktop.drop([folder], (640, 300))
    studio.focus()
    studio.click("making")
    studio.click("Draw it 2 times as large")
    studio.place("Start")
    studio.shot("queue-order")
    studio.click("Copy")
    copied = subprocess.run([SYSTEM_PYTHON, "-c", PASTE], env=desktop.environment, capture_output=True, text=True).stdout
    studio.click("Start")
    return copied


def thumbnail(studio, name):
    """Whether the row of that picture has it in colours at its left."""
    x0, y0, _, y1 = studio.place(name)
    shot = studio.shot("queue-thumbnail")
    colours = [shot.pixel(x0 + x, (y0 + y1) / 2) for x in range(48, 76)]
    return max(max(colour) - min(colour) for colour in colours) > 40


def halfway(studio, desktop, results):
    """A picture is being made, and something is done."""
    desktop.wait_for("one to be done and the next to be made",
                     lambda: states(studio, results).get("done", 0) >= 1 and states(studio, results)["running"] == 1)


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    folder, results, others = (studio.home / name for name in ("photos", "photos-2x", "by terminal"))
    photographs(folder)
    copied = begin(studio, desktop, folder)
    check(copied.startswith("redraw plan ") and copied.endswith("--enlarge 2x"),
          "the command that makes the same plan is copied")
    halfway(studio, desktop, results)
    studio.shot("queue")
    studio.click("Pause")
    desktop.wait_for("a pause", lambda: states(studio, results)["running"] == 0 and studio.has("Go on"))
    told = states(studio, results)
    check(told["failed"] == 1 and told["done"] < len(GOOD), "paused, nothing is being made any more")
    check(not children(studio.process), "and no process is left")
    desktop.key("Escape")
    studio.place("Show…")
    studio.shot("queue-band")

    studio.click("Go on")
    halfway(studio, desktop, results)
    desktop.key("ctrl+q")
    studio.place("Quit anyway")
    studio.click("Stay")
    made = desktop.wait_for("a picture to be made", lambda: children(studio.process))
    before = states(studio, results)["done"]
    studio.process.send_signal(signal.SIGKILL)
    end_of(studio.process)
    desktop.subject = None
    desktop.wait_for("its processes to end", lambda: not any(process.exists() for process in made))
    told = states(studio, results)
    check(told["running"] == 0 and told["done"] >= before, "a studio that is killed takes its processes along, and nothing is lost")

    again = Studio(desktop, studio.process.args[0], studio.cli, studio.home)
    studio.process = again.process
    again.click("Show…")
    again.place(f"Done {states(again, results)['done']}")
    again.place("Failed 1")
    check(not children(again.process), "opened again it is there as it was, and waits")
    again.click("Go on")
    desktop.wait_for("all of them", lambda: states(again, results)["done"] == len(GOOD))
    again.place(f"Done {len(GOOD)}")

    plan = subprocess.run([again.cli, "plan", folder, "--to", others, "--enlarge", "2x"], capture_output=True, text=True,
                          check=True).stdout
    subprocess.run(["sh"], input=plan, text=True, capture_output=True)
    names = sorted(path.name for path in others.glob("*.png"))
    check(len(names) == len(GOOD) and names == sorted(path.name for path in results.glob("*.png")), "each has its result")
    check(all((results / name).read_bytes() == (others / name).read_bytes() for name in names),
          "byte for byte what the plan makes in a terminal")
    desktop.key("Escape")
    desktop.drop([others], (640, 300))
    again.focus()
    again.place(f"Done {len(GOOD)}")
    for name in GOOD:
        desktop.wait_for(f"the thumbnail of {name}", lambda named=name: thumbnail(again, named))
    check(not thumbnail(again, "broken.png"), "each row has its picture, what is none an empty field")
    again.click("Failed 1")
    again.shot("queue-failed")
    check(again.has("broken.png") and not again.has("one.png"), "and a plan of the terminal is opened here")
