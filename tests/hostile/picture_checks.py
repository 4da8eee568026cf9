"""How a picture file is given to the program: refused with a sentence, or learned, and then read back from its run."""

import sqlite3

import pictures
from case import SMALL, check
from pictures import converted


def refused(t, content, *saying, name="a picture.png", **options):
    return t.refuses("fit", t.file(name, content), "-o", t.folder / "never.redraw", *SMALL, saying=(name, *saying), **options)


def refusals(t, contents, saying="", name="a picture.png", peak=None):
    """Each of `contents` (a list, or a function of the Testbed that gives one) is refused with `saying`, unless it is a pair
    of content and text. `peak`: in MiB."""
    for content in contents(t) if callable(contents) else contents:
        content, text = content if isinstance(content, tuple) else (content, saying)
        said = refused(t, content, text, name=name)
        used = t.run("fit", t.folder / name, "-o", "never.redraw").peak if peak else 0
        check(not peak or used < peak, f"it took {used:.0f} MiB")
    return said


def learned(t, content, *options, name="a picture.png"):
    """(what fit said, width, height, depth, channels, rows) of the picture as a run keeps it."""
    run = t.folder / "learned.redraw"
    ended = t.does("fit", t.file(name, content), "-o", run, "--force", *SMALL, "--train-size", "original", *options)
    with sqlite3.connect(run) as database:
        target = database.execute("SELECT png FROM target").fetchone()[0]
    return ended.out, *pictures.read_png(target)


def fits(t, content, name="a picture.png", status=None, peak=None):
    """How fit ended: it learned the picture, or refused it with one sentence."""
    ended = t.run("fit", t.file(name, content), "-o", t.folder / "run.redraw", "--force", *SMALL)
    check(ended.status in ((0, 1) if status is None else (status,)), f"{name}: status {ended.status}: {ended.err[-400:]}")
    check(len(ended.err.splitlines()) == ended.status, f"{name}: not one sentence: {ended.err[-400:]!r}")
    check(ended.err.isprintable() or ended.err[:-1].isprintable(), f"{name}: raw characters: {ended.err!r}")
    check(peak is None or ended.peak < peak, f"{name}: {ended.peak:.0f} MiB")
    return ended


def near(rows, expected, tolerance):
    return all(abs(a - b) <= tolerance for row, other in zip(rows, expected) for a, b in zip(row, other))


def jpeg(t, *options, **size):
    t.need("convert")
    return converted("jpg", "-quality", "98", "-sampling-factor", "4:4:4", *options, **size)
