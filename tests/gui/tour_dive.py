"""Delight 1: Z flies from the whole down to a detail, in which the picture's pixels are squares and the drawing is smooth,
and back; and a film of it is written."""

from studio_test import check, settled


def middle_row(shot, place):
    x0, y0, x1, y1 = map(int, place)
    return [sum(shot.pixel(x, (y0 + y1) // 2)) for x in range(x0 + 8, x1 - 8)]


def largest_jump(shot, place):
    """Between two neighbours of the pane's middle row: a square ends at once, a line does not."""
    row = middle_row(shot, place)
    return max(abs(a - b) for a, b in zip(row, row[1:]))


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    settled(studio, desktop)
    desktop.move(5, 5)
    picture_row = lambda: middle_row(studio.shot("dive-whole"), studio.place("left pane"))
    whole = picture_row()
    desktop.key("z")

    def deep():
        shot = studio.shot("dive")
        left, right = largest_jump(shot, studio.place("left pane")), largest_jump(shot, studio.place("right pane"))
        return left > 60 and left > 2 * right and middle_row(shot, studio.place("left pane")) != whole
    desktop.wait_for("squares on the left and a smooth drawing on the right", deep)
    settled(studio, desktop)
    check(deep(), "64 times as large the picture is squares and the drawing smooth")

    desktop.key("ctrl+shift+e")
    studio.click("A dive")
    studio.shot("dive-film-sheet")
    desktop.key("Return")
    films = [studio.home / "Pictures" / f"{picture.stem}-film.{kind}" for kind in ("mp4", "gif")]
    desktop.wait_for("the film of the dive", lambda: any(film.exists() for film in films))
    check(not studio.has("A dive"), "the dive is written as a film")
    desktop.key("z")
    desktop.wait_for("the whole again", lambda: picture_row() == whole)
    check(True, "Z flies back to the whole")
    (desktop.shots / "dive-whole.png").unlink()
