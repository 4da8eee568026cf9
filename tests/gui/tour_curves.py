"""The learning curves: read, zoomed, with markers, exported, and beside the handles of the schedule."""

import math

from studio_test import ACCENT, check

FIT = ["--epochs", "20000", "--until-psnr", "24"]  # stopped early: part of the cosine schedule lies ahead
EPOCHS = 20000
TEXT, LABEL = (0xE8, 0xEA, 0xEE), (0x19, 0x1C, 0x23)  # colours of a label's text and of its background


def x_of(studio, step):
    left, _, right, _ = studio.place("curves plot")
    return left + (right - left) * math.log1p(step) / math.log1p(EPOCHS)


def seen(desktop, name, colour, box, **options):
    """Waits for a colour. Does not use studio.seen(), which moves the mouse away."""
    desktop.wait_for(f"{name}", lambda: desktop.screenshot(name).has_colour(colour, box, **options))


def drag_rate_max(studio, desktop):
    rate = lambda: studio.config("schedule")["lr_max"]
    before = rate()
    left, top, _, bottom = studio.place("schedule plot")
    desktop.move(left, top)
    desktop.xdotool("mousedown", 1)
    desktop.handled()
    for part in range(1, 6):
        desktop.move(left, top + (bottom - top) * part / 10)
    desktop.screenshot("curves-dragging")
    desktop.xdotool("mouseup", 1)
    desktop.wait_for("the rate dragged in the panel", lambda: rate() < 0.8 * before)
    desktop.key("ctrl+z")
    desktop.wait_for("the drag taken back as one step", lambda: abs(rate() - before) < 1e-9)


def train_on(studio, desktop):
    stopped = studio.newest()["step"]
    desktop.key("space")
    desktop.wait_for("training to go on", lambda: studio.newest()["step"] > 2 * stopped)
    desktop.key("space")
    desktop.wait_for("what the run remembers", lambda: {"resumed", "schedule changed"} <= {
        event["text"] for event in studio.newest()["events"]})
    x, bottom = x_of(studio, stopped), studio.place("curves plot")[3]
    desktop.move(x, bottom - 6)  # onto the marker where training was resumed
    seen(desktop, "curves-markers", TEXT, (x - 3, bottom - 12, x + 4, bottom), least=8)


def zoom(studio, desktop):
    left, top, right, bottom = studio.place("curves plot")
    box = (left, bottom, right, bottom + 3)
    check(not desktop.screenshot("curves-before").has_colour(ACCENT, box, least=40), "the whole run is shown")
    desktop.move(x_of(studio, 600), top + 40)
    desktop.wheel(7)
    seen(desktop, "curves-zoomed", ACCENT, box, least=40)  # a bar shows which part is visible
    check(studio.has("all"), "with a way back to all of it")


def export_csv(studio, desktop):
    studio.share("Curves")
    desktop.screenshot("curves-export")
    desktop.key("Return")
    target, own = studio.pictures / "a cub-curves.csv", studio.home / "own.csv"
    desktop.wait_for("the CSV", target.is_file)
    studio.redraw("info", max(studio.run_files(), key=lambda path: path.stat().st_ctime_ns), "--csv", own)
    check(target.read_text() == own.read_text(), "the CSV is the one of the command line, number for number")
    check(len(target.read_text().splitlines()) > 100, "with every step in it")


def tour(studio, desktop, picture):
    studio.click("Curves")
    x, plot = x_of(studio, 60), studio.place("curves plot")
    seen(desktop, "curves", ACCENT, plot, least=60)
    desktop.move(x, plot[1] + 40)
    seen(desktop, "curves", LABEL, (x - 60, plot[3] + 4, x + 60, plot[3] + 22), least=400, tolerance=2)
    drag_rate_max(studio, desktop)
    train_on(studio, desktop)
    zoom(studio, desktop)
    export_csv(studio, desktop)
