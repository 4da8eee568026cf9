"""Behaviour between the pixels: smoothness chosen in the network panel."""

import time

from studio_test import check

FIT = ["--train-size", "original", "--epochs", "800"]
REST = 1  # seconds until a resting mouse shows a tooltip


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
    choose_smoothness(studio, desktop)
