"""The studio among its desktop: several files dropped at once, advice when training is done, the keyboard alone, text
sizes, and how little is drawn when nothing happens."""

import json
import shutil
import time

from studio_test import check

ACCENT, PANEL = (0xF5, 0xA5, 0x24), (0x19, 0x1C, 0x23)
BAND = (324, 104, 1260, 140)  # where notices stand
FIT = ["--until-psnr", "18"]  # leaves epochs to be trained while somebody watches


def ENVIRONMENT(home):
    return {"REDRAW_FRAME_LOG": str(home / "frames")}


def frames(studio):
    return [json.loads(line) for line in (studio.home / "frames").read_text().splitlines()]


def settled(studio, desktop, name):
    """A screenshot once nothing is drawn any more: a busy machine takes its time."""
    def still():
        before = len(frames(studio))
        time.sleep(0.7)
        return len(frames(studio)) == before
    desktop.move(700, 8)
    desktop.wait_for("nothing more to be drawn", still)
    return studio.shot(name)


def finish(studio, desktop):
    desktop.key("space")
    desktop.wait_for("the advice on a finished run", lambda: studio.shot("desktop-advice").has_colour(ACCENT, BAND, least=60))
    trained = [frame for frame in frames(studio) if frame["training"]]
    check(max(frame["drawings"] for frame in trained) == 1, "while training a frame shows one new drawing at most")


def rest(studio, desktop):
    settled(studio, desktop, "desktop-advice")
    desktop.move(700, 8)
    time.sleep(1)
    before = len(frames(studio))
    time.sleep(2)
    check(len(frames(studio)) == before, "with nothing to show, nothing is drawn")


def drop_several(studio, desktop, picture):
    folder = studio.home / "Pictures"
    for name in ("a cub at noon.png", "a cub at night.png"):
        shutil.copy(picture, folder / name)
    lions = studio.home / "a list of lions.txt"
    lions.write_text("lions")
    before = desktop.title(studio.window)
    desktop.drop([picture, lions, folder], (800, 300))
    studio.focus()
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
    settled(studio, desktop, "desktop-keyboard")
    desktop.key("Escape")
    desktop.key("Escape")
    desktop.key("F1")
    settled(studio, desktop, "desktop-shortcuts")
    desktop.key("Escape")


def text_size(studio, desktop):
    for _ in range(3):
        desktop.key("ctrl+shift+equal")
    settled(studio, desktop, "desktop-text-size")
    desktop.key("ctrl+shift+equal")
    desktop.xdotool("windowsize", "--sync", studio.window, *desktop.pixels(1000, 640))
    settled(studio, desktop, "desktop-small")
    desktop.xdotool("windowsize", "--sync", studio.window, *desktop.pixels(1280, 800))
    for _ in range(4):
        desktop.key("ctrl+shift+minus")
    settled(studio, desktop, "desktop-text-size-back")  # the menu bar is where it was


def light(studio, desktop):
    desktop.click(121, 27)
    settled(studio, desktop, "desktop-menu")
    desktop.key("Up")
    desktop.key("Up")
    desktop.key("space")
    desktop.wait_for("the light theme", lambda: settled(studio, desktop, "desktop-light").pixel(700, 8)[0] > 200)
    check(True, "the View menu changes the theme by keys alone")
    check(not frames(studio)[-1]["training"], "and Space in a menu trains nothing")


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    finish(studio, desktop)
    rest(studio, desktop)
    drop_several(studio, desktop, picture)
    walk(studio, desktop)
    text_size(studio, desktop)
    light(studio, desktop)
