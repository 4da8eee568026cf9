#!/usr/bin/env python3
"""The studio from outside, as its user meets it: drop a picture, watch it being learned, change layers and schedule,
scrub back, export at 1024.

    studio_test.py REDRAW_STUDIO REDRAW SCREENSHOTS

A screenshot of each step stays in the folder SCREENSHOTS. Exit status 77: this machine cannot run it, and says why."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from desktop import SKIP, Desktop, end_of, missing
from frames import Frames

WIDTH, HEIGHT = 1440, 900
ACCENT, ERROR = (0xF5, 0xA5, 0x24), (0xF0, 0x7A, 0x6A)
QUIET = (700, 8)  # nothing reacts to the mouse here
ABOVE_FOOT = 16   # units, of the timelapse's slider above the foot of what one scrubs on


def check(condition, sentence):
    if not condition:
        sys.exit(f"FAILED: {sentence}")
    print(f"ok: {sentence}", flush=True)


SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "assets" / "sample.png"


def make_picture(path):
    """The sample drawing on a sheet of 200 x 150, with its values, row by row."""
    subprocess.run(["convert", str(SAMPLE), "-resize", "150x150", "-gravity", "center", "-background", "white",
                    "-extent", "200x150", "-type", "Grayscale", f"PNG8:{path}"], check=True)
    return subprocess.run(["convert", str(path), "-depth", "8", "gray:-"], capture_output=True, check=True).stdout


def pane_error(shot, pane, values, width, height):
    """Mean distance, 0 to 1, between a pane and the picture it shows, over the pixels no label or notice lies on."""
    x0, y0, x1, y1 = pane
    zoom = min((x1 - x0) / width, (y1 - y0) / height)
    left, top = x0 + round((x1 - x0 - width * zoom) / 2), y0 + round((y1 - y0 - height * zoom) / 2)
    total = count = 0
    for row in range(24, height - 24, 3):
        for column in range(2, width, 3):
            # Drawn anew for the screen once it rests, it lies less than a pixel of the screen further right and down.
            seen = shot.pixel(left + (column + 0.5) * zoom + 0.5, top + (row + 0.5) * zoom + 0.5)
            total += abs(sum(seen) / 3 - values[row * width + column]) / 255
            count += 1
    return total / count


def error_of(studio, name, pane, values):
    """The same of the dropped picture, in a screenshot of that name."""
    return pane_error(studio.shot(name), studio.place(pane), values, 200, 150)


class Studio:
    def __init__(self, desktop, program, cli, home, *arguments):
        self.desktop, self.cli, self.home = desktop, cli, home
        self.runs = home / "data" / "redraw" / "runs"
        self.start_folder = home / "started from here"
        for folder in (self.start_folder, home / "Pictures"):
            folder.mkdir(parents=True, exist_ok=True)
        log = pathlib.Path(desktop.environment.get("REDRAW_FRAME_LOG", desktop.shots / "frames.jsonl")).resolve()
        log.unlink(missing_ok=True)  # of a studio before this one
        self.opened = home / "opened"  # what the desktop's own program was asked to open
        stand_in = home / "bin" / "xdg-open"
        stand_in.parent.mkdir(exist_ok=True)
        stand_in.write_text(f'#!/bin/sh\nprintf %s "$1" > "{self.opened}"\n')
        stand_in.chmod(0o755)
        environment = {"HOME": str(home), "PATH": f"{stand_in.parent}:{os.environ['PATH']}", "XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config"),
                       "XDG_CACHE_HOME": str(home / "cache"), "REDRAW_FRAME_LOG": str(log)}
        self.frames = desktop.frames = Frames(log, desktop.scale)
        self.environment = environment
        self.process = desktop.start([program, *map(str, arguments)], cwd=self.start_folder, environment=environment)
        desktop.subject = self.process
        self.window = desktop.window("Redraw")
        desktop.xdotool("windowmove", self.window, 0, 0)
        desktop.xdotool("windowactivate", "--sync", self.window)

    def focus(self):
        self.desktop.xdotool("windowactivate", "--sync", self.window, check=False)
        self.desktop.handled()

    def has(self, name):
        """Whether there is a control of that label."""
        return bool(self.frames.places(name))

    def place(self, name, which=-1):
        """Where it is once it is drawn: x0, y0, x1, y1; of several the last, or one counted from 0."""
        return self.desktop.wait_for(f"the control {name!r}", lambda: self.frames.places(name))[which]

    def middle(self, name, which=-1):
        x0, y0, x1, y1 = self.place(name, which)
        return (x0 + x1) / 2, (y0 + y1) / 2

    def click(self, name, which=-1):
        self.desktop.click(*self.middle(name, which))

    def on_slider(self, part):
        """A place on the timelapse's slider, 0 to 1 of its length."""
        x0, _, x1, _ = self.place("curves plot")
        return x0 + (x1 - x0) * part, self.place("scrub")[3] - ABOVE_FOOT

    def drawn(self):
        """Until what it was sent is seen: the mouse, where nothing reacts to it, moves and is followed by frames."""
        if not self.frames.path.exists():  # it may write nowhere
            return self.desktop.handled()
        wanted, side = self.frames.so_far() + 2, 0

        def answered():
            nonlocal side
            side = 2 - side
            self.desktop.move(QUIET[0] + side, QUIET[1])
            return self.frames.so_far() >= wanted

        self.desktop.wait_for("the window to answer", answered)

    def run_files(self):
        return sorted(self.runs.glob("*.redraw"), key=lambda path: path.stat().st_mtime_ns) if self.runs.is_dir() else []

    def newest(self):
        """What the command line says of the run that was made last."""
        files = sorted(self.runs.glob("*.redraw"), key=lambda path: path.stat().st_ctime_ns)
        if not files:
            return None
        told = subprocess.run([self.cli, "info", str(files[-1]), "--json"], capture_output=True, text=True)
        return json.loads(told.stdout) if told.returncode == 0 else None

    def config(self):
        told = self.newest()
        return told and told["config"]

    def shot(self, name):
        self.drawn()
        return self.desktop.screenshot(name)

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def learn_sample(studio, desktop):
    desktop.wait_for("the sample to be learned at the first start", lambda: len(studio.run_files()) == 1)
    desktop.wait_for("the sample in the title", lambda: "sample" in desktop.title(studio.window))
    check(True, "the first start learns the sample at once")
    desktop.wait_for("some of its steps", lambda: studio.frames.newest().get("step", 0) > 20)
    studio.shot("1-first-start")


