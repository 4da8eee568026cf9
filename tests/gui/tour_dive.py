"""Z zooms from the whole picture into a detail, where the picture's pixels are squares and the drawing is smooth, and back; the
flight can be exported as a film."""

from studio_test import check


def tour(studio, desktop, picture):
    desktop.move(5, 5)
    desktop.key("1")
    studio.place("right pane")

    def middle_row(shot, pane):
        x0, y0, x1, y1 = studio.place(pane)
        return [sum(pixel) for pixel in shot.colours((x0 + 8, (y0 + y1) // 2, x1 - 8, (y0 + y1) // 2 + 1))]

    def largest_jump(shot, pane):
        """Returns the largest step between neighbours in the pane's middle row: large at a pixel's edge, small in a smooth
        drawing."""
        row = middle_row(shot, pane)
        return max(abs(a - b) for a, b in zip(row, row[1:]))

    def deep(shot):
        left, right = largest_jump(shot, "left pane"), largest_jump(shot, "right pane")
        return left > 60 and left > 2 * right and middle_row(shot, "left pane") != whole

    whole = middle_row(studio.shot("dive"), "left pane")
    desktop.key("z")
    studio.seen("dive", deep)
    check(deep(studio.settled("dive")), "64 times as large the picture is squares and the drawing smooth")
    studio.share("Film")
    studio.click("A dive")
    studio.shot("dive-film-sheet")
    desktop.key("Return")
    desktop.wait_for("the film of the dive", lambda: list(studio.pictures.glob(f"{picture.stem}-film.*")))
    check(not studio.has("A dive"), "the dive is written as a film")
    desktop.key("z")
    desktop.wait_for("the whole again", lambda: middle_row(studio.shot("dive-back"), "left pane") == whole)
