#!/usr/bin/env python3
"""The studio asks the desktop for its file dialog, and is never left with a dead button.

    portal_test.py REDRAW_STUDIO REDRAW SCREENSHOTS

A portal of our own, on a session bus of our own, chooses, cancels, refuses, hangs, or keeps its dialog open. Exit status
77: this machine cannot run it, and says why."""

import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

from desktop import HERE, SKIP, SYSTEM_PYTHON, Desktop, end_of, missing
from studio_test import Studio, check, make_picture

WIDTH, HEIGHT = 1280, 800


class Portals:
    """One portal after another; each is asked what it was asked."""

    def __init__(self, desktop, home):
        self.desktop, self.log, self.process = desktop, home / "asked", None

    def start(self, how, *arguments):
        self.stop()
        self.log.write_text("")
        self.process = self.desktop.start([SYSTEM_PYTHON, str(HERE / "fake_portal.py"), str(self.log), how,
                                           *map(str, arguments)], stdout=subprocess.PIPE, text=True)
        check(self.process.stdout.readline() == "ready\n", f"a portal that would {how}")

    def stop(self):
        if self.process:
            self.process.terminate()
            end_of(self.process)

    def asked(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()]


def browser_is_open(studio, name):
    studio.shot(name)
    return studio.has("All files")


def choose(studio, desktop, portals, other):
    portals.start("choose", other)
    desktop.key("ctrl+o")
    desktop.wait_for("the chosen picture", lambda: other.name in desktop.title(studio.window))
    asked = portals.asked()[0]
    check(asked["method"] == "OpenFile" and asked["parent"] == f"x11:{int(studio.window):x}",
          "the dialog belongs to the studio's window")
    names = [name for name, _ in asked["filters"]]
    check(names == ["Pictures and runs", "All files"] and asked["current_folder"].startswith("/"),
          "it starts in a folder, with pictures and runs")


def save(studio, desktop, portals, home):
    target = home / "kept copy"
    portals.start("choose", target)
    desktop.key("ctrl+s")
    desktop.wait_for("the saved copy", lambda: target.with_suffix(".redraw").is_file())
    asked = portals.asked()[0]
    check(asked["method"] == "SaveFile" and asked["current_name"].endswith(".redraw"), "it suggests a name")


def cancel(studio, desktop, portals):
    portals.start("cancel")
    before = desktop.title(studio.window)
    desktop.key("ctrl+o")
    desktop.wait_for("the question", lambda: portals.asked())
    check(not browser_is_open(studio, "portal-cancelled"), "cancelled is cancelled: no second dialog")
    check(desktop.title(studio.window).split(" – ")[-2] == before.split(" – ")[-2], "and nothing was opened")


def fall_back(studio, desktop, portals):
    for how in ("error", "hang"):
        portals.start(how)
        desktop.key("ctrl+o")
        desktop.wait_for(f"the studio's browser, as the portal would {how}",
                         lambda: browser_is_open(studio, f"portal-{how}"))
        desktop.key("Escape")
    portals.start("sit")
    desktop.key("ctrl+o")
    desktop.wait_for("the question", lambda: portals.asked())
    check(not browser_is_open(studio, "portal-sits"), "while the desktop's dialog is open there is no other")
    desktop.key("ctrl+o")
    desktop.wait_for("the browser, asked for again", lambda: browser_is_open(studio, "portal-again"))
    check(portals.asked()[-1]["method"] == "Close", "the desktop's dialog is closed then")
    desktop.key("Escape")
    desktop.key("ctrl+o")
    desktop.wait_for("another question", lambda: portals.asked()[-1]["method"] == "OpenFile")
    portals.stop()
    desktop.wait_for("the browser, as the portal is gone", lambda: browser_is_open(studio, "portal-gone"))
    desktop.key("Escape")


def end_while_it_is_open(studio, desktop, portals):
    portals.start("sit")
    desktop.key("ctrl+o")
    desktop.wait_for("the last question", lambda: portals.asked())
    studio.process.send_signal(signal.SIGTERM)
    check(end_of(studio.process) == 0, "the studio ends while the desktop's dialog is open")
    desktop.wait_for("the dialog's end", lambda: portals.asked()[-1]["method"] == "Close")


def without_the_module(studio, desktop, portals):
    """As where it does not load, for lack of libsystemd: the studio starts, and has its own browser."""
    portals.start("sit")
    desktop.key("ctrl+o")
    desktop.wait_for("the browser, as nobody asks the desktop", lambda: browser_is_open(studio, "portal-without"))
    check(not portals.asked(), "the desktop is not asked")
    studio.process.send_signal(signal.SIGTERM)
    check(end_of(studio.process) == 0, "the studio ends")


def main(program, cli, shots):
    lacks = missing() + [name for name in ("dbus-daemon",) if not shutil.which(name)]
    if lacks:
        print("SKIP: the portal test needs " + ", ".join(lacks))
        return SKIP
    if not pathlib.Path(program).with_name("redraw_portal.so").exists():
        print("SKIP: this studio was built without libsystemd")
        return SKIP
    with tempfile.TemporaryDirectory(prefix="redraw-portal-") as folder:
        home = pathlib.Path(folder)
        picture, other = home / "a cub.png", home / "füchsin 2 %.png"
        make_picture(picture)
        shutil.copy(picture, other)
        desktop = Desktop(f"{WIDTH}x{HEIGHT}", shots)
        bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
        desktop.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        portals = Portals(desktop, home)
        try:
            portals.start("choose", other)
            studio = Studio(desktop, program, cli, home, picture)
            desktop.wait_for("the picture", lambda: picture.name in desktop.title(studio.window))
            desktop.key("space")
            choose(studio, desktop, portals, other)
            desktop.key("space")
            save(studio, desktop, portals, home)
            cancel(studio, desktop, portals)
            fall_back(studio, desktop, portals)
            end_while_it_is_open(studio, desktop, portals)
            desktop.environment["REDRAW_PORTAL_MODULE"] = str(picture)
            without_the_module(Studio(desktop, program, cli, home, picture), desktop, portals)
        finally:
            desktop.close()
            bus.terminate()
            end_of(bus)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
