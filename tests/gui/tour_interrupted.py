"""A studio that was killed comes back with the run, the view and the zoom it had, and goes on when asked; one that was closed
does not."""

from studio_test import check

FIT = ["--until-seconds", "0"]  # nothing is learned yet: there is something to go on with


def tour(studio, desktop, picture):
    desktop.key("2", "plus")  # the wipe
    desktop.wait_for("the settings to tell of it",
                     lambda: studio.settings().get("view") == "wipe" and studio.settings()["open"]["zoom"] > 0)
    check(studio.settings()["open"]["run"].endswith(".redraw"), "what is open is kept while it is open")
    studio.kill()
    studio.start()
    studio.place("Resume")
    check(studio.has("wipe") and picture.name in studio.title(), "after a kill the run and its view are back")
    studio.click("Resume")
    desktop.wait_for("it to learn", lambda: studio.frames.newest()["training"] or studio.step() > 0)
    check(not studio.has("Resume"), "and it goes on")
    studio.end()
    check(studio.settings()["open"]["run"] == "", "one that is closed leaves nothing to go on with")
