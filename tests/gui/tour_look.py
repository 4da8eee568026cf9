"""Delight 5, the learned look: a moment that is liked as it is is kept over the drawing, has its mark on the timelapse, can be
taken back, is chosen by a dial in the export sheet, is what is exported, and is there after the studio was closed."""

import subprocess

from desktop import end_of
from studio_test import Studio, check, settled


def kept(studio):
    """The step that the run says is kept; nothing for none."""
    marks = [event for event in studio.newest()["events"] if "kept like this" in event["text"]]
    return marks[-1]["step"] if marks and marks[-1]["text"] == "kept like this" else None


def exported(studio, run, name, *arguments):
    subprocess.run([studio.cli, "export", run, "-o", studio.home / name, "--size", "200", *map(str, arguments)],
                   check=True, capture_output=True)
    return (studio.home / name).read_bytes()


def keep(studio, desktop):
    check(not studio.has("Keep it like this"), "there is nothing to keep while one looks at now")
    desktop.drag(studio.on_slider(0.95), studio.on_slider(0.6))
    studio.place("Keep it like this")
    settled(studio, desktop)
    studio.shot("look-keep")
    studio.click("Keep it like this")
    studio.place("kept moment")
    step = desktop.wait_for("the run to say so", lambda: kept(studio))
    check(0 < step < 400 and studio.has("Kept like this"), "a click keeps the moment that is shown, and its mark is on the timelapse")
    desktop.key("End")
    desktop.wait_for("now", lambda: not studio.has("Back to now"))
    desktop.key("ctrl+z")
    desktop.wait_for("the mark to be gone", lambda: not studio.has("kept moment"))
    check(kept(studio) is None, "Ctrl+Z takes it back")
    desktop.key("ctrl+shift+z")
    studio.place("kept moment")
    check(desktop.wait_for("it to be kept again", lambda: kept(studio)) == step, "and Ctrl+Shift+Z keeps it again")
    return step


def halves(studio, shot):
    """What the sheet shows of then and of now, without their labels."""
    x0, y0, x1, y1 = studio.place("detail")
    middle = (x0 + x1) / 2
    return shot.part((x0, y0 + 40, middle - 8, y1)), shot.part((middle + 8, y0 + 40, x1, y1))


def on_dial(studio, part):
    x0, y0, x1, y1 = studio.place("dial")
    return x0 + 7 + (x1 - x0 - 14) * part, (y0 + y1) / 2


def turn_dial(studio, desktop):
    """Then and now at the kept moment and at two others; the sheet is left at the last."""
    desktop.key("ctrl+e")
    studio.place("dial")
    check(studio.has("Kept"), "the export sheet begins with what is kept")
    settled(studio, desktop)
    seen = [halves(studio, studio.shot("look-sheet"))]
    at = 0.9
    for part in (0.25, 0.75):
        desktop.drag(on_dial(studio, at), on_dial(studio, part))
        at = part
        settled(studio, desktop)
        seen.append(halves(studio, studio.shot("look-dial")))
    then, now = zip(*seen)
    check(len(set(then)) == 3 and len(set(now)) == 1, "turning the dial redraws then, beside a now that stays")
    check(not set(then) & set(now), "and then is not now")


def export(studio, desktop, run, picture):
    studio.click("Keep")
    before = desktop.wait_for("the run to keep this one", lambda: studio.has("Kept") and kept(studio))
    settled(studio, desktop)
    desktop.key("Return")
    target = studio.home / "Pictures" / f"{picture.stem}-200.png"
    desktop.wait_for("the exported picture", target.is_file)
    drawing = target.read_bytes()
    check(drawing == exported(studio, run, "at.png", "--at", before), "what is exported is that moment, to the byte")
    check(drawing == exported(studio, run, "kept.png", "--detail", "kept"), "redraw export --detail kept draws it, too")
    check(drawing != exported(studio, run, "now.png"), "and it is not the drawing of now")
    return before


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    settled(studio, desktop)
    run, program = studio.run_files()[-1], studio.process.args[0]
    first = keep(studio, desktop)
    turn_dial(studio, desktop)
    step = export(studio, desktop, run, picture)
    check(step != first, "another moment is kept instead of the first")
    studio.process.terminate()
    end_of(studio.process)

    again = Studio(desktop, program, studio.cli, studio.home, run)
    again.place("kept moment")
    again.focus()
    check(kept(again) == step, "it is there after the studio was closed")
    again.click("kept moment")
    again.place("Kept like this")
    check(True, "a click on its mark shows it")
    desktop.key("k")
    desktop.wait_for("the mark to be gone", lambda: not again.has("kept moment"))
    check(kept(again) is None, "and K lets it go")
    studio.process = again.process
