#!/usr/bin/env python3
"""The studio when its surroundings fail: OpenGL is too old, the window server goes away, the run is open elsewhere.

    trouble_test.py REDRAW_STUDIO REDRAW SCREENSHOTS

Exit status 77: this machine cannot run it, and says why."""

import json
import pathlib
import subprocess
import sys
import tempfile

from desktop import SKIP, Desktop, missing
from studio_test import ERROR, HEIGHT, WIDTH, check, make_picture


class Surroundings:
    def __init__(self, desktop, program, cli, home):
        self.desktop, self.program, self.cli, self.home = desktop, program, cli, home
        self.environment = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config"),
                            "XDG_CACHE_HOME": str(home / "cache")}

    def start(self, *arguments, **environment):
        process = self.desktop.start([self.program, *map(str, arguments)], cwd=self.home, stderr=subprocess.PIPE, text=True,
                                     environment={**self.environment, **environment})
        return process

    def info(self, run):
        told = subprocess.run([self.cli, "info", str(run), "--json"], capture_output=True, text=True)
        return json.loads(told.stdout) if told.returncode == 0 else {"step": 0}

    def old_opengl(self):
        process = self.start(MESA_GL_VERSION_OVERRIDE="2.1")
        _, said = process.communicate(timeout=60)
        check(process.returncode == 1 and said.startswith("redraw-studio: The studio needs a display with OpenGL 3.3: ")
              and said.count("\n") == 1, f"an old OpenGL is refused with a sentence: {said.strip()}")

    def open_elsewhere(self, picture):
        run = self.home / "elsewhere.redraw"
        other = subprocess.Popen([self.cli, "fit", str(picture), "-o", str(run), "--epochs", "100000000", "--json"],
                                 stdout=subprocess.PIPE, text=True)
        try:
            other.stdout.readline()
            process = self.start(run)
            self.desktop.subject = process
            window = self.desktop.window("Redraw")
            self.desktop.xdotool("windowmove", window, 0, 0)
            self.desktop.wait_for("the sentence about it", lambda: self.desktop.screenshot("1-locked").has_colour(
                ERROR, (0, 0, WIDTH, 250)))
            check(other.poll() is None, "a run that is open elsewhere is refused in the window, and goes on there")
            self.desktop.subject = None
            process.terminate()
            check(process.wait(30) == 0, "the studio ends cleanly")
            process.stderr.close()
        finally:
            other.terminate()
            other.communicate()

    def server_gone(self, picture):
        process = self.start(picture)
        runs = self.home / "data" / "redraw" / "runs"
        newest = lambda: next(iter(sorted(runs.glob("*.redraw"))), None)
        self.desktop.wait_for("a run", newest)
        self.desktop.wait_for("some steps on the disk", lambda: self.info(newest())["step"] > 0)
        saved = self.info(newest())["step"]
        self.desktop.server.kill()
        _, said = process.communicate(timeout=60)
        check(process.returncode == 1, "without its window server the studio ends by itself")
        check(f"redraw-studio: The display is gone. {newest().name} is saved.\n" in said, f"and says so: {said.strip()}")
        check(self.info(newest())["step"] >= saved, "the run is saved")
        check(sorted(path.name for path in runs.iterdir()) == [newest().name], "and nothing lies beside it")


def main(program, cli, shots):
    lacks = missing()
    if lacks:
        print("SKIP: the GUI test needs " + ", ".join(lacks))
        return SKIP
    with tempfile.TemporaryDirectory(prefix="redraw-trouble-") as folder:
        home = pathlib.Path(folder)
        picture = home / "a cub.png"
        make_picture(picture)
        desktop = Desktop(f"{WIDTH}x{HEIGHT}", shots)
        try:
            around = Surroundings(desktop, program, cli, home)
            around.old_opengl()
            around.open_elsewhere(picture)
            around.server_gone(picture)
        finally:
            desktop.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
