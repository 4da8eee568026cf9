"""How a picture file is given to the program: refused with a sentence, or learned, and then read back from its run."""

import sqlite3

import pictures
from case import SMALL
from pictures import converted


def refused(t, content, *saying, name="a picture.png", **options):
    path = t.file(name, content) if isinstance(content, (bytes, str)) else content
    return t.refuses("fit", path, "-o", t.folder / "never.redraw", *SMALL, saying=(path.name, *saying), **options)


def prepared(t, name, *saying):
    """The same with a file that others prepared, where it is there."""
    path = t.shared_file(name)
    return f"; {name}: {refused(t, path, *saying)}" if path else f"; {name} is not here"


def learned(t, content, *options, name="a picture.png"):
    """(what fit said, width, height, depth, channels, rows) of the picture as a run keeps it."""
    path = t.file(name, content) if isinstance(content, bytes) else content
    run = t.folder / "learned.redraw"
    ended = t.does("fit", path, "-o", run, "--force", *SMALL, "--train-size", "original", *options)
    with sqlite3.connect(run) as database:
        target = database.execute("SELECT png FROM target").fetchone()[0]
    return ended.out, *pictures.read_png(target)


def near(rows, expected, tolerance):
    return all(abs(a - b) <= tolerance for row, other in zip(rows, expected) for a, b in zip(row, other))


def jpeg(t, *options, **size):
    t.need("convert")
    return converted("jpg", "-quality", "98", "-sampling-factor", "4:4:4", *options, **size)
