"""The export preview is exact: the left picture of the sheet has the pixels of the file, whichever method draws them. An export
started before the enlarging network is trained waits for it."""

from desktop import Screenshot
from studio_test import check

FIT = ["--train-size", "original", "--epochs", "60"]
CHIP = 40  # units at the top of the preview, covered by its label
METHODS = {"Sharpest enlargement": "-enlarged", "Lanczos": "-lanczos", "Nearest": "-nearest", "This drawing": ""}


def same(shot, place, path):
    """Compares visible pixels of the preview, whose corner is shown, with the file's; returns how many differ and how many
    values the file's pixels have. Allows a shift of one pixel, because the sheet may lie between two screen pixels."""
    x0, y0, x1, y1 = map(round, place)
    file = Screenshot(path)
    at = [(x, y) for y in range(CHIP, y1 - y0 - 6, 5) for x in range(6, (x1 - x0 - 12) // 2 - 6, 3)]
    wanted = [file.pixel(x, y) for x, y in at]
    near = [sum(shot.pixel(x0 + x + dx, y0 + y + dy) != value for (x, y), value in zip(at, wanted))
            for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return min(near), len(set(wanted))


def tour(studio, desktop, picture):
    studio.open_export()
    studio.click("2×")
    studio.click("method", "Sharpest enlargement")
    desktop.key("Return")  # exports before the enlarging network is trained
    early = studio.pictures / f"{picture.stem}-2x-enlarged.png"
    desktop.wait_for("the picture that was promised", early.is_file)
    written = early.read_bytes()
    check(not list(early.parent.glob(f"{picture.stem}-2x.png")), "an export at once waits for the enlarging network")
    early.unlink()

    for name, ending in METHODS.items():
        studio.open_export()
        x0, y0, x1, y1 = studio.place("detail")
        for _ in range(4):  # pans to the top left corner
            desktop.drag((x0 + 20, y0 + 60), (x0 + 210, y1 - 10))
        studio.click("method", name)
        shot = studio.settled(f"preview{ending}")
        place = studio.place("detail")
        desktop.key("Return")
        path = early.parent / f"{picture.stem}-2x{ending}.png"
        desktop.wait_for(f"the file drawn by {name}", path.is_file)
        different, values = same(shot, place, path)
        check(different == 0 and values > 5, f"every pixel of the preview is the file's: {name} ({different} differ, {values} values)")
        check(ending != "-enlarged" or path.read_bytes() == written, "and the enlargement is the file that was waited for")
