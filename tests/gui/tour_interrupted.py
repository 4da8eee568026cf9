"""A killed studio reopens its run, view and zoom, and resumes training on request; after a normal end it reopens nothing."""

from studio_test import check

FIT = ["--until-seconds", "0"]  # an untrained run, which can be resumed


def tour(studio, desktop, picture):
    desktop.key("2", "plus")  # chooses the wipe view and zooms in
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
