"""The studio on a desktop: several files dropped at once, advice after training, keyboard navigation, text sizes, and no frames
while idle."""

import shutil
import time

from studio_test import check

PANEL = (0x19, 0x1C, 0x23)
FIT = ["--until-psnr", "18"]  # leaves epochs to train in the window


def finish(studio, desktop):
    desktop.key("space")
    y0 = studio.place("Replay")[1]
    check(y0 >= studio.place("left pane")[3], "what was reached stands under the picture")
    trained = [frame for frame in studio.frames.new() if frame["training"]]
    check(max(frame["drawings"] for frame in trained) == 1, "while training a frame shows one new drawing at most")
    studio.settled("desktop-advice")
    studio.settled()
    before = studio.frames.so_far()
    time.sleep(2)  # nothing may be drawn meanwhile
    check(studio.frames.so_far() == before, "with nothing to show, nothing is drawn")


def drop_several(studio, desktop, picture):
    for name in ("a cub at noon.png", "a cub at night.png"):
        shutil.copy(picture, studio.pictures / name)
    lions = studio.home / "a list of lions.txt"
    lions.write_text("lions")
    before = studio.title()
    desktop.drop([picture, lions, studio.pictures], (800, 300))
    studio.focus()
    studio.click("Open one of them…")  # instead of starting a batch
    studio.seen("desktop-dropped", lambda shot: shot.has_colour(PANEL, (500, 300, 780, 500), least=5000))
    check(studio.title() == before, "nothing is opened before one is chosen")
    desktop.key("Down", "Down", "Return")
    studio.titled("a cub at night.png")
    desktop.key("space")


def walk(studio, desktop):
    desktop.key("Tab", "Tab", "Tab")
    studio.settled("desktop-keyboard")
    desktop.key("Escape", "Escape", "F1")
    studio.settled("desktop-shortcuts")
    desktop.key("Escape")


def text_size(studio, desktop):
    for _ in range(3):
        studio.act("Larger text")
    studio.settled("desktop-text-size")
    studio.act("Larger text")
    studio.resize(1000, 640)
    studio.settled("desktop-small")
    studio.resize(1280, 800)
    for _ in range(4):
        studio.act("Smaller text")
    studio.settled()  # waits until the menu bar is back in its place


def light(studio, desktop):
    desktop.key("ctrl+comma")
    studio.place("Theme")
    # Moves the focus from the close button over the dark theme to the light theme; presses that one.
    desktop.key("Tab", "Tab", "space", "Escape", "Escape")
    desktop.wait_for("the light theme", lambda: studio.settled("desktop-light").pixel(700, 8)[0] > 200)
    check(not studio.has("Theme") and not studio.frames.newest()["training"], "and Space in a sheet trains nothing")


def tour(studio, desktop, picture):
    finish(studio, desktop)
    drop_several(studio, desktop, picture)
    walk(studio, desktop)
    text_size(studio, desktop)
    light(studio, desktop)
