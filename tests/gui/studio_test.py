#!/usr/bin/env python3
"""The studio from start to end, as a user drives it: drops a picture, watches training, changes layers and schedule, scrubs
back, exports at 1024.

    studio_test.py REDRAW_STUDIO REDRAW SCREENSHOTS

Saves a screenshot of each step in SCREENSHOTS. Exit status 77: this machine cannot run the test; the output says why."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

from desktop import Screenshot, end_of, session
from frames import Frames

ACCENT, ERROR = (0xF5, 0xA5, 0x24), (0xF0, 0x7A, 0x6A)
QUIET = (700, 8)  # a place without controls
ABOVE_FOOT = 6  # units from the timelapse's bottom up to its slider
SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "assets" / "sample.png"


def check(condition, sentence):
    if not condition:
        sys.exit(f"FAILED: {sentence}")
    print(f"ok: {sentence}", flush=True)


def make_picture(path):
    """Writes the sample drawing on a sheet of 200 x 150 pixels; returns its gray values, row by row."""
    subprocess.run(["convert", str(SAMPLE), "-resize", "150x150", "-gravity", "center", "-background", "white",
                    "-extent", "200x150", "-type", "Grayscale", f"PNG8:{path}"], check=True)
    return Screenshot(path).bytes[::3]


def home_environment(home):
    return {"HOME": str(home), **{f"XDG_{kind.upper()}_HOME": str(home / kind) for kind in ("data", "config", "cache")}}


def read_json(file):
    return json.loads(file.read_text()) if file.exists() else {}


def pane_error(shot, pane, values, width=200, height=150):
    """Returns the mean error, 0 to 1, between a pane and the picture in it, beside the label and the picture in the corner."""
    x0, y0, x1, y1 = pane
    zoom = min((x1 - x0) / width, (y1 - y0) / height)
    left, top = x0 + round((x1 - x0 - width * zoom) / 2), y0 + round((y1 - y0 - height * zoom) / 2)
    # A drawing rendered for the screen lies up to one screen pixel further right and down.
    errors = [abs(sum(shot.pixel(left + (x + 0.5) * zoom + 0.5, top + (y + 0.5) * zoom + 0.5)) / 3 - values[y * width + x]) / 255
              for y in range(24, height - 24, 3) for x in range(width * 2 // 5, width, 3)]
    return sum(errors) / len(errors)


class Studio:
    """Starts, drives and ends studio processes that share one home folder; the constructor starts none."""

    def __init__(self, desktop, program, cli, home):
        self.desktop, self.cli, self.home = desktop, cli, home
        self.program = (program,) if isinstance(program, str) else program  # with its arguments
        self.runs, self.settings_file = home / "data" / "redraw" / "runs", home / "config" / "redraw" / "settings.json"
        self.start_folder, self.pictures = home / "started from here", home / "Pictures"
        self.opened = home / "opened"  # the file that a stand-in for xdg-open writes
        stand_in = home / "bin" / "xdg-open"
        for folder in (self.start_folder, self.pictures, stand_in.parent):
            folder.mkdir(parents=True, exist_ok=True)
        stand_in.write_text(f'#!/bin/sh\nprintf %s "$1" > "{self.opened}"\n')
        stand_in.chmod(0o755)
        if not self.settings_file.exists():  # no automatic replay during tests
            self.settings_file.parent.mkdir(parents=True, exist_ok=True)
            self.settings_file.write_text('{"replay_birth": false}')
        self.log = pathlib.Path(desktop.environment.get("REDRAW_FRAME_LOG", desktop.shots / "frames.jsonl")).resolve()
        self.environment = {**home_environment(home), "PATH": f"{stand_in.parent}:{os.environ['PATH']}",
                            "REDRAW_FRAME_LOG": str(self.log)}

    def open(self, file, name):
        """Starts the studio with this file and waits until the picture is shown."""
        self.start(file)
        self.titled(name)
        self.focus()
        self.settled()

    def start(self, *arguments):
        self.log.unlink(missing_ok=True)  # from an earlier studio
        self.frames = self.desktop.frames = Frames(self.log, self.desktop.scale)
        self.process = self.desktop.subject = self.desktop.start(
            [*self.program, *map(str, arguments)], cwd=self.start_folder, environment=self.environment)
        self.window = self.desktop.window("Redraw")
        self.desktop.wait_for("the first frame", self.frames.so_far)  # GLFW may lose what is typed before
        self.desktop.xdotool("windowmove", self.window, 0, 0)
        self.desktop.xdotool("windowactivate", "--sync", self.window)
        return self

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        check(end_of(self.process) == 0, "the studio ends cleanly")
        self.desktop.subject = None

    def kill(self):
        self.desktop.subject = None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def focus(self):
        self.desktop.xdotool("windowactivate", "--sync", self.window, check=False)
        self.desktop.handled()

    def title(self):
        return self.desktop.title(self.window)

    def titled(self, name):
        """Waits until the window title contains `name`."""
        self.desktop.wait_for(f"{name!r} in the title", lambda: name in self.title())

    def has(self, name):
        """Returns whether a control has this label."""
        return bool(self.frames.places(name))

    def without(self, name):
        """Waits until no control has this label."""
        self.desktop.wait_for(f"{name!r} to go", lambda: not self.has(name))

    def place(self, name, which=-1):
        """Waits for a control and returns its place (x0, y0, x1, y1); of several, the last, or number `which` from 0."""
        return self.desktop.wait_for(f"the control {name!r}", lambda: self.frames.places(name))[which]

    def middle(self, name, which=-1):
        x0, y0, x1, y1 = self.place(name, which)
        return (x0 + x1) / 2, (y0 + y1) / 2

    def unfold(self, section):
        """Shows the rarely changed settings of a section: PICTURE, NETWORK or COSINE ANNEALING."""
        def folded():
            left, y0, _, y1 = self.place(section)
            return next((more for more in self.frames.places("More")
                         if more[1] < y1 and more[3] > y0 and more[0] < left + 304), None)
        if more := folded():
            self.desktop.click((more[0] + more[2]) / 2, (more[1] + more[3]) / 2)
            self.desktop.wait_for(f"more of {section}", lambda: not folded())

    def click(self, *names, which=-1):
        for name in names:
            self.desktop.click(*self.middle(name, which))

    def enter(self, field, text, which=-1):
        """Types a text into a field and presses Return."""
        self.click(field, which=which)
        self.desktop.type(text)
        self.desktop.key("Return")

    def on_slider(self, part):
        """Returns the place on the timelapse's slider at 0 to 1 of its length."""
        x0, _, x1, y1 = self.place("scrub")
        return x0 + 8 + (x1 - x0 - 16) * part, y1 - ABOVE_FOOT

    def resize(self, width, height):
        self.desktop.xdotool("windowsize", "--sync", self.window, *self.desktop.pixels(width, height))

    def minimise(self):
        self.desktop.xdotool("windowminimize", self.window)
        self.desktop.wait_for("the window to be minimised", lambda: self.window not in self.desktop.xdotool(
            "search", "--onlyvisible", "--name", "Redraw", check=False).split())

    def drawn(self):
        """Waits until earlier input is visible: moves the mouse, where nothing reacts to it, until two frames follow."""
        if not self.frames.path.exists():  # without a frame log
            return self.desktop.handled()
        wanted, side = self.frames.so_far() + 2, 0

        def answered():
            nonlocal side
            side = 2 - side
            self.desktop.move(QUIET[0] + side, QUIET[1])
            return self.frames.so_far() >= wanted

        self.desktop.wait_for("the window to answer", answered)

    def still(self):
        """Returns whether nothing is drawn for 0.7 s while the mouse rests."""
        before = self.frames.so_far()
        time.sleep(0.7)  # nothing may be drawn meanwhile
        return self.frames.so_far() == before

    def settled(self, name=None):
        """Waits until drawing stops, which may take long on a busy machine; returns a screenshot if `name` is given."""
        self.drawn()
        self.desktop.wait_for("nothing more to be drawn", self.still)
        return self.shot(name) if name else None

    def shot(self, name):
        self.drawn()
        return self.desktop.screenshot(name)

    def seen(self, name, happened):
        """Takes screenshots of that name until `happened` returns true for one."""
        self.desktop.wait_for(f"the screenshot {name!r} to show it", lambda: happened(self.shot(name)))

    def redraw(self, *arguments):
        """Runs the command line, which must succeed; returns its output."""
        done = subprocess.run([self.cli, *map(str, arguments)], capture_output=True, text=True)
        check(done.returncode == 0, f"redraw {arguments[0]} {done.stderr.strip()}")
        return done.stdout

    def info(self, run):
        """Returns `redraw info` of a run, {} for a run that cannot be read just now."""
        told = subprocess.run([self.cli, "info", str(run), "--json"], capture_output=True, text=True)
        return json.loads(told.stdout) if told.returncode == 0 else {}

    def run_files(self):
        return sorted(self.runs.glob("*.redraw"), key=lambda path: path.stat().st_mtime_ns)

    def has_runs(self, count):
        """Waits until there are `count` runs."""
        self.desktop.wait_for(f"{count} runs", lambda: len(self.run_files()) == count)

    def newest(self):
        """Returns `redraw info` of the newest run."""
        files = sorted(self.runs.glob("*.redraw"), key=lambda path: path.stat().st_ctime_ns)
        return self.info(files[-1]) if files else {}

    def config(self, group):
        return self.newest().get("config", {}).get(group, {})

    def settings(self):
        return read_json(self.settings_file)

    def step(self):
        """Returns the step that the last frame shows."""
        return self.frames.newest().get("step", 0)

    def act(self, action):
        """Performs an action by its name, through Ctrl+K."""
        self.desktop.key("ctrl+k")
        self.place("filter")
        self.desktop.type(action)
        self.place(action)
        self.desktop.key("Return")
        self.without(action)

    def share(self, page):
        """Opens a page of the sheet Share."""
        self.open_export()
        if page != "Picture":
            self.click(page)
            self.without("Keep aspect")

    def open_export(self):
        self.desktop.key("ctrl+e")
        self.place("Keep aspect")

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def comes_close(studio, name, pane, values, most):
    studio.seen(name, lambda shot: pane_error(shot, studio.place(pane), values) < most)


