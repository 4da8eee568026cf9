"""A moment that is kept over the drawing has its mark on the timelapse, can be taken back, is chosen by a dial in the export
sheet, is what is exported, and is there after the studio was closed."""

from studio_test import check

LOOK = "Keep it like this"


def kept(studio):
    """The step that the run says is kept; nothing for none."""
    marks = [event for event in studio.newest()["events"] if "kept like this" in event["text"]]
    return marks[-1]["step"] if marks and marks[-1]["text"] == "kept like this" else None


def exported(studio, run, name, *arguments):
    studio.redraw("export", run, "-o", studio.home / name, "--size", 200, *arguments)
    return (studio.home / name).read_bytes()


def keep(studio, desktop):
    check(not studio.has(LOOK), "there is nothing to keep while one looks at now")
    desktop.drag(studio.on_slider(0.95), studio.on_slider(0.6))
    studio.place(LOOK)
    studio.settled("look-keep")
    studio.click(LOOK)
    studio.place("kept moment")
    step = desktop.wait_for("the run to say so", lambda: kept(studio))
    check(0 < step < 400 and studio.has("Kept like this"), "a click keeps the moment that is shown")
    desktop.key("End")
    studio.without("Back to now")
    desktop.key("ctrl+z")
    studio.without("kept moment")
    check(kept(studio) is None, "Ctrl+Z takes it back")
    desktop.key("ctrl+shift+z")
    studio.place("kept moment")
    check(desktop.wait_for("it to be kept again", lambda: kept(studio)) == step, "and Ctrl+Shift+Z keeps it again")
    return step


def turn_dial(studio, desktop):
    """Then and now at the kept moment and at two others; the sheet is left at the last."""
    desktop.key("ctrl+e")
    left, top, right, bottom = studio.place("dial")
    on_dial = lambda part: (left + 7 + (right - left - 14) * part, (top + bottom) / 2)
    check(studio.has("Kept"), "the export sheet begins with what is kept")
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


def export(studio, desktop, run, picture):
    studio.click("Keep")
    before = desktop.wait_for("the run to keep this one", lambda: studio.has("Kept") and kept(studio))
    studio.settled()
    desktop.key("Return")
    target = studio.pictures / f"{picture.stem}-200.png"
    desktop.wait_for("the exported picture", target.is_file)
    drawing = target.read_bytes()
    check(drawing == exported(studio, run, "at.png", "--at", before), "what is exported is that moment, to the byte")
    check(drawing == exported(studio, run, "kept.png", "--detail", "kept"), "redraw export --detail kept draws it, too")
    check(drawing != exported(studio, run, "now.png"), "and it is not the drawing of now")
    return before


def tour(studio, desktop, picture):
    run = studio.run_files()[-1]
    first = keep(studio, desktop)
    turn_dial(studio, desktop)
    step = export(studio, desktop, run, picture)
    check(step != first, "another moment is kept instead of the first")
    studio.end()

    studio.start(run)
    studio.place("kept moment")
    studio.focus()
    check(kept(studio) == step, "it is there after the studio was closed")
    studio.click("kept moment")
    studio.place("Kept like this")
    desktop.key("k")
    studio.without("kept moment")
    check(kept(studio) is None, "and K lets it go")
