"""A desktop for GUI tests: an X server without a screen, a window manager, a mouse, a keyboard, and screenshots whose pixels
can be read."""

import contextlib
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

SKIP = 77
HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "support"))
from progress import IdleWindow, Progress, activity, end_of, output_of  # noqa: E402, F401 (for tests)
from robot import Robot  # noqa: E402
from x_server import x_server  # noqa: E402

OPENBOX = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew></focus>
  <applications><application class="*"><decor>no</decor></application></applications>
</openbox_config>
"""
SYSTEM_PYTHON = "/usr/bin/python3"  # Debian's Python, which has python3-gi


def missing():
    """Returns the programs and libraries for GUI tests that this machine lacks."""
    lacks = [name for name in ("Xvfb", "xdotool", "xrdb", "openbox", "import", "convert", "identify") if not shutil.which(name)]
    probe = "import gi; gi.require_version('Gtk', '3.0'); from gi.repository import Gtk"
    if subprocess.run([SYSTEM_PYTHON, "-c", probe], capture_output=True).returncode != 0:
        lacks.append("python3-gi with gir1.2-gtk-3.0")
    return lacks


class Screenshot:
    """Pixels as (red, green, blue), 0 to 255. Places are in units of the layout: pixels at 1x."""

    def __init__(self, path, scale=1):
        self.path, self.scale = path, scale
        size = subprocess.run(["identify", "-format", "%w %h", path], capture_output=True, text=True, check=True)
        self.width, self.height = map(int, size.stdout.split())
        self.bytes = subprocess.run(["convert", path, "-depth", "8", "rgb:-"], capture_output=True, check=True).stdout

    def pixel(self, x, y):
        at = (int(y * self.scale) * self.width + int(x * self.scale)) * 3
        return tuple(self.bytes[at:at + 3])

    def colours(self, box, step=1, step_down=None):
        """Returns the pixels of a box, every `step`-th, row by row."""
        x0, y0, x1, y1 = map(int, box)
        return [self.pixel(x, y) for y in range(y0, y1, step_down or step) for x in range(x0, x1, step)]

    def part(self, box):
        """Returns the pixels of a box as RGB bytes, for comparisons."""
        x0, y0, x1, y1 = (int(v * self.scale) for v in box)
        return b"".join(self.bytes[(y * self.width + x0) * 3:(y * self.width + x1) * 3] for y in range(y0, y1))

    def has_colour(self, colour, box, least=4, tolerance=12):
        hits = (1 for pixel in self.colours(box) if all(abs(a - b) <= tolerance for a, b in zip(pixel, colour)))
        return sum(itertools.islice(hits, least)) == least


@contextlib.contextmanager
def session(shots, size="1440x900", scale=1, lacks=()):
    """Provides a desktop and an empty home folder; ends the test with SKIP where the machine lacks something."""
    if lacks := [*missing(), *lacks]:
        print("SKIP: the window tests need " + ", ".join(lacks))
        sys.exit(SKIP)
    with tempfile.TemporaryDirectory(prefix="redraw-gui-") as home, contextlib.closing(Desktop(size, shots, scale)) as desktop:
        yield desktop, pathlib.Path(home)


class Desktop:
    """An X display. A `scale` of 2 simulates a monitor with twice the pixels and text twice as large; all places stay in
    units of the layout."""

    def __init__(self, size, shots, scale=1):
        self.scale = scale
        self.subject = None  # the process under test; its end also ends all waiting
        self.frames = None  # the frame log of that process (Frames), if it writes one
        self.shots = pathlib.Path(shots).resolve()
        self.shots.mkdir(parents=True, exist_ok=True)
        size = "x".join(str(round(int(side) * scale)) for side in size.split("x"))
        self.server, display = x_server(size, "-noreset", "-r")  # -r: no key repeat
        self.environment = dict(os.environ, DISPLAY=display)
        self.environment.pop("WAYLAND_DISPLAY", None)
        if scale != 1:  # sets the text resolution as a desktop would
            self.set_dpi(round(96 * scale))
        # Without title bars, the corner of a window is the corner of its contents.
        rules = self.shots / "openbox.xml"
        rules.write_text(OPENBOX)
        self.processes = [self.start(["openbox", "--config-file", str(rules)], stderr=subprocess.DEVNULL)]
        self.wait_for("the window manager", lambda: int(self.xdotool("get_num_desktops", check=False) or 0))

    def start(self, command, **options):
        environment = dict(self.environment, **options.pop("environment", {}))
        process = subprocess.Popen(command, env=environment, **options)
        if hasattr(self, "processes"):
            self.processes.append(process)
        return process

    def set_dpi(self, dpi):
        subprocess.run(["xrdb", "-nocpp", "-load", "-"], input=f"Xft.dpi: {dpi}\n", text=True, env=self.environment, check=True)

    def close(self):
        for process in reversed(self.processes + [self.server]):
            if process.poll() is None:
                process.terminate()
                try:
                    end_of(process)
                except AssertionError:
                    process.kill()

    def xdotool(self, *arguments, check=True):
        result = subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, capture_output=True, text=True)
        if check and result.returncode != 0:
            raise RuntimeError(f"xdotool {arguments}: {result.stderr}")
        return result.stdout.strip()

    def handled(self):
        """Waits until the program under test has had time to handle its input: it drew 6 frames, it drew 3 (as many as
        one event causes) and sleeps, or it sleeps for 10 polls in a row."""
        asleep, begun, drawn = 0, None, self.frames.so_far() if self.frames else 0
        while self.subject and self.subject.poll() is None and asleep < 10:
            used, working = activity(self.subject.pid)
            begun = used if begun is None else begun
            asleep = 0 if working else asleep + 1
            frames = self.frames.so_far() - drawn if self.frames else 0
            # Without a frame log, 0.4 s of processor time counts as handling the input.
            if frames >= 6 or (frames >= 3 and asleep >= 3) or (not self.frames and used - begun > 0.4):
                return
            time.sleep(0.02)

    def wait_for(self, what, condition):
        """Polls the condition as long as the program under test makes progress or could. Training and writing may take any
        time, but a reaction to input must come within a minute."""
        progress = [Progress((self.subject or self.server).pid, 300, 60)]
        if self.subject and self.frames:
            progress.append(IdleWindow(self.subject.pid, self.frames.so_far))
        due, pause = time.monotonic() + 120, 0.02
        while not (value := condition()):
            if time.monotonic() > due:  # so that the log of a killed test shows what it waited for
                print(f"still waiting for {what}", flush=True)
                due = float("inf")
            if self.subject and self.subject.poll() is not None:
                sys.exit(f"FAILED: the program ended with status {self.subject.returncode} while waiting for {what}")
            if reason := next(filter(None, (each.over() for each in progress)), None):
                self.screenshot("failed")
                sys.exit(f"FAILED: waited for {what}: {reason}")
            time.sleep(pause)
            pause = min(2 * pause, 0.25)  # polls less often in a long wait
        return value

    def window(self, name):
        return self.wait_for(f"the window {name!r}", lambda: self.xdotool("search", "--name", name, check=False)).splitlines()[-1]

    def title(self, window):
        return self.xdotool("getwindowname", window, check=False)

    def screenshot(self, name):
        path = self.shots / f"{name}.png"
        subprocess.run(["import", "-window", "root", str(path)], env=self.environment, check=True)
        return Screenshot(path, self.scale)

    def pixels(self, x, y):
        return round(x * self.scale), round(y * self.scale)

    def move(self, x, y):
        self.xdotool("mousemove", *self.pixels(x, y))
        self.handled()

    def click(self, x, y):
        self.move(x, y)
        self.xdotool("mousedown", 1)
        self.handled()
        self.xdotool("mouseup", 1)
        self.handled()

    def drag(self, start, end, steps=20, pause=0.03):
        self.move(*start)
        self.xdotool("mousedown", 1)
        self.handled()
        for i in range(1, steps + 1):
            self.xdotool("mousemove", *self.pixels(*(a + (b - a) * i / steps for a, b in zip(start, end))))
            time.sleep(pause)  # as slow as a hand, so that a window drawn by software sees each place
        self.handled()
        self.xdotool("mouseup", 1)
        self.handled()

    def wheel(self, notches):
        """Turns the wheel at the mouse's place, up for positive values."""
        for _ in range(abs(notches)):
            self.xdotool("click", 4 if notches > 0 else 5)
            self.handled()

    def key(self, *names):
        for name in names:
            # Holds the key briefly only: Dear ImGui may repeat a key that is held longer.
            self.xdotool("keydown", name, "sleep", 0.05, "keyup", name)
            self.handled()

    def type(self, text):
        self.xdotool("type", "--delay", "80", text)  # as slow as a hand
        self.handled()

    def clipboard(self, path):
        """Returns the formats and URIs that the clipboard offers, its text, and whether it had a picture, saved to `path`."""
        told = subprocess.run([SYSTEM_PYTHON, str(HERE / "clipboard_reader.py"), str(path)], env=self.environment,
                              capture_output=True, text=True)
        kinds, uris, text, *_ = [*told.stdout.split("\n"), "", "", ""]
        return [*kinds.split(), *uris.split()], text, told.returncode == 0

    def drop(self, paths, target):
        """Drops files on the studio's window, as a file manager would."""
        window = int(self.xdotool("search", "--onlyvisible", "--class", "redraw-studio").splitlines()[-1])
        robot = Robot(self.environment["DISPLAY"])
        taken = robot.drop(window, [pathlib.Path(path).resolve().as_uri() for path in paths], *self.pixels(*target), seconds=60)
        robot.close()
        if not taken:
            sys.exit(f"FAILED: the window does not take {[str(path) for path in paths]}")
        self.handled()
