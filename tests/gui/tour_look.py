"""Bookmarks: a bookmarked moment is marked on the timelapse, renamed, undone, chosen in the export sheet, and kept across a
restart. The dials of the sheet and of the canvas choose other moments."""

from studio_test import check


def marks(studio):
    """Returns the names of the newest run's bookmarks by step."""
    return {mark["step"]: mark["name"] for mark in studio.newest()["bookmarks"]}


def exported(studio, run, name, *arguments):
    studio.redraw("export", run, "-o", studio.home / name, "--size", 200, *arguments)
    return (studio.home / name).read_bytes()


def keep(studio, desktop):
    check(not studio.has("Bookmark"), "there is nothing to bookmark while one looks at now")
    desktop.drag(studio.on_slider(0.95), studio.on_slider(0.6))
    studio.place("Bookmark")
    studio.settled("look-keep")
    studio.click("Bookmark")
    studio.place("bookmark")
    step = next(iter(desktop.wait_for("the run to say so", lambda: marks(studio))))
    check(0 < step < 400 and studio.has("Bookmarked"), "a click bookmarks the moment that is shown")
    studio.act("Rename the shown bookmark")
    studio.place("bookmark name")
    desktop.type("soft")
    desktop.key("Return")
    desktop.wait_for("its name", lambda: marks(studio) == {step: "soft"})
    desktop.key("ctrl+z")
    desktop.wait_for("its name to be taken back", lambda: marks(studio) == {step: ""})
    desktop.key("ctrl+z")
    studio.without("bookmark")
    check(not marks(studio), "Ctrl+Z takes the name and then the bookmark back")
    desktop.key("ctrl+shift+z", "ctrl+shift+z")
    desktop.wait_for("both again", lambda: marks(studio) == {step: "soft"})
    desktop.key("End")
    studio.without("Back to now")
    return step


def turn_canvas(studio, desktop):
    """Drags the dial on the canvas of the Drawing view."""
    desktop.key("4")
    x0, y0, x1, y1 = studio.place("left pane")
    desktop.drag(((x0 + x1) / 2, (y0 + y1) / 2), (x0 + (x1 - x0) * 0.3, (y0 + y1) / 2))
    studio.place("Back to now")
    studio.shot("look-canvas")
    desktop.key("End", "1")
    studio.without("Back to now")


def turn_dial(studio, desktop):
    """Compares the sheet's two drawings at the bookmark and at two other moments; leaves the dial at the last one."""
    desktop.key("ctrl+e")
    studio.click("moment", "soft")
    left, top, right, bottom = studio.place("dial")
    on_dial = lambda part: (left + 7 + (right - left - 14) * part, (top + bottom) / 2)
    x0, y0, x1, y1 = studio.place("detail")
    middle, seen = (x0 + x1) / 2, []
    for start, end in ((0.9, 0.9), (0.9, 0.25), (0.25, 0.75)):
        if start != end:
            desktop.drag(on_dial(start), on_dial(end))
        shot = studio.settled("look-dial")
        seen.append((shot.part((x0, y0 + 40, middle - 8, y1)), shot.part((middle + 8, y0 + 40, x1, y1))))
    then, now = zip(*seen)
    check(len(set(then)) == 3 and len(set(now)) == 1, "turning the dial redraws then, beside a now that stays")
    check(not set(then) & set(now), "and then is not now")


def export(studio, desktop, run, picture, first):
    studio.click("moment", "Bookmark this moment")
    before = next(iter(desktop.wait_for("the run to have this one", lambda: marks(studio).keys() - {first})))
    studio.settled()
    desktop.key("Return")
    target = desktop.wait_for("the exported picture", lambda: next(studio.pictures.glob(f"{picture.stem}-epoch-*-200.png"), None))
    drawing = target.read_bytes()
    check(drawing == exported(studio, run, "at.png", "--at", before), "what is exported is that moment, to the byte")
    check(drawing == exported(studio, run, "kept.png", "--detail", "kept"), "redraw export --detail kept draws it, too")
    check(exported(studio, run, "soft.png", "--bookmark", "soft") == exported(studio, run, "at.png", "--at", first), "--bookmark draws the other")
    check(drawing != exported(studio, run, "now.png"), "and it is not the drawing of now")
    return before


def tour(studio, desktop, picture):
    run = studio.run_files()[-1]
    first = keep(studio, desktop)
    turn_canvas(studio, desktop)
    turn_dial(studio, desktop)
    step = export(studio, desktop, run, picture, first)
    check(step != first and len(marks(studio)) == 2, "another moment is bookmarked beside the first")
    studio.end()

    studio.start(run)
    studio.place("bookmark")
    studio.focus()
    check(marks(studio) == {first: "soft", step: ""}, "they are there after the studio was closed")
    studio.click("bookmark")
    studio.place("Bookmarked")
    desktop.key("k")
    desktop.wait_for("one to be removed", lambda: len(marks(studio)) == 1)
    check(True, "and K removes one")
