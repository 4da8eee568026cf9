"""The timelapse: played with a loop and at another speed, continued from a moment, and its film written."""

import time

from studio_test import ACCENT, check

SPEED = (946, 670)
SLIDER_Y = 780
AXIS = (364, 1216)


def knob(desktop):
    """Where the slider's knob is, in units of the layout."""
    shot = desktop.screenshot("knob")
    for y in range(SLIDER_Y - 12, SLIDER_Y):  # its top stands out above the bar
        row = [x for x in range(AXIS[0], AXIS[1] + 8) if all(abs(a - b) < 14 for a, b in zip(shot.pixel(x, y), ACCENT))]
        if 3 <= len(row) <= 16:
            return sum(row) / len(row)
    return None


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    time.sleep(1.5)  # for the strip's small pictures
    for key in ("l", "period", "period", "p"):
        desktop.key(key)
    seen = set()
    desktop.wait_for("the timelapse to play", lambda: seen.add(knob(desktop)) or len(seen) > 3)
    studio.shot("timelapse-playing")
    desktop.key("p")
    time.sleep(0.7)
    stopped = knob(desktop)
    time.sleep(0.5)
    check(stopped is not None and knob(desktop) == stopped, "P plays the timelapse, again and again, and stops it where it is")

    desktop.drag(((AXIS[0] + AXIS[1]) / 2, SLIDER_Y), (700, SLIDER_Y))
    desktop.wait_for("the knob where it was dragged to", lambda: abs((knob(desktop) or 0) - 700) < 40)
    desktop.click(*SPEED)
    studio.shot("timelapse-controls")
    desktop.key("Escape")

    runs = len(studio.run_files())
    desktop.key("ctrl+Return")
    desktop.wait_for("a run that goes on from the shown moment", lambda: len(studio.run_files()) == runs + 1)
    desktop.key("ctrl+shift+e")
    time.sleep(0.5)
    studio.shot("film-sheet")
    desktop.key("Return")
    film = studio.home / "Pictures" / f"{picture.stem}-film.gif"
    desktop.wait_for("the film", lambda: film.exists())
    check(film.read_bytes()[:6] == b"GIF89a", "Enter writes the film")
    (desktop.shots / "knob.png").unlink()
