"""The learning curves: read, zoomed, marked, exported, and the schedule's handles on them."""

import math
import shutil
import subprocess
import time

from desktop import Screenshot
from studio_test import ACCENT, check

FIT = ["--epochs", "3000", "--until-psnr", "24"]  # stopped on the way: part of the cosine lies ahead

# The layout at 1280 x 800.
LEFT, RIGHT, TOP, BOTTOM, HEAD = 364, 1214, 540, 626, 520
EXPORT, PNG_KIND = (1236, HEAD), (910, 250)
PANEL = (976, 150)


TEXT, LABEL = (0xE8, 0xEA, 0xEE), (0x19, 0x1C, 0x23)  # of a label: what is written, and its ground


def x_of(step, total):
    return LEFT + (RIGHT - LEFT) * math.log1p(step) / math.log1p(total)


def drag_rate_max(studio, desktop):
    def rate():
        return studio.config()["schedule"]["lr_max"]
    desktop.move(LEFT, TOP + 7)
    desktop.xdotool("mousedown", 1)
    time.sleep(0.2)
    for y in range(10, 42, 4):
        desktop.xdotool("mousemove", *desktop.pixels(LEFT + 4, TOP + y))
        time.sleep(0.05)
    desktop.wait_for("the value beside the handle", lambda: desktop.screenshot("curves-dragging").has_colour(
        LABEL, (LEFT, TOP, LEFT + 100, BOTTOM), least=400, tolerance=2))
    desktop.xdotool("mouseup", 1)
    desktop.wait_for("the rate dragged on the curves", lambda: rate() < 1.6e-3)
    desktop.key("ctrl+z")
    desktop.wait_for("the drag taken back as one step", lambda: abs(rate() - 2e-3) < 1e-9)
    check(True, "rate max was dragged over the curves, live, and Ctrl+Z took it back")


def train_on(studio, desktop):
    stopped = studio.newest()["step"]
    desktop.key("space")
    desktop.wait_for("training to go on", lambda: studio.newest()["step"] > 2 * stopped)
    desktop.key("space")
    time.sleep(0.5)
    events = [event["text"] for event in studio.newest()["events"]]
    check("resumed" in events and "schedule changed" in events, "the run remembers both")
    desktop.move(x_of(stopped, 3000), BOTTOM - 6)
    x = x_of(stopped, 3000)
    desktop.wait_for("the marker lit", lambda: desktop.screenshot("curves-markers").has_colour(
        TEXT, (x - 3, BOTTOM - 12, x + 4, BOTTOM), least=8))
    check(True, "a marker stands where it was resumed, and is lit under the mouse")


def zoom(studio, desktop):
    box = (LEFT, BOTTOM, RIGHT, BOTTOM + 3)
    before = desktop.screenshot("curves-before")
    check(not before.has_colour(ACCENT, box, least=40), "the whole run is shown")
    desktop.move(x_of(600, 3000), TOP + 40)
    for _ in range(7):
        desktop.xdotool("click", 4)
        time.sleep(0.1)
    desktop.wait_for("the bar", lambda: desktop.screenshot("curves-zoomed").has_colour(ACCENT, box, least=40))
    time.sleep(0.4)
    desktop.screenshot("curves-zoomed")
    check(True, "zoomed in, a bar says which part is shown")


def export_csv(studio, desktop):
    desktop.click(*EXPORT)
    time.sleep(0.5)
    desktop.screenshot("curves-export")
    desktop.key("Return")
    target = studio.home / "Pictures" / "a cub-curves.csv"
    desktop.wait_for("the CSV", target.is_file)
    own = studio.home / "own.csv"
    run = max(studio.run_files(), key=lambda path: path.stat().st_ctime_ns)
    subprocess.run([studio.cli, "info", str(run), "--csv", str(own)], check=True, capture_output=True)
    check(target.read_text() == own.read_text(), "the CSV is the one of the command line, number for number")
    lines = target.read_text().splitlines()
    check(lines[0] == "step,epoch,loss,psnr,learning_rate,seconds" and len(lines) > 100, "with every step in it")


def export_png(studio, desktop):
    desktop.click(*EXPORT)
    time.sleep(0.5)
    desktop.click(*PNG_KIND)
    desktop.key("Return")
    target = studio.home / "Pictures" / "a cub-curves.png"
    desktop.wait_for("the PNG", target.is_file)
    picture = Screenshot(target, 2 * desktop.scale)
    sides = zip((picture.width, picture.height), PANEL)
    check(all(abs(side / (2 * desktop.scale) - wanted) < 6 for side, wanted in sides),
          "the PNG is the panel at twice its size")
    shutil.copy(target, desktop.shots / "curves-exported.png")
    check(picture.has_colour(ACCENT, (60, 40, 912, 126), least=60), "with the curve")
    check(picture.pixel(500, 148) == (0x12, 0x14, 0x19), "on the window's own ground, and nothing over it")


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    x = x_of(60, 3000)
    desktop.wait_for("the curves", lambda: desktop.screenshot("curves").has_colour(ACCENT, (LEFT, TOP, RIGHT, BOTTOM), least=60))
    desktop.move(x, TOP + 40)
    desktop.wait_for("what the mouse reads", lambda: desktop.screenshot("curves").has_colour(
        LABEL, (x - 60, BOTTOM + 4, x + 60, BOTTOM + 22), least=400, tolerance=2))
    drag_rate_max(studio, desktop)
    train_on(studio, desktop)
    zoom(studio, desktop)
    export_csv(studio, desktop)
    export_png(studio, desktop)
