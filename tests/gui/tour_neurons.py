"""The views that show why: the neurons, a pixel's history, and the view Why with one step of learning."""

CURVE = (0x5A, 0xA9, 0xE6)


def tour(studio, desktop, picture):
    def seen(name, happened):
        """Waits for a screenshot. Does not use studio.seen(), which moves the mouse away."""
        return desktop.wait_for(name, lambda: happened(desktop.screenshot(name)))

    def colours(shot, place):
        return set(shot.colours(place, 3))

    desktop.key("5")
    small = studio.place("neurons")
    seen("neurons", lambda shot: len(colours(shot, small)) > 200)
    listed = studio.shot("neurons")
    desktop.click(585, 342)  # on a neuron of the list
    large = studio.place("one neuron")
    seen("neurons-one", lambda shot: len(colours(shot, large)) > 300)
    one = studio.shot("neurons-one")
    desktop.key("Right")
    seen("neurons-next", lambda shot: shot.bytes != one.bytes)
    desktop.key("Home", "Escape")  # shows the untrained network
    seen("neurons-untrained", lambda shot: colours(shot, small) != colours(listed, small))
    desktop.key("End", "1")
    desktop.move(900, 250)
    desktop.move(1010, 300)
    desktop.key("i")
    box = studio.place("pixel history")
    seen("inspector", lambda shot: shot.has_colour(CURVE, box, 20))
    desktop.wait_for("all its moments", studio.still)
    desktop.screenshot("inspector")
    desktop.key("i")

    desktop.key("6")
    studio.place("spectrum")
    studio.place("row's curve")
    before = desktop.screenshot("why-before").part(studio.place("spectrum"))
    x0, y0, x1, y1 = studio.place("left pane")
    desktop.click(x0 + (x1 - x0) * 0.45, y0 + (y1 - y0) * 0.3)
    seen("why-place", lambda shot: shot.part(studio.place("spectrum")) != before)
    desktop.move(*studio.middle("row's curve"))
    desktop.wait_for("the test of a change", studio.still)
    desktop.screenshot("why")
    studio.click("One step of learning, in numbers…")
    studio.place("Forward")
    studio.settled("why-step")
    studio.click("‹ Why")
    studio.place("spectrum")