def drop_picture(studio, desktop, picture, values):
    runs = len(studio.run_files())
    desktop.drop([picture], (900, 300))
    studio.focus()
    desktop.wait_for("the dropped picture", lambda: picture.name in desktop.title(studio.window))
    desktop.wait_for("its run", lambda: len(studio.run_files()) == runs + 1)
    desktop.wait_for("the drawing to come close", lambda: error_of(studio, "2-learning", "right pane", values) < 0.06)
    desktop.wait_for("the left pane to show the dropped picture, pixel for pixel",
                     lambda: error_of(studio, "2-learning", "left pane", values) < 0.01)
    shot = studio.shot("2-learning")
    check(shot.has_colour(ACCENT, studio.place("curves plot"), least=60), "a learning curve is drawn")


def change_layers(studio, desktop, values):
    runs = len(studio.run_files())
    studio.click("width", 0)
    desktop.type("48")
    check(len(studio.run_files()) == runs, "typing a layer does not restart the run yet")
    desktop.key("Return")
    desktop.wait_for("a new run with the new layers", lambda: len(studio.run_files()) == runs + 1)
    wanted = [48, 64]
    desktop.wait_for("its configuration", lambda: (studio.config() or {}).get("network", {}).get("layers") == wanted)
    desktop.wait_for("the first of its drawings", lambda: error_of(studio, "3-layers", "right pane", values) < 0.15)
    check(True, "a layer edited in place started a new run")