def drop_picture(studio, desktop, picture, values):
    desktop.drop([picture], (900, 300))
    studio.focus()
    studio.titled(picture.name)
    studio.has_runs(2)
    comes_close(studio, "2-learning", "left pane", values, 0.06)
    studio.place("picture in the corner")
    studio.shot("2-learning")
    studio.click("Curves")
    studio.seen("2-curves", lambda shot: shot.has_colour(ACCENT, studio.place("curves plot"), least=60))
    studio.click("Curves")
    studio.without("curves plot")


def change_layers(studio, desktop, values):
    runs = len(studio.run_files())
    studio.click("width", which=0)
    desktop.type("48")
    check(len(studio.run_files()) == runs, "typing a layer does not restart the run yet")
    desktop.key("Return")
    studio.has_runs(runs + 1)
    desktop.wait_for("the new layers", lambda: studio.config("network").get("layers") == [48, 64])
    comes_close(studio, "3-layers", "left pane", values, 0.15)


def take_back(studio, desktop):
    """Undoing an edit that started a run reopens the previous run and starts none."""
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
    """F9 folds the settings, F5 presents without panels, F11 shows the picture alone."""
    def width():
        x0, _, x1, _ = studio.place("left pane")
        return x1 - x0

    before = width()
    desktop.key("F9")
    desktop.wait_for("more room for the picture", lambda: width() > before + 100)
    studio.without("Max rate")
    desktop.key("F5")
    studio.without("File")
    studio.shot("12-presentation")
    desktop.key("Escape", "F9")
    studio.place("File")
    studio.place("Max rate")
    desktop.key("F11")
    studio.without("File")
    desktop.key("Escape")
    studio.place("File")


