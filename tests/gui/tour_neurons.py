"""Inside the network: all neurons, one of them large, and what was drawn at the pixel under the mouse over the run."""

import time

from studio_test import check

CURVE = (0x5A, 0xA9, 0xE6)


def colours(shot, box, step=3):
    x0, y0, x1, y1 = map(int, box)
    return {shot.pixel(x, y) for y in range(y0, y1, step) for x in range(x0, x1, step)}


def still(studio, desktop):
    """Nothing drawn for a while, with the mouse where it is."""
    before = studio.frames.so_far()
    time.sleep(0.7)  # in which nothing is to be drawn
    return studio.frames.so_far() == before


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    desktop.key("5")
    small = studio.place("neurons")
    desktop.wait_for("what the neurons answer", lambda: len(colours(desktop.screenshot("neurons"), small)) > 200)
    listed = studio.shot("neurons")
    desktop.click(560, 300)  # on one of them
    large = studio.place("one neuron")
    desktop.wait_for("one of them large", lambda: len(colours(desktop.screenshot("neurons-one"), large)) > 300)
    one = studio.shot("neurons-one")
    desktop.key("Right")
    desktop.wait_for("the next one", lambda: desktop.screenshot("neurons-next").bytes != one.bytes)
    desktop.key("Home")  # as they were before the first step
    desktop.key("Escape")
    desktop.wait_for("the untrained neurons", lambda: colours(desktop.screenshot("neurons-untrained"), small)
                     != colours(listed, small))
    desktop.key("End")

    desktop.key("1")
    desktop.move(900, 250)
    desktop.move(1010, 300)
    box = (1026, 316, 1260, 430)
    desktop.wait_for("the pixel's curve", lambda: desktop.screenshot("inspector").has_colour(CURVE, box, 20))
    desktop.wait_for("all its moments", lambda: still(studio, desktop))
    desktop.screenshot("inspector")
    check(True, "neurons, one of them large and a pixel's history are there")
