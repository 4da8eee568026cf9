"""Cases 46 to 58 and 353: names and kinds of files. Cases 56 to 58 need a window and are in cases_window.py."""

import contextlib
import os
import threading

import pictures
from case import SMALL, case, check


def refused(t, path, *saying, **options):
    return t.refuses("fit", path, "-o", t.folder / "never.redraw", *SMALL, saying=saying, **options)


@case(46, "a folder instead of a picture or a run", "refused: it is a folder")
def folder(t):
    (t.folder / "a.png").mkdir()
    t.refuses_each((("info", "a.png"), ("resume", "a.png"), ("export", "a.png", "-o", "b.png"),
                    ("weights", "a.png", "-o", "b.safetensors"), ("compare", "a.png")), saying="it is a folder")
    t.refuses("fit", t.picture("p.png"), "-o", t.folder / "a.png", *SMALL, saying="a.png")
    return refused(t, t.folder / "a.png", "it is a folder")


@case(47, "a FIFO that nobody writes to", "refused: not a regular file, no waiting; as a picture it waits, as standard input does")
def fifo(t):
    os.mkfifo(t.folder / "a.png")
    return t.refuses_each((("info", "a.png"), ("resume", "a.png"), ("export", "a.png", "-o", "b.png"),
                           ("fit", t.picture("p.png"), "--config", "a.png", "-o", "b.redraw")),
                          saying="it is not a regular file")


@case(353, "a FIFO as a picture: of a picture, a part of one, nothing, zeros", "read as standard input is")
def written_fifo(t):
    def written(content, *arguments, refused=True):
        writer = threading.Thread(target=write_and_forget, args=(t.folder / "a.fifo", content))
        writer.start()
        ended = (t.refuses if refused else t.does)("fit", "a.fifo", "-o", "b.redraw", "--force", *SMALL, **({"saying": arguments} if refused else {}))
        writer.join()
        return ended

    os.mkfifo(t.folder / "a.fifo")
    picture = t.picture("p.png").read_bytes()
    check("a.fifo: PNG" in written([picture], refused=False).out, "not read")
    written([picture[:99]], "a.fifo", "it ends too early")
    written([], "a.fifo", "it is an empty file")
    return written([bytes(1 << 20)] * 5, "a.fifo", "it is not a picture")


def write_and_forget(path, parts):
    with contextlib.suppress(BrokenPipeError), open(path, "wb", buffering=0) as fifo:
        for part in parts:
            fifo.write(part)


@case(48, "/dev/zero, /dev/random, /dev/null, /proc/self/mem", "refused, nothing is read for ever")
def devices(t):
    for path in ("/dev/zero", "/dev/random", "/dev/null", "/dev/stdin", "/proc/self/mem"):
        if os.path.exists(path):
            said = refused(t, path)
            t.refuses("info", path)
    return said


@case(49, "a symbolic link that points to itself, one to nothing", "refused with the reason")
def links(t):
    (t.folder / "loop.png").symlink_to("loop.png")
    (t.folder / "gone.png").symlink_to("nowhere.png")
    refused(t, t.folder / "gone.png", "no such file")
    t.refuses("export", t.run_file(), "-o", t.folder / "loop.png", saying="loop.png")
    return refused(t, t.folder / "loop.png", "too many levels of symbolic links")


@case(50, "a picture and a run that may not be read", "refused: permission denied")
def unreadable(t):
    nobody = t.as_nobody()
    picture, run = t.picture("closed.png"), t.run_file("closed.redraw")
    for path in (picture, run):
        path.chmod(0)
    t.refuses("info", run, saying=("closed.redraw", "permission denied"), wrap=nobody)
    said = refused(t, picture, "closed.png", "permission denied", wrap=nobody)
    for path in (picture, run):
        path.chmod(0o644)
    return said


@case(51, "names with spaces, quotes, $(touch x), a newline, a leading -", "opened; no command is run")
def odd_names(t):
    names = ("two  spaces .png", "'quoted'\".png", "$(touch x).png", "`touch x`;touch x.png", "two\nlines.png", "-x.png",
             "--json.png", "%s%n.png", "a:b?mode=memory.png", "file:x.png", "~.png", "*.png")
    for i, name in enumerate(names):
        t.picture(name)
        t.does("fit", *SMALL, "-o", f"{i}.redraw", "--", name)
        run = f"{name}.redraw"
        (t.folder / f"{i}.redraw").rename(t.folder / run)
        t.does("info", "--", run)
        t.does("export", "--output=" + name + ".bmp", "--", run)
        check((t.folder / f"{name}.bmp").exists(), f"{name!r} was not exported")
    check(not (t.folder / "x").exists(), "a command ran")
    return f"{len(names)} names"


@case(52, "a name that is not UTF-8", "opened, shown escaped, JSON stays JSON")
def not_utf8(t):
    name = b"\xff\xfe bad\x1b[31m.png"
    t.file(name, pictures.png(24, 16, pictures.waves(24, 16)))
    t.does("fit", name, "-o", name + b".redraw", *SMALL)
    out = t.does("info", name + b".redraw", "--json").out
    out.encode()  # fails if it contains bytes that are not UTF-8
    check("\\\\xFF\\\\xFE bad\\\\x1B[31m" in out, out[:200])
    t.does("export", name + b".redraw", "-o", name + b".csv")
    return t.refuses("fit", b"\xff\xfe\x1b gone.png", "-o", "b.redraw", saying="\\xFF\\xFE\\x1B gone.png")


@case(53, "a path of 5000 bytes, a name of 256; a name of 255", "refused: too long; 255 is opened (a run: 247)")
def long_names(t):
    said = refused(t, "/" + "a/" * 2500 + "a.png", "name too long")
    refused(t, "b" * 252 + ".png", "name too long")
    t.refuses("fit", t.picture("p.png"), "-o", "b" * 249 + ".redraw", *SMALL, saying="name too long")
    longest = t.picture("c" * 251 + ".png")
    t.refuses("fit", longest, "-o", "d" * 248 + ".redraw", *SMALL, saying="name too long")
    t.does("fit", longest, "-o", "d" * 240 + ".redraw", *SMALL)  # the name of SQLite's journal is 8 bytes longer
    t.does("export", "d" * 240 + ".redraw", "-o", "e" * 251 + ".png")
    return said


@case(54, "a picture deleted between look and open", "refused: no such file")
def deleted(t):
    t.need("strace")
    picture = t.picture("gone.png")
    trace = ("strace", "-qq", "-o", "/dev/null", "-P", picture, "-e", "inject=openat:error=ENOENT")
    return refused(t, picture, "gone.png", "no such file", wrap=trace)


@case(55, "a picture truncated while it is read", "refused as damaged; it is read, never mapped")
def truncated(t):
    t.need("strace")
    picture = t.file("shrinks.png", pictures.png(64, 64, [os.urandom(64) for _ in range(64)]))
    log = t.folder.parent / f"{t.folder.name}.log"
    t.undo.append(lambda: log.unlink(missing_ok=True))
    t.does("fit", picture, "-o", "run.redraw", *SMALL, wrap=("strace", "-qq", "-o", log, "-y", "-e", "trace=mmap"))
    check("shrinks.png" not in log.read_text(errors="replace"), "it is mapped")
    picture.write_bytes(picture.read_bytes()[:2000])
    nothing = ("strace", "-qq", "-o", "/dev/null", "-P", picture, "-e", "inject=read,pread64:retval=0")
    refused(t, picture, "it is an empty file", wrap=nothing)
    return refused(t, picture, "it is damaged")
