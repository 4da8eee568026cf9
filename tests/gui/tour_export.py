"""Friction 3: nothing in the export sheet moves under the mouse: not while sizes are ticked, measured or previewed. One size
is ticked at first, the picture's own, and each says its pixels."""

import subprocess

from studio_test import check, settled

# Learned at the picture's own size: the network is tested on hidden pixels, and an enlarging one learns beside it.
FIT = ["--train-size", "original"]
STAY = ("Original", "8×", "1024", "Keep aspect", "detail", "method", "compared", "PNG", "name", "Choose…", "Export")


def places(studio):
    return {name: studio.place(name) for name in STAY if name != "Export"} | {"Cancel": studio.place("Cancel")}


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    settled(studio, desktop)
    desktop.key("ctrl+e")
    studio.place("Keep aspect")
    settled(studio, desktop)
    studio.shot("export-sheet")
    at_first = places(studio)

    def stays(what):
        settled(studio, desktop)
        moved = {name: (place, at_first[name]) for name, place in places(studio).items() if place != at_first[name]}
        check(not moved, f"nothing moves when {what}" + (f": {moved}" if moved else ""))

    studio.click("Original")
    studio.place("Original")
    stays("the only size is taken off")
    studio.shot("export-sheet-empty")
    for name in ("Original", "4×", "8×", "1024"):
        studio.click(name)
    stays("four sizes are ticked, and the enlarging network learns")
    studio.shot("export-sheet-sizes")
    studio.click("Test on hidden pixels")
    desktop.wait_for("the measure", lambda: not studio.has("Test on hidden pixels"))
    stays("the network is measured")
    for name in ("JPEG", "WebP", "PNG"):
        studio.click(name)
        stays(f"{name} is chosen")
    for name in ("4×", "8×", "1024"):
        studio.click(name)
    desktop.key("Return")
    target = studio.home / "Pictures" / f"{picture.stem}-200.png"
    desktop.wait_for("the exported picture", target.is_file)
    size = subprocess.run(["identify", "-format", "%wx%h", str(target)], capture_output=True, text=True, check=True).stdout
    check(size == "200x150", "the picture's own size is what is written")
    desktop.key("ctrl+e")
    desktop.key("Return")
    stays("it asks whether a file is to be replaced")
    studio.shot("export-sheet-replace")
    desktop.key("Escape")