def edit_schedule(studio, desktop):
    runs = len(studio.run_files())
    studio.unfold("COSINE ANNEALING")
    studio.enter("Epochs", "90000")
    desktop.wait_for("the epochs in the run", lambda: studio.config("schedule")["epochs"] == 90000)
    before = studio.config("schedule")["lr_max"]
    x, y, *_ = studio.place("schedule plot")  # the handle of the maximum rate
    desktop.drag((x, y), (x, y + 20))
    desktop.wait_for("the dragged rate in the run", lambda: studio.config("schedule")["lr_max"] < 0.95 * before)
    desktop.click(*QUIET)
    desktop.key("ctrl+z")
    desktop.wait_for("the rate taken back", lambda: studio.config("schedule")["lr_max"] == before)
    check(len(studio.run_files()) == runs, "the schedule changed live, and Ctrl+Z took it back")
    studio.shot("4-schedule")


def scrub_back(studio, desktop, values):
    desktop.wait_for("fifty steps", lambda: studio.newest().get("step", 0) >= 50)
    before = pane_error(studio.shot("5-before-scrubbing"), studio.place("left pane"), values)
    check(not studio.has("Back to now"), "there is no way back to now")
    x, y = studio.on_slider(0.09)
    desktop.drag(studio.on_slider(0.26), (x, y))
    studio.seen("5-scrubbed", lambda shot: shot.has_colour(ACCENT, (x - 60, y - 6, x + 60, y + 6), least=80))
    check(studio.has("Back to now"), "but when one has left it")
    then = pane_error(studio.shot("5-scrubbed"), studio.place("left pane"), values)
    check(then > before + 0.02, "the drawing is the one of then")
    desktop.key("End")


