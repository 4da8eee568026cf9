"""Unusual desktops: a French keyboard, a scale of 0, and several files opened together."""

import shutil
import subprocess

from studio_test import check, make_picture

OPEN = False


def tour(studio, desktop, picture):
    # On AZERTY the key labelled A is where a US keyboard has Q.
    layout = "fr" if shutil.which("setxkbmap") else ""
    if layout:
        subprocess.run(["setxkbmap", layout], env=desktop.environment, check=True)
    else:
        print("SKIP: setxkbmap is not there, so that the keyboard stays American")
    desktop.set_dpi(0)
    studio.start(picture)  # a scale of 0 must not stop the start
    studio.titled(picture.name)
    studio.focus()
    studio.click("Max rate")
    desktop.type("25")
    desktop.key("ctrl+a")  # the key labelled A
    desktop.type("0.004")
    desktop.key("Return")
    desktop.wait_for("the rate that replaced the other", lambda: studio.config("schedule")["lr_max"] == 0.004)
    studio.end()

    second = picture.with_name("another cub.png")
    make_picture(second)
    runs = len(studio.run_files())
    studio.start(picture, second)
    studio.place("Open one of them…")
    check(len(studio.run_files()) == runs, "several files on the command line are asked about, as several dropped ones")
