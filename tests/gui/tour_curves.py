"""The learning curves: read, zoomed, marked, exported, and the schedule's handles on them."""

import math
import shutil
import subprocess

from desktop import Screenshot
from studio_test import ACCENT, check

FIT = ["--epochs", "3000", "--until-psnr", "24"]  # stopped on the way: part of the cosine lies ahead

PANEL = (976, 150)  # of the layout at 1280 x 800, as it is exported


TEXT, LABEL = (0xE8, 0xEA, 0xEE), (0x19, 0x1C, 0x23)  # of a label: what is written, and its ground


def x_of(studio, step, total):
    left, _, right, _ = studio.place("curves plot")
    return left + (right - left) * math.log1p(step) / math.log1p(total)


def drag_rate_max(studio, desktop):
    def rate():
        return studio.config()["schedule"]["lr_max"]
    left, top, _, bottom = studio.place("curves plot")
    desktop.move(left, top + 7)
    desktop.xdotool("mousedown", 1)
    desktop.handled()
    for y in range(10, 42, 4):
        desktop.move(left + 4, top + y)
    desktop.wait_for("the value beside the handle", lambda: desktop.screenshot("curves-dragging").has_colour(
        LABEL, (left, top, left + 100, bottom), least=400, tolerance=2))
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
    desktop.wait_for("what the run remembers", lambda: {"resumed", "schedule changed"} <= {
        event["text"] for event in studio.newest()["events"]})
    x, bottom = x_of(studio, stopped, 3000), studio.place("curves plot")[3]
    desktop.move(x, bottom - 6)
    desktop.wait_for("the marker lit", lambda: desktop.screenshot("curves-markers").has_colour(
        TEXT, (x - 3, bottom - 12, x + 4, bottom), least=8))
    check(True, "a marker stands where it was resumed, and is lit under the mouse")


def zoom(studio, desktop):
    left, top, right, bottom = studio.place("curves plot")
    box = (left, bottom, right, bottom + 3)
    before = desktop.screenshot("curves-before")
    check(not before.has_colour(ACCENT, box, least=40), "the whole run is shown")
    desktop.move(x_of(studio, 600, 3000), top + 40)
    for _ in range(7):
        desktop.xdotool("click", 4)
        desktop.handled()
    desktop.wait_for("the bar", lambda: desktop.screenshot("curves-zoomed").has_colour(ACCENT, box, least=40))
    check(studio.has("all"), "with a way back to all of it")
    check(True, "zoomed in, a bar says which part is shown")


def export_csv(studio, desktop):
    studio.click("Export…")
    studio.place("PNG")
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
    studio.click("Export…")
    studio.click("PNG")
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
    x, plot = x_of(studio, 60, 3000), studio.place("curves plot")
    desktop.wait_for("the curves", lambda: desktop.screenshot("curves").has_colour(ACCENT, plot, least=60))
    desktop.move(x, plot[1] + 40)
    desktop.wait_for("what the mouse reads", lambda: desktop.screenshot("curves").has_colour(
        LABEL, (x - 60, plot[3] + 4, x + 60, plot[3] + 22), least=400, tolerance=2))
    drag_rate_max(studio, desktop)
    train_on(studio, desktop)
    zoom(studio, desktop)
    export_csv(studio, desktop)
    export_png(studio, desktop)
