"""Behaviour between the pixels: smoothness chosen in the network panel, and the network tested on held-out pixels."""

import time

from studio_test import check

# Trains at the picture's own size, so that there is no larger original to compare with.
FIT = ["--train-size", "original", "--epochs", "800"]
MEASURE = "Test on hidden pixels"
REST = 1  # seconds until a resting mouse shows a tooltip


def measure(studio, desktop):
    run = studio.newest()
    desktop.key("ctrl+e")
    studio.place(MEASURE)
    studio.shot("honest-offer")
    studio.click(MEASURE)
    studio.place("held out progress")
    desktop.screenshot("honest-measuring")
    studio.without("held out progress")
    studio.without(MEASURE)
    studio.shot("honest-held-out")
    check(studio.newest() == run, "the run is what it was before its copy learned a pixel in four")
    desktop.key("Escape")


def choose_smoothness(studio, desktop):
    studio.unfold("NETWORK")
    studio.click("Smoothness")
    desktop.move(*studio.middle("Smooth"))
    time.sleep(REST)
    desktop.screenshot("honest-smoothness")
    studio.click("Smooth")
    studio.has_runs(2)
    desktop.wait_for("0.12 of the longer side", lambda: studio.config("network").get("first_omega") == 24)
    desktop.wait_for("some of its steps", lambda: studio.step() > 20)


def tour(studio, desktop, picture):
    measure(studio, desktop)
    choose_smoothness(studio, desktop)
