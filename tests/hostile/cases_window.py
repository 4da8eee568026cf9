"""Cases that need a window: drops (56 to 58, 102), folders and settings (71 to 73, 146, 210), changes during training
(101), the window itself (112, 113), invalid journals (171), signals (181, 353). All share one virtual desktop."""

import atexit
import contextlib
import functools
import io
import json
import os
import pathlib
import shutil
import signal
import tempfile
import time

import desktop as gui
import forged_runs
import pictures
import studio_test
from case import Skipped, case, check
from progress import activity, catches, end_of, wait_for

MIDDLE = (900, 300)
FIRST_RECENT = (600, 480, 650, 530)  # the thumbnail of the first run in the list
DIM = (0x8B, 0x93, 0xA3)


@functools.cache
def desktop():
    lacks = gui.missing()
    if lacks:
        raise Skipped("there is no " + ", no ".join(lacks))
    shots = tempfile.mkdtemp(prefix="redraw-hostile-shots-")
    atexit.register(shutil.rmtree, shots, True)
    made = gui.Desktop("1440x900", shots)
    made.environment["MESA_SHADER_CACHE_DISABLE"] = "true"  # Mesa's cache complains about a home that is a file
    atexit.register(made.close)
    return made


@contextlib.contextmanager
def studio(t, *arguments, program=None, before=()):
    """Runs a studio with its own home and ends it by SIGTERM, which must succeed."""
    if not t.studio:
        raise Skipped("no studio was given")
    opened = studio_test.Studio(desktop(), (*before, program or t.studio), t.redraw, t.home).start(*arguments)
    try:
        yield opened
        if opened.process.returncode == 0:  # the case itself has ended the studio
            return
        check(opened.process.poll() is None, f"it ended with status {opened.process.returncode}")
        catches(opened.process, signal.SIGTERM)
        opened.process.send_signal(signal.SIGTERM)
        ended_well(opened)
    finally:
        desktop().subject = None
        if opened.process.poll() is None:
            opened.process.kill()
            opened.process.wait()


def ended_well(opened):
    status = end_of(opened.process)
    check(status == 0, f"it ended with status {status}")


def silently(action, *arguments):
    """Runs steps of the studio's test without their output."""
    with contextlib.redirect_stdout(io.StringIO()):
        action(*arguments)


def picture(t, name):
    return t.file(name, pictures.png(60, 40, pictures.waves(60, 40)))


@contextlib.contextmanager
def shows(t, file, name, **options):
    with studio(t, file, **options) as opened:
        opened.titled(name)
        opened.focus()
        yield opened


def all_intact(t, opened, count):
    check(len(opened.run_files()) >= count, f"{len(opened.run_files())} runs")
    for run in opened.run_files():
        t.intact(run)
    return f"{len(opened.run_files())} runs, all whole"


def errs(opened, name):
    return opened.shot(name).has_colour(studio_test.ERROR, studio_test.NOTICE)


@case(56, "100 files dropped at once", "a sheet asks what becomes of them, or which is opened; nothing is by itself")
def many_drops(t):
    with shows(t, picture(t, "first.png"), "first.png") as opened:
        opened.has_runs(1)
        desktop().drop([picture(t, f"{i:03}.png") for i in range(100)], MIDDLE)
        for button in ("Open one of them…", "Open none"):
            opened.place(button)
            check(len(opened.run_files()) == 1 and "first.png" in opened.title(), "one was opened by itself")
            if button != "Open none":
                opened.click(button)
        desktop().key("Return")
        opened.titled("000.png")
        opened.has_runs(2)
    return "a sheet; a list of 100, and Enter opened the first"


@case(57, "a picture dropped while another is learned", "it is learned; the run before stays")
def drop_while_training(t):
    with shows(t, picture(t, "first.png"), "first.png") as opened:
        opened.has_runs(1)
        desktop().drop([picture(t, "second.png")], MIDDLE)
        opened.titled("second.png")
        opened.has_runs(2)
    return all_intact(t, opened, 2)


