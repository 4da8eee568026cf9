"""Friction 6, and copying: Ctrl+C puts the drawing on the clipboard, and another program pastes the bytes that an export would
have. What was exported is copied by a button: a picture as one and as a file, a film as a file."""

import subprocess

from desktop import HERE, SYSTEM_PYTHON
from studio_test import check, settled


def pasted(desktop, path):
    """What another program is offered, and whether a picture came of it."""
    result = subprocess.run([SYSTEM_PYTHON, str(HERE / "clipboard_reader.py"), str(path)], env=desktop.environment,
                            capture_output=True, text=True)
    return result.stdout.split(), result.returncode == 0


def copy_exported(studio, desktop, file, path):
    """Presses Copy once it is written; what another program is then offered."""
    desktop.wait_for(f"{file.name}", file.is_file)
    studio.place("Copy")
    studio.drawn()
    before = [studio.place(button) for button in ("Open", "Show in folder", "Copy")]
    studio.click("Copy")
    desktop.wait_for("the file on the clipboard", lambda: file.as_uri() in pasted(desktop, path)[0])
    studio.shot("copied-file")
    check([studio.place(button) for button in ("Open", "Show in folder", "Copy")] == before, "no button moves")
    offered = pasted(desktop, path)[0]
    check({"text/uri-list", "x-special/gnome-copied-files"} <= set(offered), f"{file.name} can be pasted into a file manager")
    return offered


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

    exported = studio.home / "Pictures" / f"{picture.stem}-200.png"
    desktop.key("ctrl+e")
    studio.place("Keep aspect")
    desktop.key("Return")
    copy_exported(studio, desktop, exported, copied)
    check(pixels(copied) == pixels(exported), "a picture that was exported is pasted as one")
    desktop.key("ctrl+shift+e")
    studio.click("GIF")
    desktop.key("Return")
    film = studio.home / "Pictures" / f"{picture.stem}-film.gif"
    offered = copy_exported(studio, desktop, film, copied)
    check("image/png" not in offered, "a film is copied as a file")

    desktop.key("ctrl+c")
    desktop.wait_for("the drawing on the clipboard", lambda: "image/png" in pasted(desktop, copied)[0])
    desktop.key("ctrl+v")  # the studio itself takes what it has copied
    desktop.wait_for("another run", lambda: len(studio.run_files()) == 2)
    check(True, "it can be pasted into the studio, too")
