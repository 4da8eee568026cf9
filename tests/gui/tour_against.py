"""What the drawing is held against: bicubic, the signed difference, a copy that cools down, and the detail in the
export sheet."""

import time

from studio_test import check

FIT = ["--epochs", "4000", "--until-psnr", "26"]  # stopped on its way, so that it can cool down
# Places of the layout at 1280 x 800.
LEFT, CENTRE = (330, 140, 776, 480), (330, 140, 1250, 380)
DIRECTION, DISCARD, SIDE, PREVIEW = (1088, 413), (1212, 468), (150, 600), (216, 690)
BAR = (330, 468, 1080, 486)  # below the picture that lies there without it
NETWORK, BICUBIC = (404, 260, 632, 394), (646, 260, 874, 394)
BLUE, TEXT = (126, 188, 236), (0xE8, 0xEA, 0xEE)


def grays(shot, box, step=6):
    x0, y0, x1, y1 = box
    return [sum(shot.pixel(x, y)) / 3 for y in range(y0, y1, step) for x in range(x0, x1, step)]


def distance(a, b):
    return sum(abs(x - y) for x, y in zip(a, b)) / len(a)


def hold_against_bicubic(studio, desktop):
    plain = grays(studio.shot("against-picture"), LEFT, 3)
    desktop.key("b")
    time.sleep(0.5)
    desktop.wait_for("the interpolated picture", lambda: distance(
        grays(studio.shot("against-bicubic"), LEFT, 3), plain) > 1)
    check(True, "the left pane shows the interpolated picture")
    desktop.key("b")


def tell_direction(studio, desktop):
    desktop.key("3")
    check(not studio.shot("against-difference").has_colour(BLUE, CENTRE, least=20, tolerance=30), "sizes only at first")
    desktop.click(*DIRECTION)
    desktop.wait_for("blue where the drawing is darker", lambda: studio.shot("against-difference-signed").has_colour(
        BLUE, CENTRE, least=20, tolerance=30))
    check(True, "the difference tells direction")
    desktop.key("1")


def preview_cooling(studio, desktop):
    desktop.move(*SIDE)
    for _ in range(12):
        desktop.xdotool("click", 5)
    time.sleep(0.5)
    right = grays(studio.shot("against-before-cooling"), (812, 140, 1250, 430))
    desktop.click(*PREVIEW)
    desktop.wait_for("the copy's bar", lambda: studio.shot("against-cool-down-preview").has_colour(TEXT, BAR, least=20))
    time.sleep(2.5)
    studio.shot("against-cool-down-preview")
    desktop.click(*DISCARD)
    desktop.wait_for("the bar to go", lambda: not studio.shot("against-discarded").has_colour(TEXT, BAR, least=20))
    check(distance(grays(studio.shot("against-discarded"), (812, 140, 1250, 430)), right) < 0.5,
          "the run is as it was before its copy cooled down")


def preview_export(studio, desktop):
    desktop.key("ctrl+e")
    time.sleep(0.8)
    shot = studio.shot("against-export-preview")
    desktop.wait_for("both details", lambda: all(
        max(values) - min(values) > 100 for box in (NETWORK, BICUBIC)
        for values in [grays(studio.shot("against-export-preview"), box, 4)]))
    time.sleep(1)
    shot = studio.shot("against-export-preview")
    check(distance(grays(shot, NETWORK, 4), grays(shot, BICUBIC, 4)) > 0.5, "network and bicubic are two drawings")
    desktop.key("Escape")


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    time.sleep(0.8)
    hold_against_bicubic(studio, desktop)
    tell_direction(studio, desktop)
    preview_cooling(studio, desktop)
    preview_export(studio, desktop)
