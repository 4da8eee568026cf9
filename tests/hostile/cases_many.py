"""Cases 340 to 346: batches of pictures, in which each picture ends with a result or with a reason that names it."""

import contextlib
import json
import os
import shutil
import subprocess

import pictures
from case import case as numbered, check

QUICK = ("--enlarge", "2x", "--epochs", "1")
HOSTILE = (b"two\nlines.png", b"\n.png", b"ends so.png\n", b"\xff\xfe.png", b"'; touch gotcha; '.png", b"$(touch gotcha).png",
           b"`touch gotcha`.png", b"-o.png", b"\x1b]0;gotcha\x07.png", b"\\n%s.png", b" .png", b"x" * 251 + b".png")


def planted(t, *names):
    (t.folder / "in").mkdir()
    for name in names:
        t.file(os.path.join(b"in", name), pictures.png(24, 16, pictures.waves(24, 16)))


def plan(t, *arguments, **options):
    return t.does("plan", "in", "--to", "out", *arguments, quiet=False, **options).out.splitlines()


def run_all(t, lines, wrap=()):
    for line in lines:
        subprocess.run([*wrap, "sh", "-c", line], cwd=t.folder, env=t.environment, capture_output=True)


def gathered(t, status, **options):
    """Returns the result of each picture by its name."""
    ended = t.run("gather", "out", "--json", **options)
    check(ended.status == status, f"status {ended.status} instead of {status}: {ended.err!r}")
    lines = [json.loads(line) for line in ended.out.splitlines()]
    return {os.path.basename(line["picture"]): line for line in lines if line["event"] == "picture"}


def check_failed(states, name, *saying):
    check(states[name]["state"] in ("failed", "stopped", "waiting"), f"{name}: {states[name]}")
    for text in saying:
        check(text in states[name]["reason"], f"{name}: {text!r} is not in {states[name]['reason']!r}")


@numbered(340, "a list of names with newlines, quotes, escapes, commands, no UTF-8", "each is a line, and a drawing")
def names(t):
    planted(t, *HOSTILE)
    lines = plan(t, *QUICK)
    check(len(lines) == len(HOSTILE) and all(line.isprintable() for line in lines), f"lines: {lines}")
    run_all(t, lines)
    states = gathered(t, 0)
    check(len(states) == len(HOSTILE), f"{len(states)} of {len(HOSTILE)} pictures")
    check(not list(t.folder.rglob("gotcha")), "a name was run as a command")
    return f"{len(states)} drawings"


@numbered(341, "pictures and a folder that may not be read", "named, each with its reason; the others are made")
def unreadable(t):
    nobody = t.as_nobody()
    planted(t, b"good.png", b"closed.png", b"closed")
    (t.folder / "in/secret").mkdir()
    for name in ("closed.png", "closed", "secret"):
        (t.folder / "in" / name).chmod(0)
    (t.folder / "out").mkdir()
    (t.folder / "out").chmod(0o777)
    ended = t.run("plan", "in", "--to", "out", *QUICK, wrap=nobody)
    check(ended.status == 1 and "secret" in ended.err, f"status {ended.status}: {ended.err!r}")
    run_all(t, ended.out.splitlines(), nobody)
    states = gathered(t, 1, wrap=nobody)
    (t.folder / "in/secret").chmod(0o755)
    check(states["good.png"]["state"] == "done", f"{states['good.png']}")
    for name in ("closed.png", "closed"):
        check_failed(states, name, "permission denied")
    return states["closed.png"]["reason"]


@numbered(342, "what is no picture by the name of one; an empty one; a link to nothing", "named reasons")
def damaged(t):
    planted(t, b"good.png")
    t.file("in/text.jpg", "no picture")
    t.file("in/empty.png", "")
    t.file("in/half.png", pictures.png(24, 16, pictures.waves(24, 16))[:60])
    os.symlink("nowhere", t.folder / "in/link.png")
    os.mkfifo(t.folder / "in/pipe.png")
    run_all(t, plan(t, *QUICK))
    states = gathered(t, 1)
    check(sorted(states) == ["empty.png", "good.png", "half.png", "link.png", "text.jpg"], f"{sorted(states)}")
    for name, saying in (("text.jpg", "text, not a picture"), ("empty.png", "empty"), ("half.png", "Cannot open"),
                         ("link.png", "no such file")):
        check_failed(states, name, saying)
    return states["empty.png"]["reason"]


@numbered(343, "a disk that is full of results", "named: no space left on device; with room it is made")
def full_disk(t):
    disk = t.tmpfs("-o", "size=256k")
    planted(t, b"a.png", b"b.png")
    lines = t.does("plan", "in", "--to", disk / "out", *QUICK, quiet=False).out.splitlines()
    (t.folder / "out").symlink_to(disk / "out")
    filler = disk / "filler"
    with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as file:
        while file.write(b"0" * 4096):
            pass
    run_all(t, lines)
    states = gathered(t, 1)
    for name in ("a.png", "b.png"):
        check_failed(states, name, "no space left on device")
    filler.unlink()
    run_all(t, lines)
    gathered(t, 0)
    return states["a.png"]["reason"]


@numbered(344, "a folder of results that may not be written", "refused when it is planned; named when it happens later")
def closed_folder(t):
    nobody = t.as_nobody()
    planted(t, b"a.png")
    (t.folder / "out").mkdir()
    t.refuses("plan", "in", "--to", "out", *QUICK, saying="permission denied", wrap=nobody)
    (t.folder / "out").chmod(0o777)
    lines = plan(t, *QUICK, wrap=nobody)
    (t.folder / "out").chmod(0o555)
    (t.folder / "out/.redraw").chmod(0o555)
    run_all(t, lines, nobody)
    check_failed(gathered(t, 1, wrap=nobody), "a.png", "permission denied")
    return "permission denied"


@numbered(345, "a plan with a result outside its folder, with half a line, of a newer version", "refused, nothing is printed")
def forged_plan(t):
    (t.folder / "out/.redraw").mkdir(parents=True)
    good = "redraw plan 1\nsettings enlarge --size 2x\n"
    for text in (good + "/a.png ../b.png\n", good + "/a.png /etc/b.png\n", good + "/a.png b/../../c.png\n",
                 good + "/a.png .redraw/plan\n", good + "/a.png b.png", good + "a.png b.png\n", good + "/a%0.png b.png\n",
                 good + "/a%00.png b.png\n", "redraw plan 1\nsettings sh -c evil\n", "redraw plan 1\n", "", "redraw plan 2\n"):
        t.file("out/.redraw/plan", text)
        said = t.refuses("gather", "out", "--missing", saying="Cannot read the plan of out")
    return said


@numbered(346, "what became of a picture, forged or damaged; a FIFO or a folder in its place", "it is made again, or a reason")
def forged_records(t):
    planted(t, b"a.png")
    line, = plan(t, *QUICK)
    run_all(t, [line])
    record = t.folder / "out/.redraw/a.png.json"
    for text in ("", "{", "[" * 5000, '{"state": 7}', '{"state": "perfect"}', '{"state": "done", "psnr": 1e999}', "\0" * 4096):
        record.write_text(text)
        gathered(t, 1)
        run_all(t, [line])
        gathered(t, 0)
    for make in (os.mkfifo, os.mkdir):
        record.unlink()
        make(record)
        check_failed(gathered(t, 1), "a.png")
        t.refuses("enlarge", "in/a.png", "-o", "out/a.png", "--once", saying="a.png.json")
        (shutil.rmtree if record.is_dir() else os.unlink)(record)
        record.write_text("")
    return "made again"