@case(58, "a picture on a disk that does not answer", "the window goes on; the picture comes when it comes")
def blocked_disk(t):
    t.need("strace")
    slow = picture(t, "slow.png")
    trace = ("strace", "-f", "-qq", "-o", "/dev/null", "-P", slow, "-e", "inject=openat:delay_enter=5000000:when=1")
    with studio(t, slow, before=trace) as opened:
        opened.focus()
        before = opened.shot("blocked").bytes
        desktop().key("F1")
        after = opened.shot("blocked").bytes
        late = "slow.png" not in opened.title()
        check(before != after, "F1 opened nothing")
        desktop().key("Escape")
        opened.titled("slow.png")
        child = int(pathlib.Path(f"/proc/{opened.process.pid}/task/{opened.process.pid}/children").read_text().split()[0])
        os.kill(child, signal.SIGTERM)  # strace ends with its child
        ended_well(opened)
    return "F1 answered " + ("before the picture came" if late else "at the time")


@case(71, "the studio without any home; with one that cannot be written", "it runs; a notice says why nothing is kept")
def no_home(t):
    homes = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
    blocked = t.file("a file")
    for before in ([f"-u{name}" for name in homes], [f"{name}={blocked}" for name in homes]):
        with studio(t, before=("env", *before)) as opened:
            desktop().wait_for("a notice", lambda: errs(opened, "homeless"))
    return "a notice, and a clean end"


def settings_file(t):
    file = t.home / "config" / "redraw" / "settings.json"
    file.parent.mkdir(parents=True)
    return file


@case(72, "settings that are empty, rubbish, 1 GB, of another type, of a newer version", "defaults, the bad file kept beside; what is newer is left alone")
def settings(t):
    file, shown = settings_file(t), picture(t, "shown.png")
    for content, bad in ((b"", True), (b'{"window": {"width": 1e99, "x": "left"}}', True), (None, True),
                         (b'{"theme": "sepia", "from the future": {"a": [1]}, "text_percent": 9999}', False)):
        file.write_bytes(content or b"{")
        if content is None:
            os.truncate(file, 1 << 30)
        with shows(t, shown, shown.name):
            pass
        kept = file.with_name("settings.json.bad")
        check(kept.exists() == bad, f"{content!r}: " + ("the bad file is gone" if bad else "it was called bad"))
        kept.unlink(missing_ok=True)
        check(json.loads(file.read_text())["window"]["width"] > 0, "no settings were written")
    return "3 bad files kept beside, 1 newer one read"


@case(73, "two studios at once, and one run in both", "both run; the run is written by one, viewed by the other, and whole")
def two_studios(t):
    run = t.run_file("run.redraw", "--epochs", "1000000", "--until-seconds", "0.05")
    with shows(t, run, ".of a run.png") as first:
        desktop().xdotool("windowmove", first.window, 300, 300)
        with studio(t, run):
            desktop().window("view only")
            check(first.process.poll() is None, "the first ended")
        desktop().subject = first.process
    t.intact(run)
    return "both ended well, the run is whole"


@case(146, "a run on a read-only disk, in the studio", "viewed and exported; nothing is asked of the disk")
def read_only_disk(t):
    with shows(t, t.read_only_disk(t.run_file()) / "a.redraw", "view only") as opened:
        desktop().key("space")
        opened.open_export()
        desktop().key("Return")
        desktop().wait_for("the exported picture", lambda: list(opened.pictures.glob("*.png")))
        check(not errs(opened, "read-only"), "an error is said")
        opened.titled("view only")
    return "a view, and a picture of it"


@case(101, "layers and schedule changed while it trains", "layers begin a new run, the schedule changes at once")
def changes(t):
    if not t.full:  # the studio's own test does this in the window
        return t.unit("ui", "the schedule changes live, anything else starts a new run",
                      "late news of our own drag is not taken for somebody else's change")
    sample = t.file("a cub.png")
    values = studio_test.make_picture(sample)
    with shows(t, sample, "a cub.png") as opened:
        opened.has_runs(1)
        desktop().click(*studio_test.QUIET)
        silently(studio_test.change_layers, opened, desktop(), values)
        silently(studio_test.edit_schedule, opened, desktop())
    return all_intact(t, opened, 2)


