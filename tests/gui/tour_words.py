"""Frictions 8 and 9: what is this? Resting on a read-out says it, Shift+F1 at once. Friction 4: in a low window no setting has
to be scrolled to, and with large text the dB, the curves and the timelapse stay."""

from studio_test import ACCENT, check, settled


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    settled(studio, desktop)
    x0, _, x1, y1 = studio.place("closeness")
    below = (int(x0), int(y1) + 10, int(x1), int(y1) + 40)
    unexplained = studio.shot("words-before").part(below)
    desktop.move(*studio.middle("closeness"))
    # Not by studio.shot(), which moves the mouse away.
    desktop.wait_for("what decibels are", lambda: desktop.screenshot("words-resting").part(below) != unexplained)
    check(True, "resting on the decibels says what they are, below them")

    # Friction 9: the handle of the schedule is seen while it says what it is.
    x0, y0, x1, y1 = studio.place("schedule plot")
    below, handle = (int(x0), int(y1) + 4, int(x1), int(y1) + 50), (x0 - 4, y0 - 4, x0 + 5, y0 + 5)
    unexplained = studio.shot("words-no-handle").part(below)
    desktop.move(x0, y0)
    desktop.wait_for("what the handle is for", lambda: desktop.screenshot("words-handle").part(below) != unexplained)
    check(desktop.screenshot("words-handle").has_colour(ACCENT, handle), "the schedule's explanation does not cover its handle")

    desktop.move(1000, 20)  # where there is nothing to be explained, or it would be after a rest, before it is asked for
    desktop.handled()
    whole = (0, 0, 1280, 800)
    unasked = desktop.screenshot("words-unasked").part(whole)
    desktop.key("shift+F1")
    desktop.wait_for("an explanation", lambda: desktop.screenshot("words-asked").part(whole) != unasked)
    check(True, "Shift+F1 begins a walk that explains each stop")
    desktop.key("Escape")
    desktop.key("Escape")

    for _ in range(5):
        desktop.key("ctrl+shift+equal")
    studio.drawn()
    studio.shot("words-200")
    for name in ("closeness", "curves plot", "scrub", "left pane"):
        check(studio.has(name), f"{name} stays at 200 % text of 1280 x 800")
    for _ in range(5):
        desktop.key("ctrl+shift+minus")

    desktop.xdotool("windowsize", "--sync", studio.window, *desktop.pixels(1280, 720))
    settled(studio, desktop)
    studio.drawn()
    studio.shot("words-720")
    foot = studio.place("Export picture…")[1]
    for name in ("Rate max", "Rate min", "Time", "Epochs", "Cool down now", "Preview it"):
        _, y0, _, y1 = studio.place(name)
        check(y1 - y0 >= 24 and y1 < foot, f"{name} is whole at 1280 x 720")
