"""Tooltips: shown when the mouse rests, or at once with Shift+F1. In a low window rates and time need no scrolling, and
with large text the PSNR, the curves and the timelapse stay visible."""

from studio_test import ACCENT, check

WINDOW = (0, 0, 1280, 800)


def tour(studio, desktop, picture):
    def explained(name, box, ask):
        """Waits until a part of the window has changed. Does not use studio.shot(), which moves the mouse away."""
        before = desktop.screenshot(name).part(box)
        ask()
        desktop.wait_for(f"an explanation: {name}", lambda: desktop.screenshot(name).part(box) != before)

    explained("words-resting", WINDOW, lambda: desktop.move(*studio.middle("closeness")))
    x0, y0, x1, y1 = studio.place("schedule plot")
    studio.drawn()
    explained("words-handle", WINDOW, lambda: desktop.move(x0, y0))
    check(desktop.screenshot("words-handle").has_colour(ACCENT, (x0 - 4, y0 - 4, x0 + 5, y0 + 5)),
          "the schedule's explanation does not cover its handle")
    desktop.move(1000, 20)  # a place without a tooltip, so that none appears before Shift+F1
    desktop.handled()
    explained("words-asked", WINDOW, lambda: desktop.key("shift+F1"))
    desktop.key("Escape", "Escape")

    desktop.key(*["ctrl+shift+equal"] * 5)
    studio.drawn()
    for name in ("closeness", "play", "scrub", "left pane"):
        check(studio.has(name), f"{name} stays at 200 % text of 1280 x 800")
    desktop.key(*["ctrl+shift+minus"] * 5)

    studio.resize(1280, 720)
    studio.settled("words-720")
    foot = studio.place("Export at any size…")[1]
    for name in ("Max rate", "Min rate", "finish"):
        _, y0, _, y1 = studio.place(name)
        check(y1 - y0 >= 24 and y1 < foot, f"{name} is whole at 1280 x 720")
