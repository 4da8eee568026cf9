"""Ctrl+C puts the drawing on the clipboard: another program pastes the bytes that an export would have, before and after
the studio has gone."""

import subprocess

from desktop import HERE, SYSTEM_PYTHON
from studio_test import check, settled


def pasted(desktop, path):
    """What another program is offered, and whether a picture came of it."""
    result = subprocess.run([SYSTEM_PYTHON, str(HERE / "clipboard_reader.py"), str(path)], env=desktop.environment,
                            capture_output=True, text=True)
    return result.stdout.split(), result.returncode == 0


def pixels(path):
    return subprocess.run(["convert", str(path), "-depth", "8", "rgb:-"], check=True, capture_output=True).stdout


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    settled(studio, desktop)
    copied, wanted = studio.home / "pasted.png", studio.home / "wanted.png"
    desktop.key("ctrl+c")
    desktop.wait_for("the drawing on the clipboard", lambda: "image/png" in pasted(desktop, copied)[0])
    studio.shot("copied")
    check(pasted(desktop, copied)[1], "another program pastes the drawing")
    size = subprocess.run(["identify", "-format", "%wx%h", str(picture)], check=True, capture_output=True, text=True).stdout
    subprocess.run([studio.cli, "export", str(studio.run_files()[-1]), "-o", str(wanted), "--size", size], check=True,
                   capture_output=True)
    check(pixels(copied) == pixels(wanted), f"it is the drawing at the picture's own size, {size}")

    desktop.key("ctrl+v")  # the studio itself takes what it has copied
    desktop.wait_for("another run", lambda: len(studio.run_files()) == 2)
    check(True, "it can be pasted into the studio, too")
