"""What the drawing is held against: bicubic, the signed difference, a copy that cools down, and the detail in the
export sheet."""

from studio_test import check, settled

FIT = ["--epochs", "4000", "--until-psnr", "26"]  # stopped on its way, so that it can cool down
# Places of the layout at 1280 x 800: in the panes and on the settings.
LEFT, CENTRE, SIDE = (330, 140, 776, 480), (330, 140, 1250, 380), (150, 600)
BLUE = (126, 188, 236)


def grays(shot, box, step=6):
    x0, y0, x1, y1 = box
    return [sum(shot.pixel(x, y)) / 3 for y in range(y0, y1, step) for x in range(x0, x1, step)]


def distance(a, b):
    return sum(abs(x - y) for x, y in zip(a, b)) / len(a)


def hold_against_bicubic(studio, desktop):
    plain = grays(studio.shot("against-picture"), LEFT, 3)
    desktop.key("b")
    desktop.wait_for("the interpolated picture", lambda: distance(
        grays(studio.shot("against-bicubic"), LEFT, 3), plain) > 1)
    check(True, "the left pane shows the interpolated picture")
    desktop.key("b")


def tell_direction(studio, desktop):
    desktop.key("3")
    check(not studio.shot("against-difference").has_colour(BLUE, CENTRE, least=20, tolerance=30), "sizes only at first")
    studio.click("Direction")
    desktop.wait_for("blue where the drawing is darker", lambda: studio.shot("against-difference-signed").has_colour(
        BLUE, CENTRE, least=20, tolerance=30))
    check(True, "the difference tells direction")
    desktop.key("1")


def preview_cooling(studio, desktop):
    desktop.move(*SIDE)
    for _ in range(12):
        desktop.xdotool("click", 5)
    right = grays(studio.shot("against-before-cooling"), (812, 140, 1250, 430))
    studio.click("Preview it")
    discard = studio.middle("Discard")
    settled(studio, desktop)  # the copy has cooled down
    studio.shot("against-cool-down-preview")
    desktop.click(*discard)
    desktop.wait_for("the bar to go", lambda: not studio.has("Discard"))
    check(distance(grays(studio.shot("against-discarded"), (812, 140, 1250, 430)), right) < 0.5,
          "the run is as it was before its copy cooled down")


def preview_export(studio, desktop):
    desktop.key("ctrl+e")
    x0, y0, x1, y1 = studio.place("detail")
    inset, middle = 12, (x0 + x1) / 2
    file, other = [(int(a) + inset, int(y0) + 30, int(b) - inset, int(y1) - inset) for a, b in ((x0, middle), (middle, x1))]
    desktop.wait_for("both details", lambda: all(
        max(values) - min(values) > 100 for box in (file, other)
        for values in [grays(studio.shot("against-export-preview"), box, 4)]))
    settled(studio, desktop)
    shot = studio.shot("against-export-preview")
    check(distance(grays(shot, file, 4), grays(shot, other, 4)) > 0.5, "the file and what it is compared with are two drawings")
    desktop.key("Escape")


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    hold_against_bicubic(studio, desktop)
    tell_direction(studio, desktop)
    preview_cooling(studio, desktop)
    preview_export(studio, desktop)
