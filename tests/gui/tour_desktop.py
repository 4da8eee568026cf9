"""The studio among its desktop: several files dropped at once, advice when training is done, the keyboard alone, text
sizes, and how little is drawn when nothing happens."""

import shutil
import time

from studio_test import check, settled

ACCENT, PANEL = (0xF5, 0xA5, 0x24), (0x19, 0x1C, 0x23)
BAND = (324, 140, 1260, 178)  # where notices float
FIT = ["--until-psnr", "18"]  # leaves epochs to be trained while somebody watches


def resting(studio, desktop, name):
    """A screenshot once nothing is drawn any more."""
    settled(studio, desktop)
    return studio.shot(name)


def finish(studio, desktop):
    desktop.key("space")
    desktop.wait_for("the advice on a finished run", lambda: studio.shot("desktop-advice").has_colour(ACCENT, BAND, least=60))
    trained = [frame for frame in studio.frames.new() if frame["training"]]
    check(max(frame["drawings"] for frame in trained) == 1, "while training a frame shows one new drawing at most")


def rest(studio, desktop):
    resting(studio, desktop, "desktop-advice")
    settled(studio, desktop)
    before = studio.frames.so_far()
    time.sleep(2)  # in which nothing is to be drawn
    check(studio.frames.so_far() == before, "with nothing to show, nothing is drawn")


def drop_several(studio, desktop, picture):
    folder = studio.home / "Pictures"
    for name in ("a cub at noon.png", "a cub at night.png"):
        shutil.copy(picture, folder / name)
    lions = studio.home / "a list of lions.txt"
    lions.write_text("lions")
    before = desktop.title(studio.window)
    desktop.drop([picture, lions, folder], (800, 300))
    studio.focus()
    studio.click("Open one of them…")  # instead of all together
    desktop.wait_for("the sheet", lambda: studio.shot("desktop-dropped").has_colour(PANEL, (500, 300, 780, 500), least=5000))
    check(desktop.title(studio.window) == before, "nothing is opened before one is chosen")
    desktop.key("Down")
    desktop.key("Down")
    desktop.key("Return")
    desktop.wait_for("the chosen one", lambda: "a cub at night.png" in desktop.title(studio.window))
    check(True, "arrows and Enter choose one of the dropped files")
    desktop.key("space")


def walk(studio, desktop):
    for _ in range(3):
        desktop.key("Tab")
    resting(studio, desktop, "desktop-keyboard")
    desktop.key("Escape")
    desktop.key("Escape")
    desktop.key("F1")
    resting(studio, desktop, "desktop-shortcuts")
    desktop.key("Escape")


def text_size(studio, desktop):
    for _ in range(3):
        desktop.key("ctrl+shift+equal")
    resting(studio, desktop, "desktop-text-size")
    desktop.key("ctrl+shift+equal")
    desktop.xdotool("windowsize", "--sync", studio.window, *desktop.pixels(1000, 640))
    resting(studio, desktop, "desktop-small")
    desktop.xdotool("windowsize", "--sync", studio.window, *desktop.pixels(1280, 800))
    for _ in range(4):
        desktop.key("ctrl+shift+minus")
    resting(studio, desktop, "desktop-text-size-back")  # the menu bar is where it was


def light(studio, desktop):
    studio.click("View")
    resting(studio, desktop, "desktop-menu")
    desktop.key("Up")
    desktop.key("Escape")
    desktop.key("ctrl+comma")
    studio.place("Theme")
    for _ in range(4):  # from its cross over both pages and the dark theme
        desktop.key("Tab")
    desktop.key("space")
    desktop.key("Escape")
    desktop.key("Escape")
    desktop.wait_for("the light theme", lambda: resting(studio, desktop, "desktop-light").pixel(700, 8)[0] > 200)
    check(True, "the settings change the theme by keys alone")
    check(not studio.has("Theme") and not studio.frames.newest()["training"], "and Space in a sheet trains nothing")


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    finish(studio, desktop)
    rest(studio, desktop)
    drop_several(studio, desktop, picture)
    walk(studio, desktop)
    text_size(studio, desktop)
    light(studio, desktop)
