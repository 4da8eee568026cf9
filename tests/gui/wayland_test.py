#!/usr/bin/env python3
"""The window without an X server, on Wayland by GLFW 3.4 or newer (Debian 13): it opens, learns, exports, follows the mouse,
copies and pastes text, says what cannot be copied, survives a compositor that hangs or ends, and is as sharp at 1.25, 1.5 and 2
as X11's. The compositor is sway without a screen.

    wayland_test.py REDRAW_STUDIO REDRAW SCREENSHOTS

Exit status 77: this machine cannot run the test; the output says why."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

from desktop import SKIP, Screenshot, end_of
from frames import Frames
from progress import wait_for
from studio_test import check, home_environment, make_picture
from virtual_input import VirtualInput

PROGRAMS = ("sway", "swaymsg", "grim", "wl-copy", "wl-paste", "convert", "identify")
SIZE = 1440, 900  # pixels of the screen, at every scale


def missing():
    lacks = [name for name in PROGRAMS if not shutil.which(name)]
    if subprocess.run("pkg-config --atleast-version=3.4 glfw3", shell=True, capture_output=True).returncode:
        lacks.append("GLFW 3.4")
    return lacks


class Wayland:
    """A compositor with a screen of this scale, its input, and a home folder for studios. `stack` ends all of it."""

    def __init__(self, stack, shots, scale):
        self.stack, self.shots = stack, shots
        self.home = home = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="redraw-wayland-")))
        self.log = home / "frames.jsonl"
        settings = home / "config" / "redraw" / "settings.json"
        for folder in (settings.parent, home / "Pictures"):
            folder.mkdir(parents=True)
        settings.write_text('{"replay_birth": false}')
        config = home / "sway.config"
        config.write_text(f"output * mode {SIZE[0]}x{SIZE[1]} scale {scale}\ndefault_border none\nxwayland disable\n")
        self.environment = {**os.environ, **home_environment(home), "XDG_RUNTIME_DIR": str(home), "WLR_BACKENDS": "headless",
                            "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "REDRAW_FRAME_LOG": str(self.log)}
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK", "XDG_SESSION_TYPE"):
            self.environment.pop(name, None)
        self.sway = self.start("sway", "--config", str(config), stderr=subprocess.DEVNULL)
        sockets = [wait_for(lambda: next(home.glob(name), None), self.sway) for name in ("wayland-*[0-9]", "sway-ipc.*")]
        self.environment.update(WAYLAND_DISPLAY=sockets[0].name, SWAYSOCK=str(sockets[1]))
        self.input = VirtualInput(sockets[0])

    def start(self, *command, **options):
        process = subprocess.Popen(command, env=self.environment, **options)
        self.stack.callback(lambda: process.poll() is None and (process.kill(), process.wait()))
        return process

    def call(self, *command):
        return subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True, timeout=60).stdout

    def open(self, *command):
        """Starts a studio and waits until it has learned something."""
        self.log.unlink(missing_ok=True)
        self.frames = Frames(self.log)
        self.studio = self.start(*map(str, command))
        self.until(lambda: self.frames.newest().get("step", 0) >= 20)
        return self.studio

    def until(self, happened):
        return wait_for(lambda: self.studio.poll() is not None and sys.exit("FAILED: the studio ended") or happened(), self.studio)

    def handled(self, sends, *arguments):
        """Sends input and waits until the studio drew what it does."""
        drawn = self.frames.so_far()
        sends(*arguments)
        self.until(lambda: self.frames.so_far() >= drawn + 3)

    def press(self, *keys):
        for key in keys:
            self.handled(self.input.key, key[-1] if key.startswith("ctrl+") else key, key.startswith("ctrl+"))

    def click(self, label):
        x0, y0, x1, y1 = self.until(lambda: self.frames.places(label))[0]
        self.handled(self.input.click, (x0 + x1) / 2, (y0 + y1) / 2, *SIZE)

    def copied(self):
        return self.call("wl-paste", "--no-newline")

    def screenshot(self, name):
        path = self.shots / f"{name}.png"
        self.call("grim", str(path))
        return Screenshot(path)


def head(shots, program, picture, screen, text):
    """Returns the pixels of the menus on a screen of this scale, with --scale TEXT."""
    with contextlib.ExitStack() as stack:
        wayland = Wayland(stack, shots, screen)
        wayland.open(program, picture, "--scale", text)
        return wayland.screenshot(f"screen-{screen}-text-{text}").part((0, 0, 300, 40))


def main(program, cli, shots):
    if lacks := missing():
        print("SKIP: the test of Wayland needs " + ", ".join(lacks))
        return SKIP
    shots = pathlib.Path(shots).resolve()
    shots.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        wayland = Wayland(stack, shots, 1.5)
        picture = wayland.home / "cub.png"
        make_picture(picture)
        studio = wayland.open(program, picture)
        check('"app_id": "redraw-studio"' in wayland.call("swaymsg", "-t", "get_tree"), "the window is Wayland's, by its own name")
        wayland.press("ctrl+e", "Return")
        wayland.until(lambda: list((wayland.home / "Pictures").glob("cub-*.png")))
        wayland.press("Escape")

        wayland.click("Neurons")
        wayland.until(lambda: wayland.frames.places("add up"))
        wayland.screenshot("neurons")
        wayland.press("4")

        wayland.press("ctrl+k", *"copied text", "ctrl+a", "ctrl+c")
        wayland.until(lambda: wayland.copied() == "copied text")
        wayland.start("wl-copy", "from elsewhere")
        wayland.until(lambda: wayland.copied() == "from elsewhere")
        wayland.press("ctrl+v", "ctrl+a", "ctrl+c")
        wayland.until(lambda: wayland.copied() == "from elsewhere")
        wayland.screenshot("pasted")
        wayland.press("Escape", "ctrl+c")
        wayland.until(lambda: list((wayland.home / "cache").rglob("*.png")))
        wayland.screenshot("not-copied")
        check(wayland.copied() == "from elsewhere", "the drawing is not copied")
        studio.terminate()
        check(end_of(studio) == 0, "the studio ends cleanly")

        studio = wayland.open(program, picture)
        wayland.sway.send_signal(signal.SIGSTOP)  # as for a hidden window, whose next image is never asked for
        studio.terminate()
        check(end_of(studio) == 0, "it ends while the compositor does not answer")
        wayland.sway.send_signal(signal.SIGCONT)
        studio = wayland.open(program, picture)
        wayland.sway.kill()
        check(end_of(studio) in (0, 1), "it ends with the compositor")
        runs = list((wayland.home / "data" / "redraw" / "runs").glob("*.redraw"))
        steps = [json.loads(wayland.call(cli, "info", "--json", str(run)))["step"] for run in runs]
        check(len(runs) == 3 and min(steps) >= 20, f"three runs are saved, at the steps {steps}")
        for scale in (1.25, 1.5, 2):
            check(head(shots, program, picture, scale, 0) == head(shots, program, picture, 1, scale),
                  f"at {scale} the menus have the pixels of --scale {scale} at 1")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
