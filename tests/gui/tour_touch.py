"""Mutes neurons and drags a weight: the drawing changes, the run file does not."""

from studio_test import check


def tour(studio, desktop, picture):
    def pane(shot):
        x0, y0, x1, y1 = studio.place("left pane")  # the part without label and corner
        return [sum(pixel) for pixel in shot.colours(((2 * x0 + x1) / 3, y0 + 40, x1 - 4, y1 - 50), 7)]

    def changed(shot):
        return sum(abs(a - b) > 30 for a, b in zip(before, pane(shot))) / len(before)

    run = studio.run_files()[0]
    bytes_before, before = run.read_bytes(), pane(studio.settled("touch-drawing"))
    desktop.key("5")
    studio.place("neurons")
    desktop.key("Return")
    studio.place("weights")
    studio.settled()
    for _ in range(4):  # mutes four neurons: at least one of them changes the drawing
        studio.click("Mute")
        desktop.key("Right")
    x0, y0, x1, y1 = studio.place("weights")
    desktop.drag((x0 + (x1 - x0) / 4, (y0 + y1) / 2 + 6), (x0 + (x1 - x0) / 4, y0 + 2))
    studio.place("Undo neuron edits")
    studio.settled("touch")
    desktop.key("4")
    studio.place("Undo neuron edits")
    studio.seen("touch-drawing", lambda shot: changed(shot) > 0.05)
    studio.click("Undo neuron edits")
    studio.seen("touch-drawing", lambda shot: changed(shot) < 0.01)
    check(run.read_bytes() == bytes_before, "the run was not touched")
