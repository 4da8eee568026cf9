"""Inside the network: all neurons, one of them large, and what was drawn at the pixel under the mouse over the run."""

import time

from studio_test import check

CURVE = (0x5A, 0xA9, 0xE6)
LISTED = (330, 165, 1230, 470)  # the small pictures
LARGE = (330, 145, 760, 480)    # of the large one


def colours(shot, box, step=3):
    x0, y0, x1, y1 = box
    return {shot.pixel(x, y) for y in range(y0, y1, step) for x in range(x0, x1, step)}


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    desktop.key("5")
    desktop.wait_for("what the neurons answer", lambda: len(colours(desktop.screenshot("neurons"), LISTED)) > 200)
    listed = studio.shot("neurons")
    desktop.click(560, 300)
    desktop.wait_for("one of them large", lambda: len(colours(desktop.screenshot("neurons-one"), LARGE)) > 300)
    one = studio.shot("neurons-one")
    desktop.key("Right")
    desktop.wait_for("the next one", lambda: desktop.screenshot("neurons-next").bytes != one.bytes)
    desktop.key("Home")  # as they were before the first step
    desktop.key("Escape")
    desktop.wait_for("the untrained neurons", lambda: colours(desktop.screenshot("neurons-untrained"), LISTED)
                     != colours(listed, LISTED))
    desktop.key("End")

    desktop.key("1")
    desktop.move(900, 250)
    desktop.move(1010, 300)
    box = (1026, 316, 1260, 430)
    desktop.wait_for("the pixel's curve", lambda: desktop.screenshot("inspector").has_colour(CURVE, box, 20))
    time.sleep(1)  # from a few moments to all
    desktop.screenshot("inspector")
    check(True, "neurons, one of them large and a pixel's history are there")
