"""Ctrl+C copies the drawing: another program pastes the same pixels that an export would have. The Copy button copies an
exported picture as a picture and as a file, and a film as a file."""

from desktop import Screenshot
from studio_test import check

BUTTONS = ("Open", "Show in folder", "Copy")


def copy_exported(studio, desktop, file, path):
    """Clicks Copy once the file is written; returns the formats and files that the clipboard then offers."""
    desktop.wait_for(f"{file.name}", file.is_file)
    studio.place("Copy")
    studio.drawn()
    before = [studio.place(button) for button in BUTTONS]
    studio.click("Copy")
    desktop.wait_for("the file on the clipboard", lambda: file.as_uri() in desktop.clipboard(path)[0])
    check([studio.place(button) for button in BUTTONS] == before, "no button moves")
    offered = desktop.clipboard(path)[0]
    check({"text/uri-list", "x-special/gnome-copied-files"} <= set(offered), f"{file.name} can be pasted into a file manager")
    return offered


def copy_drawing(desktop, path):
    desktop.key("ctrl+c")
    desktop.wait_for("the drawing on the clipboard", lambda: "image/png" in desktop.clipboard(path)[0])


def tour(studio, desktop, picture):
    copied, wanted = studio.home / "pasted.png", studio.home / "wanted.png"
    same = lambda path: Screenshot(copied).bytes == Screenshot(path).bytes
    copy_drawing(desktop, copied)
    check(desktop.clipboard(copied)[2], "another program pastes the drawing")
    studio.redraw("export", studio.run_files()[-1], "-o", wanted, "--size", "200x150")
    check(same(wanted), "it is the drawing at the picture's own size")

    exported, film = (studio.pictures / f"{picture.stem}-{end}" for end in ("200.png", "film.gif"))
    studio.open_export()
    desktop.key("Return")
    copy_exported(studio, desktop, exported, copied)
    check(same(exported), "a picture that was exported is pasted as one")
    studio.share("Film")
    studio.click("GIF")
    desktop.key("Return")
    check("image/png" not in copy_exported(studio, desktop, film, copied), "a film is copied as a file")

    copy_drawing(desktop, copied)
    desktop.key("ctrl+v")  # the studio pastes its own copy
    studio.has_runs(2)
