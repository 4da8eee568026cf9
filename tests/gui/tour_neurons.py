"""The views that show why: the neurons, a pixel's history, the scan line, the microscope, and the run in three sentences."""

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
    studio.settled("scan-line")
    desktop.key("4")
    desktop.move(900, 300)
    desktop.key("7")
    studio.settled("microscope")
    studio.act("Explain this run")
    studio.place("Show the scan line")
    studio.settled("explain")
    studio.click("Show the scan line")
    studio.without("Show the scan line")
    studio.place("spectrum")
