"""A desktop unlike ours: a French keyboard, a scale that is none, and several files opened together."""

import shutil
import subprocess

from desktop import end_of
from studio_test import Studio, check, make_picture


def tour(studio, desktop, picture):
    program = studio.process.args[0]
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.process.terminate()
    end_of(studio.process)

    # Where AZERTY has its A a US keyboard has its Q.
    layout = "fr" if shutil.which("setxkbmap") else ""
    if layout:
        subprocess.run(["setxkbmap", layout], env=desktop.environment, check=True)
    else:
        print("SKIP: setxkbmap is not there, so that the keyboard stays American")
    subprocess.run(["xrdb", "-nocpp", "-load", "-"], input="Xft.dpi: 0\n", text=True, env=desktop.environment, check=True)
    again = Studio(desktop, program, studio.cli, studio.home, picture)
    desktop.wait_for("the picture in the title", lambda: picture.name in desktop.title(again.window))
    check(True, "a scale of 0 is no reason not to start")
    again.focus()
    again.click("Rate max")
    desktop.type("25")
    desktop.key("ctrl+a")
    desktop.type("0.004")
    desktop.key("Return")
    desktop.wait_for("the rate that replaced the other", lambda: again.config()["schedule"]["lr_max"] == 0.004)
    check(True, f"Ctrl+A chooses what a field holds by the key with an A on it ({layout or 'us'})")
    again.process.terminate()
    end_of(again.process)
    if layout:
        subprocess.run(["setxkbmap", "us"], env=desktop.environment, check=True)

    second = picture.with_name("another cub.png")
    make_picture(second)
    runs = len(studio.run_files())
    several = Studio(desktop, program, studio.cli, studio.home, picture, second)
    several.place("Open one of them…")
    check(len(studio.run_files()) == runs, "several files on the command line are asked about, as several dropped ones")
    several.shot("foreign-several")
    subprocess.run(["xrdb", "-nocpp", "-load", "-"], input=f"Xft.dpi: {round(96 * desktop.scale)}\n", text=True,
                   env=desktop.environment, check=True)
    studio.process = several.process
