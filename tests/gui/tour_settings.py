"""The settings' window: what is chosen there holds at once and after a restart, an action's keys can be others, and Help
opens the guide that lies beside the program."""

import json

from desktop import end_of
from studio_test import Studio, check, settled

LIGHT = 200  # of 255: a window on a light ground
FIT = ["--until-seconds", "0"]  # there are steps to be made


def settings(studio):
    file = studio.home / "config" / "redraw" / "settings.json"
    return json.loads(file.read_text()) if file.exists() else {}


def steps(studio):
    return studio.frames.newest().get("step", 0)


def open_keys(studio, desktop):
    desktop.key("ctrl+comma")
    studio.click("Keys")
    studio.place("One step")


def general(studio, desktop):
    desktop.key("ctrl+comma")
    studio.place("Theme")
    settled(studio, desktop)
    studio.shot("settings")
    studio.click("Light")
    desktop.wait_for("the light theme", lambda: studio.shot("settings-light").pixel(700, 150)[0] > LIGHT)
    studio.click("quiet mode")
    studio.click("Train half of the time")
    desktop.key("Escape")
    desktop.wait_for("the settings' file", lambda: settings(studio).get("duty_percent") == 50 and settings(studio)["theme"] == "light")
    check(True, "what is chosen holds at once, and is kept")


def another_key(studio, desktop):
    open_keys(studio, desktop)
    studio.click("N")
    studio.place("Press keys…")
    desktop.key("Tab")
    desktop.key("F7")
    studio.place("F7")
    check(not studio.has("Press keys…"), "Tab cannot be taken, F7 is")
    desktop.key("Escape")
    desktop.wait_for("the file to tell of the key", lambda: settings(studio).get("keys") == {"step": "F7"})
    desktop.wait_for("the sheet to be gone", lambda: not studio.has("Keys"))
    desktop.key("n")
    desktop.handled()
    check(steps(studio) == 0, "the old key does nothing")
    desktop.key("F7")
    desktop.wait_for("a step", lambda: steps(studio) == 1)
    check(True, "the new one makes a step")


def taken_from_another(studio, desktop):
    open_keys(studio, desktop)
    studio.click("F7")
    desktop.key("ctrl+e")
    studio.place("Take it")
    studio.drawn()
    studio.shot("settings-keys")
    studio.click("Take it")
    desktop.wait_for("both changes", lambda: settings(studio).get("keys") == {"step": "Ctrl+E", "export_picture": ""})
    desktop.key("Escape")
    desktop.wait_for("the sheet to be gone", lambda: not studio.has("Keys"))
    before = steps(studio)
    desktop.key("ctrl+e")
    desktop.wait_for("a step", lambda: steps(studio) == before + 1)
    check(not studio.has("Cancel"), "a key that is taken from another action does what it is taken for")


def restarted(studio, desktop):
    studio.process.terminate()
    end_of(studio.process)
    again = Studio(desktop, studio.process.args[0], studio.cli, studio.home, *studio.run_files()[-1:])
    again.place("Step")
    again.focus()
    settled(again, desktop)
    check(again.shot("settings-again").pixel(700, 8)[0] > LIGHT, "after a restart the theme is what it was")
    before = steps(again)
    desktop.key("ctrl+e")
    desktop.wait_for("a step", lambda: steps(again) == before + 1)
    check(True, "and so are the keys")
    open_keys(again, desktop)
    again.click("Reset all")
    desktop.wait_for("no changed keys", lambda: settings(again).get("keys") == {})
    again.click("General")
    again.click("Dark")
    again.click("quiet mode")
    again.click("Off: train all the time")
    desktop.key("Escape")
    desktop.key("ctrl+e")
    again.place("Cancel")
    check(steps(again) == before + 1, "and back to their own")
    desktop.key("Escape")
    return again


def small(studio, desktop):
    desktop.xdotool("windowsize", "--sync", studio.window, *desktop.pixels(800, 520))
    open_keys(studio, desktop)
    x0, y0, x1, y1 = studio.place("Reset all")
    check(x0 > 0 and x1 < 800 and y1 < 520, "all of it is seen in a small window")
    desktop.key("Escape")
    desktop.xdotool("windowsize", "--sync", studio.window, *desktop.pixels(1280, 800))


def guide(studio, desktop):
    studio.click("Help")
    studio.click("Guide")
    desktop.wait_for("the guide", lambda: studio.opened.exists() and "guide" in studio.opened.read_text())
    text = open(studio.opened.read_text(), encoding="utf-8").read()
    check("The studio" in text and "images/studio.png" in text, "Help opens the guide that is on this machine")


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    settled(studio, desktop)
    another_key(studio, desktop)
    taken_from_another(studio, desktop)
    general(studio, desktop)
    again = restarted(studio, desktop)
    small(again, desktop)
    guide(again, desktop)
    studio.process = again.process
