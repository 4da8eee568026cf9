"""The timelapse: played in a loop and at another speed, continued from a moment, and exported as a film."""

import time

from studio_test import ACCENT, check


def tour(studio, desktop, picture):
    def knob():
        """Returns the x of the slider's knob in units of the layout, or None if it is not seen."""
        shot = desktop.screenshot("knob")
        (x0, y0), (x1, _) = (map(int, studio.on_slider(end)) for end in (0, 1))
        for y in range(y0 - 12, y0):  # the knob's top sticks out above the slider's bar
            row = [x for x in range(x0, x1 + 8) if all(abs(a - b) < 14 for a, b in zip(shot.pixel(x, y), ACCENT))]
            if 3 <= len(row) <= 16:
                return sum(row) / len(row)
        return None

    def plays(what, moment, count):
        seen = set()
        desktop.wait_for(f"{what} to play", lambda: seen.add(moment()) or len(seen) > count)

    studio.act("Loop the timelapse")
    desktop.key("p")
    plays("the timelapse", knob, 3)
    studio.shot("timelapse-playing")
    desktop.key("p")
    studio.settled()
    stopped = knob()
    time.sleep(0.5)  # the knob must not move meanwhile
    check(stopped is not None and knob() == stopped, "P plays the timelapse, again and again, and stops it where it is")

    target = studio.on_slider(0.4)
    desktop.drag(studio.on_slider(0.5), target)
    desktop.wait_for("the knob where it was dragged to", lambda: abs((knob() or 0) - target[0]) < 40)
    studio.click("Curves", "speed")
    studio.shot("timelapse-controls")
    desktop.key("Escape")

    studio.act("Continue from the shown moment")  # makes a new run that continues from the shown moment
    studio.has_runs(2)
    studio.share("Film")
    studio.place("Epoch and PSNR")
    preview, foot = studio.place("film preview"), studio.place("Export")
    for chosen in ("Boomerang", "A dive", "Forward", "Before and after"):
        studio.click(chosen)
        studio.drawn()
        check((studio.place("film preview"), studio.place("Export")) == (preview, foot), f"nothing moves when {chosen!r} is chosen")
    plays("the sheet's preview", lambda: desktop.screenshot("film-sheet").part(preview), 5)
    desktop.key("Return")
    # The film is an MP4 where that can be written, otherwise a GIF.
    films = {studio.pictures / f"{picture.stem}-film.{kind}": magic for kind, magic in (("mp4", b"ftyp"), ("gif", b"GIF89a"))}
    film = desktop.wait_for("the film", lambda: next((path for path in films if path.exists()), None))
    check(films[film] in film.read_bytes()[:16], "Enter writes the film")
