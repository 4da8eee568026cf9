"""Delight 3: a neuron is muted and one of its weights dragged; the drawing changes, the run does not."""

import hashlib

from studio_test import check, settled


def pane(studio, name):
    shot = studio.shot(name)
    x0, y0, x1, y1 = map(int, studio.place("right pane"))
    y0, y1 = y0 + 40, y1 - 50  # without labels and buttons
    return [sum(shot.pixel(x, y)) for y in range(y0, y1, 7) for x in range(x0 + 4, x1 - 4, 7)]


def changed(before, now):
    return sum(abs(a - b) > 30 for a, b in zip(before, now)) / len(before)


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    desktop.move(5, 5)
    settled(studio, desktop)
    run = studio.run_files()[0]
    bytes_before = hashlib.sha256(run.read_bytes()).digest()
    before = pane(studio, "touch-before")
    desktop.key("5")
    studio.place("neurons")
    desktop.key("Return")
    studio.place("weights")
    settled(studio, desktop)
    studio.shot("touch-neuron")
    for _ in range(4):  # one that matters is among them
        desktop.key("m")
        desktop.key("Right")
    x0, y0, x1, y1 = studio.place("weights")
    desktop.drag((x0 + (x1 - x0) / 4, (y0 + y1) / 2 + 6), (x0 + (x1 - x0) / 4, y0 + 2))
    studio.place("Put back")
    settled(studio, desktop)
    studio.shot("touch")
    desktop.key("1")
    studio.place("As it was learned")
    desktop.wait_for("another drawing", lambda: changed(before, pane(studio, "touch-drawing")) > 0.05)
    check(True, "muted neurons and a dragged weight change the drawing")
    studio.click("As it was learned")
    desktop.wait_for("the drawing of before", lambda: changed(before, pane(studio, "touch-drawing")) < 0.01)
    check(hashlib.sha256(run.read_bytes()).digest() == bytes_before, "the run was not touched")
    for name in ("touch-before", "touch-drawing", "touch-neuron"):
        (desktop.shots / f"{name}.png").unlink()