@case(102, "one picture after the other while it trains", "the last one is learned; every run is whole")
def many_pictures(t):
    last = 6 if t.full else 1
    with shows(t, picture(t, "0.png"), "0.png") as opened:
        for i in range(1, last + 1):
            desktop().drop([picture(t, f"{i}.png")], MIDDLE)
        opened.titled(f"{last}.png")
        desktop().wait_for("its run", lambda: len(opened.run_files()) >= 2)
    return all_intact(t, opened, 2)


@case(171, "FIFOs as journals of the runs in the list, and of the run that is opened", "listed and refused; it ends when it is asked to")
def odd_journals(t):
    runs = t.home / "data" / "redraw" / "runs"
    runs.mkdir(parents=True)
    for i in range(3):
        shutil.copy(t.run_file(), runs / f"{i}.redraw")
        os.mkfifo(runs / f"{i}.redraw-journal")
    with studio(t) as opened:
        opened.seen("list", lambda shot: shot.has_colour(DIM, FIRST_RECENT))  # the mark "!" of a bad run
    with studio(t, runs / "1.redraw") as opened:
        desktop().wait_for("the reason", lambda: errs(opened, "odd"))
    return "two clean ends"


@case(112, "the OpenGL context is lost", "the picture returns")
def lost_context(t):
    raise Skipped("Mesa's software renderer never loses its context, and no driver does so on request")


@case(113, "minimised, 1 x 1, 100 x 60, larger than the screen", "no division by zero, and it draws again")
def tiny(t):
    with shows(t, picture(t, "first.png"), "first.png") as opened:
        opened.minimise()
        desktop().handled()
        check(opened.process.poll() is None, "it ended while minimised")
        desktop().xdotool("windowmap", opened.window)
        for width, height in ((1, 1), (100, 60), (4000, 3000), (1440, 900)):
            desktop().xdotool("windowsize", opened.window, width, height, check=False)
            desktop().handled()
            check(opened.process.poll() is None, f"it ended at {width} x {height}")
        opened.focus()
        after = opened.shot("window")
        seen = {after.pixel(x, y) for x in range(0, 1440, 40) for y in range(0, 900, 40)}
        check(len(seen) > 10, f"it draws {len(seen)} colours")
    return "drawn again after every size"


@case(181, "a studio that nohup started, and the hangup", "it goes on; SIGTERM ends it")
def hangup(t):
    with studio(t, t.picture("p.png"), before=("sh", "-c", "trap '' HUP INT; exec \"$0\" \"$@\"")) as opened:
        catches(opened.process, signal.SIGTERM)
        caught = int(pathlib.Path(f"/proc/{opened.process.pid}/status").read_text().split("SigCgt:")[1].split()[0], 16)
        for number in (signal.SIGHUP, signal.SIGINT):
            check(not caught >> number - 1 & 1, f"{number!r} is caught")
            opened.process.send_signal(number)


@case(353, "a run whose drawing takes minutes, and SIGTERM while the studio draws it", "the studio ends soon, with status 0")
def ends_while_it_draws(t):
    run = t.run_file("heavy.redraw")
    forged_runs.forge_mosaic(run, (4000, 1100, 100), (4000, 1100, 100), [250, 250])
    with studio(t, run) as opened:
        opened.titled("heavy")
        wait_for(lambda: activity(opened.process.pid)[0] > 5, opened.process)
        opened.process.send_signal(signal.SIGTERM)
        begun = time.monotonic()
        ended_well(opened)
        seconds = time.monotonic() - begun
        check(seconds < 10, f"it went on for {seconds:.0f} s")
    return f"it ended after {seconds:.1f} s"
