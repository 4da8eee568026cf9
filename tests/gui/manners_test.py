#!/usr/bin/env python3
"""The studio among other programs: what they copied is pasted into it, its title tells a task bar how far it is and
that it is done, it trains while minimised, and quiet mode is remembered.

    manners_test.py REDRAW_STUDIO REDRAW SCREENSHOTS

Exit status 77: this machine cannot run it, and says why."""

import json
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile

from desktop import HERE, SKIP, SYSTEM_PYTHON, Desktop, end_of, missing
from studio_test import HEIGHT, QUIET, WIDTH, Studio, check, make_picture


def make_noise(path, side):
    """A picture that does not compress: its copy is larger than one piece of an X selection."""
    noise = random.Random(5).randbytes(side * side * 3)
    subprocess.run(["convert", "-size", f"{side}x{side}", "-depth", "8", "rgb:-", f"png:{path}"], input=noise, check=True)


def copy(desktop, kind, content):
    owner = desktop.start([SYSTEM_PYTHON, str(HERE / "clipboard_owner.py"), kind, str(content)],
                          stdout=subprocess.PIPE, text=True)
    check(owner.stdout.readline() == "copied\n", f"another program copied {content}")
    return owner


def paste(desktop, studio, kind, content):
    owner = copy(desktop, kind, content)
    studio.focus()
    desktop.key("ctrl+v")
    return owner


def complains(studio, name):
    return studio.shot(name).has_colour((0xF5, 0xA5, 0x24), (344, 112, 1400, 150))


def paste_all(studio, desktop, picture, noise):
    owner = paste(desktop, studio, "--text", picture.as_uri() + "\n")
    desktop.wait_for("the copied file", lambda: picture.name in desktop.title(studio.window))
    owner.terminate()

    runs = len(studio.run_files())
    owner = paste(desktop, studio, "--text", "a sentence about lions")
    desktop.wait_for("the sentence about it", lambda: complains(studio, "1-nothing"))
    check(len(studio.run_files()) == runs, "text that names no file opens nothing")
    owner.terminate()

    owner = paste(desktop, studio, "--picture", noise)
    desktop.wait_for("the copied picture", lambda: "pasted picture" in desktop.title(studio.window))
    check(len(studio.run_files()) == runs + 1, "a copied picture is learned, though it came in pieces")
    studio.shot("2-pasted")
    owner.terminate()

    owner = paste(desktop, studio, "--text", picture)
    desktop.wait_for("the copied path", lambda: picture.name in desktop.title(studio.window))
    owner.terminate()


def paste_into_field(studio, desktop):
    """Into the first layer's width, while the program that copied it answers and while it hangs."""
    owner = copy(desktop, "--mute", "40")
    studio.focus()
    desktop.key("ctrl+v")
    desktop.wait_for("the sentence about it", lambda: complains(studio, "4-mute"))
    check(True, "a program that does not answer is named, and nothing waits for it")
    studio.click("width", 0)
    desktop.key("ctrl+a")
    desktop.key("ctrl+v")
    studio.drawn()
    owner.kill()
    owner = copy(desktop, "--text", "48")
    desktop.key("ctrl+v")
    studio.drawn()
    desktop.key("Return")
    desktop.wait_for("the pasted width", lambda: (studio.config() or {"network": {"layers": [0]}})["network"]["layers"][0] == 48)
    check(True, "a field takes what was copied")
    owner.terminate()


def percent(desktop, studio):
    found = re.match(r"(\d+) %", desktop.title(studio.window))
    return int(found[1]) if found else -1


def finish_minimised(studio, desktop):
    studio.shot("3-quiet")
    desktop.xdotool("windowminimize", studio.window)
    desktop.wait_for("the window to be minimised", lambda: studio.window not in desktop.xdotool(
        "search", "--onlyvisible", "--name", "Redraw", check=False).split())
    begun = percent(desktop, studio)
    desktop.wait_for("progress in the title", lambda: percent(desktop, studio) > max(begun, 0))
    check(True, "it trains while minimised, and its title says how far it is")
    desktop.wait_for("the end in the title", lambda: desktop.title(studio.window).startswith("Done, "))
    check(" dB – a cub.png – Redraw" in desktop.title(studio.window), desktop.title(studio.window))
    studio.focus()
    desktop.wait_for("the plain title", lambda: desktop.title(studio.window) == "a cub.png – Redraw")
    check(True, "once it is looked at, the title is plain again")


def main(program, cli, shots):
    lacks = missing()
    if lacks:
        print("SKIP: the GUI test needs " + ", ".join(lacks))
        return SKIP
    with tempfile.TemporaryDirectory(prefix="redraw-manners-") as folder:
        home = pathlib.Path(folder)
        picture, noise = home / "a cub.png", home / "noise.png"
        make_picture(picture)
        make_noise(noise, 700)
        settings = home / "config" / "redraw" / "settings.json"
        settings.parent.mkdir(parents=True)
        settings.write_text(json.dumps({"duty_percent": 50}))
        desktop = Desktop(f"{WIDTH}x{HEIGHT}", shots)
        try:
            studio = Studio(desktop, program, cli, home)
            desktop.wait_for("the sample to be learned", lambda: "sample" in desktop.title(studio.window))
            desktop.click(*QUIET)
            paste_all(studio, desktop, picture, noise)
            paste_into_field(studio, desktop)
            finish_minimised(studio, desktop)
            studio.process.send_signal(signal.SIGTERM)
            check(end_of(studio.process) == 0, "the studio ends cleanly")
            check(json.loads(settings.read_text())["duty_percent"] == 50, "quiet mode is remembered")
        finally:
            desktop.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