def take_back(studio, desktop):
    """Friction 1: undo over what made a run leads to the run that was, and starts none."""
    files = set(studio.run_files())

    def open_runs():
        names = {os.path.realpath(link) for link in pathlib.Path("/proc", str(studio.process.pid), "fd").iterdir()}
        return {path for path in files if str(path) in names}

    desktop.wait_for("one open run", lambda: len(open_runs()) == 1)
    made = open_runs()
    studio.focus()
    desktop.click(*QUIET)
    desktop.key("ctrl+z")
    desktop.wait_for("the run that was", lambda: len(open_runs() - made) == 1 and not open_runs() & made)
    desktop.key("ctrl+shift+z")
    desktop.wait_for("the run that was made", lambda: open_runs() == made)
    check(set(studio.run_files()) == files, "undo and redo open the runs that are there, and start none")


def without_panels(studio, desktop):
    """Friction 4: the settings fold, a presentation has no panels, and F11 is the picture alone."""
    x0, _, x1, _ = studio.place("right pane")
    desktop.key("F9")
    desktop.wait_for("more room for the picture", lambda: studio.place("right pane")[2] - studio.place("right pane")[0] > x1 - x0 + 100)
    studio.shot("12-folded")
    check(not studio.has("Train at"), "F9 folds the settings")
    desktop.key("F5")
    desktop.wait_for("no panels", lambda: not studio.has("Restart"))
    studio.shot("12-presentation")
    desktop.key("Escape")
    desktop.key("F9")
    desktop.wait_for("the panels again", lambda: studio.has("Restart") and studio.has("Train at"))
    desktop.key("F11")
    desktop.wait_for("the picture alone", lambda: not studio.has("Restart"))
    studio.shot("12-alone")
    desktop.key("Escape")
    desktop.wait_for("the window again", lambda: studio.has("Restart"))
    check(True, "a presentation and full screen have no panels, and Esc leads back")


def edit_schedule(studio, desktop):
    runs = len(studio.run_files())
    studio.click("Epochs")
    desktop.type("90000")
    desktop.key("Return")
    desktop.wait_for("the epochs in the run", lambda: studio.config()["schedule"]["epochs"] == 90000)
    before = studio.config()["schedule"]["lr_max"]
    x, y, *_ = studio.place("schedule plot")  # the handle for the highest rate
    desktop.drag((x, y), (x, y + 20))
    desktop.wait_for("the dragged rate in the run", lambda: studio.config()["schedule"]["lr_max"] < 0.95 * before)
    desktop.click(*QUIET)
    desktop.key("ctrl+z")
    desktop.wait_for("the rate taken back", lambda: studio.config()["schedule"]["lr_max"] == before)
    check(len(studio.run_files()) == runs, "the schedule changed live, and Ctrl+Z took it back")
    studio.shot("4-schedule")


def scrub_back(studio, desktop, values):
    desktop.wait_for("fifty steps", lambda: (studio.newest() or {}).get("step", 0) >= 50)
    before = studio.shot("5-before-scrubbing")
    pane = studio.place("right pane")
    check(not studio.has("Back to now"), "there is no way back to now")
    x, y = studio.on_slider(0.09)
    desktop.drag(studio.on_slider(0.26), (x, y))
    desktop.wait_for("the knob under the mouse", lambda: studio.shot("5-scrubbed").has_colour(
        ACCENT, (x - 60, y - 6, x + 60, y + 6), least=80))
    shot = studio.shot("5-scrubbed")
    check(studio.has("Back to now"), "but when one has left it")
    then = pane_error(shot, studio.place("right pane"), values, 200, 150)
    check(then > pane_error(before, pane, values, 200, 150) + 0.02,
          "the drawing is the one of then")
    desktop.key("End")


