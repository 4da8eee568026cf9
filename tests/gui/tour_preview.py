"""What is previewed is what is written: the left picture of the export sheet has the file's pixels, one by one, whichever method
draws them. An export before the enlarging network is ready waits for it."""

import subprocess

from studio_test import check, settled

FIT = ["--train-size", "original", "--epochs", "60"]
CHIP = 40  # units at the top, under the label
METHODS = {"Sharpest enlargement": "-enlarged", "Lanczos": "-lanczos", "Nearest": "-nearest", "This drawing": ""}


def pixels_of(path):
    size = subprocess.run(["identify", "-format", "%w", path], capture_output=True, text=True, check=True).stdout
    values = subprocess.run(["convert", path, "-depth", "8", "rgb:-"], capture_output=True, check=True).stdout
    return int(size), values


def same(shot, place, path):
    """How many of the pixels that are seen differ from the file's, whose corner is seen, and how many values these have. The sheet may
    stand between two pixels of the screen."""
    x0, y0, x1, y1 = map(round, place)
    width, values = pixels_of(path)
    at = [(x, y) for y in range(CHIP, y1 - y0 - 6, 5) for x in range(6, (x1 - x0 - 12) // 2 - 6, 3)]
    wanted = [tuple(values[3 * (y * width + x):][:3]) for x, y in at]
    near = [sum(shot.pixel(x0 + x + dx, y0 + y + dy) != value for (x, y), value in zip(at, wanted))
            for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return min(near), len(set(wanted))


def choose(studio, name):
    studio.click("method")
    studio.place(name)
    studio.click(name)


def open_sheet(studio, desktop):
    desktop.key("ctrl+e")
    studio.place("Keep aspect")


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    settled(studio, desktop)
    open_sheet(studio, desktop)
    studio.click("Original")
    studio.click("2×")
    studio.shot("preview-sharpening")
    desktop.key("Return")  # at once
    early = studio.home / "Pictures" / f"{picture.stem}-400-enlarged.png"
    desktop.wait_for("the picture that was promised", early.is_file)
    written = early.read_bytes()
    check(not list(early.parent.glob(f"{picture.stem}-400.png")), "an export at once waits for the enlarging network")
    early.unlink()

    open_sheet(studio, desktop)
    x0, y0, x1, y1 = studio.place("detail")
    for _ in range(4):  # to the corner
        desktop.drag((x0 + 20, y0 + 60), (x0 + 210, y1 - 10))
    for name, ending in METHODS.items():
        choose(studio, name)
        settled(studio, desktop)
        shot = studio.shot(f"preview{ending}")
        place = studio.place("detail")
        desktop.key("Return")
        path = early.parent / f"{picture.stem}-400{ending}.png"
        desktop.wait_for(f"the file drawn by {name}", path.is_file)
        different, values = same(shot, place, path)
        check(different == 0 and values > 5, f"every pixel of the preview is the file's: {name} ({different} differ, {values} values)")
        if ending == "-enlarged":
            check(path.read_bytes() == written, "and it is the same file that was waited for")
        open_sheet(studio, desktop)
        x0, y0, x1, y1 = studio.place("detail")
        for _ in range(4):
            desktop.drag((x0 + 20, y0 + 60), (x0 + 210, y1 - 10))
    desktop.key("Escape")
