"""Comparisons of the drawing: with bicubic, as a signed difference, and in the export sheet, which highlights the method
that draws the file."""

from studio_test import ACCENT, check

FIT = ["--epochs", "4000", "--until-psnr", "26"]  # stopped early, so that differences can be seen
# Places in the layout at 1280 x 800: inside the panes.
LEFT, CENTRE = (330, 240, 776, 560), (330, 140, 1250, 380)
BLUE = (126, 188, 236)


def grays(shot, box, step=6):
    return [sum(pixel) / 3 for pixel in shot.colours(box, step)]


def distance(a, b):
    return sum(abs(x - y) for x, y in zip(a, b)) / len(a)


def compare_with_bicubic(studio, desktop):
    plain = grays(studio.shot("against-picture"), LEFT, 3)
    studio.act("Compare with something else")
    studio.seen("against-bicubic", lambda shot: distance(grays(shot, LEFT, 3), plain) > 1)
    studio.act("Compare with something else")


def show_direction(studio, desktop):
    desktop.key("3")
    blue = lambda shot: shot.has_colour(BLUE, CENTRE, least=20, tolerance=30)
    check(not blue(studio.shot("against-difference")), "sizes only at first")
    studio.click("Sign")
    studio.seen("against-difference-signed", blue)
    desktop.key("1")


def preview_export(studio, desktop):
    studio.open_export()
    x0, y0, x1, y1 = studio.place("detail")
    inset, middle = 12, (x0 + x1) / 2
    file, other = ((a + inset, y0 + 30, b - inset, y1 - inset) for a, b in ((x0, middle), (middle, x1)))
    studio.seen("against-export-preview", lambda shot: all(
        max(values) - min(values) > 100 for values in (grays(shot, box, 4) for box in (file, other))))
    studio.seen("against-export-preview", lambda shot: shot.has_colour(ACCENT, (x0, y1 + 6, x1, y1 + 76), least=20))
    shot = studio.settled("against-export-preview")
    check(distance(grays(shot, file, 4), grays(shot, other, 4)) > 0.5, "the file and what it is compared with are two drawings")


def tour(studio, desktop, picture):
    desktop.key("1")
    studio.place("right pane")
    compare_with_bicubic(studio, desktop)
    show_direction(studio, desktop)
    preview_export(studio, desktop)
