#!/usr/bin/env python3
"""The studio asks the desktop portal for a file dialog and opens its own browser where the portal fails.

    portal_test.py REDRAW_STUDIO REDRAW SCREENSHOTS

A fake portal on a session bus of its own chooses, cancels, fails, hangs, or keeps its dialog open. Exit status 77: this machine
cannot run the test; the output says why."""

import json
import pathlib
import shutil
import subprocess
import sys

from desktop import HERE, SYSTEM_PYTHON, end_of, session
from studio_test import Studio, check, make_picture


class Portals:
    """Runs one fake portal at a time and reads the calls that it logged."""

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

    def asks(self, method="OpenFile"):
        """Waits until `method` is the last call that the portal received."""
        self.desktop.wait_for(method, lambda: [asked["method"] for asked in self.asked()][-1:] == [method])

    def opens(self, how):
        """Starts a portal with this behaviour and makes the studio ask it to open a file."""
        self.start(how)
        self.desktop.key("ctrl+o")
        self.asks()


def has_browser(studio):
    studio.drawn()
    return studio.has("All files")


def choose(studio, desktop, portals, other):
    portals.start("choose", other)
    desktop.key("ctrl+o")
    studio.titled(other.name)
    asked = portals.asked()[0]
    check(asked["method"] == "OpenFile" and asked["parent"] == f"x11:{int(studio.window):x}",
          "the dialog belongs to the studio's window")
    check(len(asked["filters"]) == 2 and asked["current_folder"].startswith("/"), "it starts in a folder, with pictures and runs")


def save(studio, desktop, portals):
    target = studio.home / "kept copy"
    portals.start("choose", target)
    desktop.key("ctrl+s")
    desktop.wait_for("the saved copy", lambda: target.with_suffix(".redraw").is_file())
    asked = portals.asked()[0]
    check(asked["method"] == "SaveFile" and asked["current_name"].endswith(".redraw"), "it suggests a name")


def fall_back(studio, desktop, portals):
    picture = studio.title().split(" – ")[-2]
    portals.opens("cancel")
    check(not has_browser(studio) and studio.title().split(" – ")[-2] == picture, "cancelled: no second dialog, nothing opened")
    for how in ("error", "hang"):
        portals.opens(how)
        studio.place("All files")  # the studio's own browser
        desktop.key("Escape")
    portals.opens("sit")
    check(not has_browser(studio), "while the desktop's dialog is open there is no other")
    desktop.key("ctrl+o")
    studio.place("All files")
    portals.asks("Close")
    desktop.key("Escape", "ctrl+o")
    portals.asks()
    portals.stop()
    studio.place("All files")  # opens because the portal is gone
    desktop.key("Escape")


def main(program, cli, shots):
    if not pathlib.Path(program).with_name("redraw_portal.so").exists():
        print("SKIP: this studio was built without libsystemd")
        return 77
    lacks = [] if shutil.which("dbus-daemon") else ["dbus-daemon"]
    with session(shots, "1280x800", lacks=lacks) as (desktop, home):
        picture, other = home / "a cub.png", home / "füchsin 2 %.png"
        make_picture(picture)
        shutil.copy(picture, other)
        bus = desktop.start(["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True)
        desktop.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        portals, studio = Portals(desktop, home), Studio(desktop, program, cli, home)
        portals.start("choose", other)
        studio.start(picture)
        studio.titled(picture.name)
        desktop.key("space")
        choose(studio, desktop, portals, other)
        desktop.key("space")
        save(studio, desktop, portals)
        fall_back(studio, desktop, portals)
        portals.opens("sit")
        studio.end()  # while the desktop's dialog is open
        portals.asks("Close")

        # A module that cannot load stands for a machine without libsystemd.
        desktop.environment["REDRAW_PORTAL_MODULE"] = str(picture)
        studio.start(picture)
        portals.start("sit")
        desktop.key("ctrl+o")
        studio.place("All files")
        check(not portals.asked(), "the desktop is not asked")
        studio.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