def export(studio, desktop, picture):
    desktop.key("ctrl+e")
    studio.click("1024")
    studio.shot("6-export")
    desktop.key("Return")
    target = studio.pictures / f"{picture.stem}-1024-enlarged.png"  # the enlarging network, once trained
    desktop.wait_for("the exported picture", target.is_file)
    exported = Screenshot(target)
    check((exported.width, exported.height) == (1024, 768), "the export is 1024 x 768")
    studio.shot("7-exported")
    for button, shown in (("Open", target), ("Show in folder", target.parent)):
        studio.click(button)
        desktop.wait_for(f"xdg-open {shown.name}", lambda: studio.opened.exists() and studio.opened.read_text() == str(shown))


def other_views(studio, desktop):
    for key, name in (("2", "8-wipe"), ("3", "9-difference"), ("4", "10-drawing")):
        desktop.key(key)
        studio.shot(name)
    desktop.move(900, 300)
    desktop.wheel(6)
    studio.shot("11-zoomed")
    desktop.key("f")


def refuse_bad_file(studio, desktop):
    bad = studio.home / "not a picture.png"
    bad.write_text("<html>404</html>")
    runs = len(studio.run_files())
    desktop.drop([bad], (900, 300))
    studio.focus()
    x0, _, x1, y = studio.place("left pane")  # errors appear under the picture
    studio.seen("13-refused", lambda shot: shot.has_colour(ERROR, (x0, y, x1, y + 60)))
    check(len(studio.run_files()) == runs, "a file that is no picture is refused in the window, the run stays")


def rest(studio, desktop):
    def trains():
        studio.drawn()
        return studio.frames.newest()["training"]

    if trains():  # training may have ended before the epochs were raised
        studio.focus()
        desktop.key("space")
    desktop.wait_for("training to stop", lambda: not trains())
    studio.settled()
    before = studio.processor_seconds()
    time.sleep(4)  # nothing may happen meanwhile
    used = studio.processor_seconds() - before
    check(used < 0.4, f"paused, the studio rests ({used:.2f} s of processor in 4 s)")


def main(program, cli, shots):
    with session(shots) as (desktop, home):
        picture = home / "a cub.png"
        values = make_picture(picture)
        studio = Studio(desktop, program, cli, home).start()
        studio.has_runs(1)
        studio.titled("sample")
        desktop.wait_for("some of its steps", lambda: studio.step() > 20)
        studio.shot("1-first-start")
        drop_picture(studio, desktop, picture, values)
        change_layers(studio, desktop, values)
        take_back(studio, desktop)
        edit_schedule(studio, desktop)
        scrub_back(studio, desktop, values)
        export(studio, desktop, picture)
        other_views(studio, desktop)
        without_panels(studio, desktop)
        refuse_bad_file(studio, desktop)
        rest(studio, desktop)
        studio.end()
        check(studio.settings()["window"]["width"] > 0, "window and settings are remembered")
        check(not list(studio.start_folder.iterdir()), "nothing was written where it was started")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
