"""Friction 5, the timelapse: played with a loop and at another speed, continued from a moment, and its film written."""

import time

from studio_test import ACCENT, check, settled


def knob(studio, desktop):
    """Where the slider's knob is, in units of the layout."""
    shot = desktop.screenshot("knob")
    (x0, y0), (x1, _) = (map(int, studio.on_slider(end)) for end in (0, 1))
    for y in range(y0 - 12, y0):  # its top stands out above the bar
        row = [x for x in range(x0, x1 + 8) if all(abs(a - b) < 14 for a, b in zip(shot.pixel(x, y), ACCENT))]
        if 3 <= len(row) <= 16:
            return sum(row) / len(row)
    return None


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    settled(studio, desktop)  # the strip has its small pictures
    for key in ("l", "period", "period", "p"):
        desktop.key(key)
    seen = set()
    desktop.wait_for("the timelapse to play", lambda: seen.add(knob(studio, desktop)) or len(seen) > 3)
    studio.shot("timelapse-playing")
    desktop.key("p")
    settled(studio, desktop)
    stopped = knob(studio, desktop)
    time.sleep(0.5)  # in which it is to stay
    check(stopped is not None and knob(studio, desktop) == stopped, "P plays the timelapse, again and again, and stops it where it is")

    there = studio.on_slider(0.4)
    desktop.drag(studio.on_slider(0.5), there)
    desktop.wait_for("the knob where it was dragged to", lambda: abs((knob(studio, desktop) or 0) - there[0]) < 40)
    studio.click("speed")
    studio.shot("timelapse-controls")
    desktop.key("Escape")

    runs = len(studio.run_files())
    desktop.key("ctrl+Return")
    desktop.wait_for("a run that goes on from the shown moment", lambda: len(studio.run_files()) == runs + 1)
    desktop.key("ctrl+shift+e")
    studio.place("Epoch and PSNR")
    preview, foot = studio.place("film preview"), studio.place("Export")
    for chosen in ("There and back", "A dive", "Once", "Before and after"):
        studio.click(chosen)
        studio.drawn()
        check((studio.place("film preview"), studio.place("Export")) == (preview, foot), f"nothing moves when {chosen!r} is chosen")
    seen = set()
    desktop.wait_for("the preview to play", lambda: seen.add(desktop.screenshot("film-sheet").part(preview)) or len(seen) > 5)
    check(True, "the sheet plays what would be written")
    desktop.key("Return")
    # MP4 where it can be written, else GIF.
    films = {studio.home / "Pictures" / f"{picture.stem}-film.{kind}": magic
             for kind, magic in (("mp4", b"ftyp"), ("gif", b"GIF89a"))}
    film = desktop.wait_for("the film", lambda: next((path for path in films if path.exists()), None))
    check(films[film] in film.read_bytes()[:16], "Enter writes the film")
    (desktop.shots / "knob.png").unlink()
