"""The export sheet's main controls do not move while sizes are ticked, measured or previewed. At first, only the
picture's own size is ticked."""

from desktop import Screenshot
from studio_test import check

# Training at the picture's own size: the sheet trains an enlarging network.
FIT = ["--train-size", "original"]
STAY = ("Original", "8×", "1024", "Keep aspect", "detail", "method", "compared", "PNG", "name", "Choose…", "Cancel")


def tour(studio, desktop, picture):
    studio.open_export()
    studio.settled("export-sheet")
    places = lambda: {name: studio.place(name) for name in STAY}
    at_first = places()

    def stays(what):
        studio.settled()
        moved = {name: (place, at_first[name]) for name, place in places().items() if place != at_first[name]}
        check(not moved, f"nothing moves when {what}" + (f": {moved}" if moved else ""))

    studio.click("Original")
    stays("the only size is taken off")
    studio.click("Original", "4×", "8×", "1024")
    stays("four sizes are ticked, and the enlarging network learns")
    for name in ("JPEG", "WebP", "PNG"):
        studio.click(name)
        stays(f"{name} is chosen")
    studio.click("4×", "8×", "1024")
    desktop.key("Return")
    target = studio.pictures / f"{picture.stem}-200.png"
    desktop.wait_for("the exported picture", target.is_file)
    check((Screenshot(target).width, Screenshot(target).height) == (200, 150), "the picture's own size is what is written")
    desktop.key("ctrl+e", "Return")
    stays("it asks whether a file is to be replaced")
