#!/usr/bin/env python3
"""The studio among other programs: it pastes what they copied, shows progress and completion in its window title, trains while
minimised, and remembers quiet mode.

    manners_test.py REDRAW_STUDIO REDRAW SCREENSHOTS

Exit status 77: this machine cannot run the test; the output says why."""

import contextlib
import json
import random
import re
import subprocess
import sys

from desktop import HERE, SYSTEM_PYTHON, session
from studio_test import ACCENT, QUIET, Studio, check, make_picture


@contextlib.contextmanager
def copied(desktop, kind, content):
    """Runs another program that owns the clipboard, and answers requests for it (unless `kind` is --mute), during the block."""
    owner = desktop.start([SYSTEM_PYTHON, "-B", str(HERE / "clipboard_owner.py"), kind, str(content)], stdout=subprocess.PIPE, text=True)
    check(owner.stdout.readline() == "copied\n", f"another program copied {content}")
    yield
    owner.kill()


@contextlib.contextmanager
def pasted(studio, kind, content):
    with copied(studio.desktop, kind, content):
        studio.focus()
        studio.desktop.key("ctrl+v")
        yield


def dismiss_all(studio):
    while studio.has("dismiss"):
        studio.click("dismiss")
        studio.drawn()


def complains(studio, name):
    x0, y0, _, y1 = studio.place("dismiss")  # the button of the message under the panes
    studio.seen(name, lambda shot: shot.has_colour(ACCENT, (316, y0, x0, y1)))


def paste_all(studio, picture, noise):
    with pasted(studio, "--text", picture.as_uri() + "\n"):
        studio.titled(picture.name)
    runs = len(studio.run_files())
    dismiss_all(studio)
    with pasted(studio, "--text", "a sentence about lions"):
        complains(studio, "1-nothing")
        check(len(studio.run_files()) == runs, "text that names no file opens nothing")
    with pasted(studio, "--png", picture):
        studio.titled("pasted picture")
        studio.has_runs(runs + 1)
    with pasted(studio, "--picture", noise):  # a picture large enough to be sent in pieces
        studio.titled("pasted picture")
        studio.has_runs(runs + 2)
    with pasted(studio, "--text", picture):
        studio.titled(picture.name)


def paste_into_field(studio, desktop):
    """Pastes into the first layer's width, first while the clipboard's owner hangs, then while another owner answers."""
    dismiss_all(studio)
    with pasted(studio, "--mute", "40"):
        complains(studio, "4-mute")
        studio.click("width", which=0)
        desktop.key("ctrl+a", "ctrl+v")
        studio.drawn()
    with copied(desktop, "--text", "48"):
        desktop.key("ctrl+v")
        studio.drawn()
        desktop.key("Return")
        desktop.wait_for("the pasted width", lambda: studio.config("network").get("layers", [0])[0] == 48)


def finish_minimised(studio, desktop):
    def percent():
        found = re.match(r"(\d+) %", studio.title())
        return int(found[1]) if found else -1

    studio.minimise()
    begun = percent()
    desktop.wait_for("progress in the title", lambda: percent() > max(begun, 0))
    studio.titled("Done, ")
    check(re.fullmatch("Done, (.* dB|exact) – a cub.png – Redraw", studio.title()), studio.title())
    studio.focus()
    desktop.wait_for("the plain title", lambda: studio.title() == "a cub.png – Redraw")


def main(program, cli, shots):
    with session(shots) as (desktop, home):
        picture, noise = home / "a cub.png", home / "noise.png"
        make_picture(picture)
        # Noise does not compress, so the copied picture is larger than one piece of an X selection.
        subprocess.run(["convert", "-size", "700x700", "-depth", "8", "rgb:-", f"png:{noise}"],
                       input=random.Random(5).randbytes(700 * 700 * 3), check=True)
        studio = Studio(desktop, program, cli, home)
        studio.settings_file.parent.mkdir(parents=True, exist_ok=True)
        studio.settings_file.write_text(json.dumps({"duty_percent": 50, "replay_birth": False}))
        studio.start()
        studio.titled("sample")
        desktop.click(*QUIET)
        paste_all(studio, picture, noise)
        paste_into_field(studio, desktop)
        finish_minimised(studio, desktop)
        studio.end()
        check(studio.settings()["duty_percent"] == 50, "quiet mode is remembered")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
