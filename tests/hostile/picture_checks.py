"""Checks how the program treats a picture file: refused with a sentence, or learned and then read back from its run."""

import sqlite3

import pictures
from case import SMALL, check
from pictures import converted


def refused(t, content, *saying, name="a picture.png", **options):
    return t.refuses("fit", t.file(name, content), "-o", t.folder / "never.redraw", *SMALL, saying=(name, *saying), **options)


def refusals(t, contents, saying="", name="a picture.png", peak=None):
    """Checks that each of `contents` (a list, or a function of the Testbed that returns one) is refused with `saying`,
    or with its own text if it is a pair (content, text). `peak`: most MiB."""
    for content in contents(t) if callable(contents) else contents:
        content, text = content if isinstance(content, tuple) else (content, saying)
        said = refused(t, content, text, name=name)
        used = t.run("fit", t.folder / name, "-o", "never.redraw").peak if peak else 0
        check(not peak or used < peak, f"it took {used:.0f} MiB")
    return said


def learned(t, content, *options, name="a picture.png"):
    """Learns a picture. Returns (output of fit, width, height, depth, channels, rows) of the picture stored in the
    run."""
    run = t.folder / "learned.redraw"
    ended = t.does("fit", t.file(name, content), "-o", run, "--force", *SMALL, "--train-size", "original", *options)
    with sqlite3.connect(run) as database:
        target = database.execute("SELECT png FROM target").fetchone()[0]
    return ended.out, *pictures.read_png(target)


def fits(t, content, name="a picture.png", status=None, peak=None):
    """Checks that fit learns the picture or refuses it with one sentence; returns how fit ended."""
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