def export(studio, desktop, picture):
    desktop.key("ctrl+e")
    studio.click("Original")
    studio.click("1024")
    studio.shot("6-export")
    desktop.key("Return")
    target = studio.home / "Pictures" / f"{picture.stem}-1024-enlarged.png"  # what is sharpest, once it is learned
    desktop.wait_for("the exported picture", target.is_file)
    size = subprocess.run(["identify", "-format", "%w %h", str(target)], capture_output=True, text=True, check=True).stdout
    check(size.split() == ["1024", "768"], "the export is 1024 x 768")
    studio.shot("7-exported")
    for button, shown in (("Open", target), ("Show in folder", target.parent)):
        studio.click(button)
        desktop.wait_for(f"xdg-open {shown.name}", lambda: studio.opened.exists() and studio.opened.read_text() == str(shown))
    check(True, "what was saved is opened, and shown in its folder, by the desktop's own program")


def other_views(studio, desktop):
    for key, name in (("2", "8-wipe"), ("3", "9-difference"), ("4", "10-drawing")):
        desktop.key(key)
        studio.shot(name)
    desktop.move(900, 300)
    for _ in range(6):
        desktop.xdotool("click", 4)
        desktop.handled()
    studio.shot("11-zoomed")
    desktop.key("f")
    desktop.key("1")
    desktop.key("F1")
    studio.shot("12-shortcuts")
    desktop.key("Escape")


def refuse_bad_file(studio, desktop):
    bad = studio.home / "not a picture.png"
    bad.write_text("<html>404</html>")
    runs = len(studio.run_files())
    desktop.drop([bad], (900, 300))
    studio.focus()
    desktop.wait_for("the refusal in the window", lambda: studio.shot("13-refused").has_colour(ERROR, (344, 100, 1400, 170)))
    check(len(studio.run_files()) == runs, "a file that is no picture is refused in the window, the run stays")


def pause(studio, desktop):
    """Its epochs may have been over before more of them were typed; then it rests already."""
    def trains():
        studio.drawn()
        return studio.frames.newest()["training"]

    if trains():
        studio.focus()
        desktop.key("space")
    desktop.wait_for("training to stop", lambda: not trains())
    studio.shot("14-paused")


def rest(studio, desktop):
    settled(studio, desktop)
    before = studio.processor_seconds()
    time.sleep(4)  # in which nothing is to happen
    used = studio.processor_seconds() - before
    check(used < 0.4, f"paused, the studio rests ({used:.2f} s of processor in 4 s)")


def settled(studio, desktop):
    """Once nothing is drawn any more: a busy machine takes its time."""
    def still():
        before = studio.frames.so_far()
        time.sleep(0.7)  # in which nothing is to be drawn
        return studio.frames.so_far() == before

    studio.drawn()
    desktop.wait_for("nothing more to be drawn", still)


def end(studio):
    studio.process.send_signal(signal.SIGTERM)
    check(end_of(studio.process) == 0, "the studio ends cleanly")
    settings = studio.home / "config" / "redraw" / "settings.json"
    check(json.loads(settings.read_text())["window"]["width"] > 0, "window and settings are remembered")
    check(not list(studio.start_folder.iterdir()), "nothing was written where it was started")


def main(program, cli, shots):
    lacks = missing()
    if lacks:
        print("SKIP: the GUI test needs " + ", ".join(lacks))
        return SKIP
    with tempfile.TemporaryDirectory(prefix="redraw-gui-") as folder:
        home = pathlib.Path(folder)
        picture = home / "a cub.png"
        values = make_picture(picture)
        desktop = Desktop(f"{WIDTH}x{HEIGHT}", shots)
        try:
            studio = Studio(desktop, program, cli, home)
            learn_sample(studio, desktop)
            drop_picture(studio, desktop, picture, values)
            change_layers(studio, desktop, values)
            take_back(studio, desktop)
            edit_schedule(studio, desktop)
            scrub_back(studio, desktop, values)
            export(studio, desktop, picture)
            other_views(studio, desktop)
            without_panels(studio, desktop)
            refuse_bad_file(studio, desktop)
            pause(studio, desktop)
            rest(studio, desktop)
            end(studio)
        finally:
            desktop.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
