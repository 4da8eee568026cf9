"""A large picture: learned smaller at first, then at its own size in minibatches, and sharp when one looks closer."""

import subprocess

from studio_test import check

DRAWING = (800, 122, 1240, 460)  # of the layout at 1280 x 800
OWN_SIZE = "The picture's own size"


def OPEN(run, picture):
    large = picture.with_name("large.png")
    # Lines one pixel wide, two apart, in the middle: only the picture at its own size still has them.
    subprocess.run(["convert", "-size", "1800x1200", "gradient:tomato-steelblue", "-fill", "white", "-draw",
                    "circle 500,400 500,600", "-fill", "black", "-pointsize", "200", "-annotate", "+700+1000", "Large",
                    "-size", "300x300", "pattern:vertical3", "-geometry", "+750+450", "-composite",
                    "-depth", "8", f"PNG24:{large}"], check=True)
    return [large]


def shades(shot, box, step=3):
    x0, y0, x1, y1 = box
    return {shot.pixel(x, y) for y in range(y0, y1, step) for x in range(x0, x1, step)}


def stripes(shot, box):
    """How often neighbours differ much, in a row of screen pixels."""
    x0, y0, x1, y1 = box
    y = (y0 + y1) // 2
    row = [sum(shot.pixel(x, y)) for x in range(x0, x1)]
    return sum(abs(a - b) > 300 for a, b in zip(row, row[1:]))


def tour(studio, desktop, picture):
    desktop.wait_for("the picture in the title", lambda: "large.png" in desktop.title(studio.window))
    studio.focus()
    desktop.wait_for("its drawing", lambda: len(shades(desktop.screenshot("large-smaller"), DRAWING)) > 100)
    before = len(studio.run_files())
    studio.click("Train at")
    studio.place(OWN_SIZE)
    desktop.screenshot("large-sizes")
    studio.click(OWN_SIZE)
    desktop.wait_for("a second run", lambda: len(studio.run_files()) > before)
    x0, _, _, foot = studio.place("Train at")  # below it stands how many pixels a step sees
    desktop.wait_for("how many pixels a step sees",
                     lambda: len(shades(desktop.screenshot("large-own-size"), (20, int(foot) + 10, 130, int(foot) + 20), 1)) > 10)
    desktop.wait_for("its drawing", lambda: len(shades(desktop.screenshot("large-own-size"), DRAWING)) > 100)
    middle = (500, 270, 590, 310)

    def closer():
        # Again and again: 100 % is less of the screen until the new run's first frame is there.
        desktop.key("ctrl+0")
        return stripes(desktop.screenshot("large-detail"), middle) > 20

    desktop.wait_for("every pixel of the picture", closer)
    check(True, "a large picture is learned at its own size and shown pixel by pixel")
