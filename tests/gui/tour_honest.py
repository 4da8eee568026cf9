"""Honest about what lies between the pixels: smoothness chosen in the network panel, and the network measured on
pixels that were held out, beside four interpolations."""

import time

from studio_test import check

# A picture that is learned at its own size: there is no larger original.
FIT = ["--train-size", "original", "--epochs", "800"]
MEASURE = "Test on hidden pixels"
REST = 1  # second that the mouse rests until what is under it is explained


def measure(studio, desktop):
    run = studio.newest()
    desktop.key("ctrl+e")
    studio.place(MEASURE)
    studio.shot("honest-offer")
    desktop.move(*studio.middle(MEASURE))
    time.sleep(REST)
    desktop.screenshot("honest-offer-explained")
    studio.click(MEASURE)
    studio.place("held out progress")
    desktop.screenshot("honest-measuring")
    desktop.wait_for("the copy to be done", lambda: not studio.has("held out progress") and not studio.has(MEASURE))
    studio.shot("honest-held-out")
    check(studio.newest() == run, "the run is what it was before its copy learned a pixel in four")
    desktop.key("Escape")


def choose_smoothness(studio, desktop):
    runs = len(studio.run_files())
    studio.click("Smoothness")
    desktop.move(*studio.middle("Smooth"))
    time.sleep(REST)
    desktop.screenshot("honest-smoothness")
    studio.click("Smooth")
    desktop.wait_for("a new run", lambda: len(studio.run_files()) == runs + 1)
    desktop.wait_for("its first omega", lambda: (studio.config() or {}).get("network", {}).get("first_omega") == 24)
    desktop.wait_for("some of its steps", lambda: studio.frames.newest()["step"] > 20)
    studio.shot("honest-smooth")
    check(True, "Smooth starts a new run with 0.12 of the longer side as first omega")


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    measure(studio, desktop)
    choose_smoothness(studio, desktop)
