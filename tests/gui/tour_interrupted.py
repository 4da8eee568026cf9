"""Friction 11: a studio that was killed comes back with the run, the view and the zoom it had, says where it was interrupted,
and goes on when asked; one that was closed does not."""

import json
import signal

from desktop import end_of
from studio_test import Studio, check

FIT = ["--until-seconds", "0"]  # nothing is learned yet: there is something to go on with


def settings(studio):
    file = studio.home / "config" / "redraw" / "settings.json"
    return json.loads(file.read_text()) if file.exists() else {}


def tour(studio, desktop, picture):
    program = studio.process.args[0]
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    desktop.key("2")  # the wipe
    desktop.key("plus")
    desktop.wait_for("the settings to tell of it", lambda: settings(studio).get("view") == "wipe" and settings(studio)["open"]["zoom"] > 0)
    kept = settings(studio)["open"]
    check(kept["run"].endswith(".redraw"), "what is open is kept while it is open")
    studio.process.send_signal(signal.SIGKILL)
    end_of(studio.process)

    again = Studio(desktop, program, studio.cli, studio.home)
    again.place("Go on")
    check(again.has("wipe") and picture.name in desktop.title(again.window), "after a kill the run and its view are back")
    again.shot("interrupted")
    again.click("Go on")
    desktop.wait_for("it to learn", lambda: again.frames.newest()["training"] or again.frames.newest()["step"] > 0)
    check(not again.has("Go on"), "and it goes on")
    again.process.terminate()
    end_of(again.process)
    check(settings(again)["open"]["run"] == "", "one that is closed leaves nothing to go on with")
    studio.process = again.process
