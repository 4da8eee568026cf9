"""Cases 59 to 77: saving and exporting. What needs a window of these (71 to 73) has its other half in cases_window.py."""

import os
import resource

import pictures
from case import SMALL, case, check

WRITES = "pwrite64,pwritev,ftruncate,fallocate"  # of files: "write" says the sentence
CALLS = WRITES + ",openat,fsync,fdatasync,linkat,rename,renameat,renameat2,unlink,fchmod"


def traced(t, calls, what):
    t.need("strace")
    return ("strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={calls}", "-e", f"inject={calls}:{what}")


def old_or_new(t, target, old, words):
    """Whether the target is the old file yet. It must be the one or the other, and whole."""
    content = target.read_bytes()
    if content == old:
        return True
    check(words(content), f"neither the old file nor a whole new one: {len(content)} bytes")
    return False


def whole_png(content):
    return content.startswith(pictures.PNG) and content.endswith(pictures.chunk(b"IEND", b""))


def each_call(t, calls, what, visit):
    """The n-th of these calls fails, for n = 1, 2, ... until the program succeeds; a sample of them unless --full."""
    n, failures = 1, 0
    while True:
        ended = visit(n, traced(t, calls, f"{what}:when={n}"))
        if ended.status == 0:
            return failures
        failures += 1
        n += 1 if t.full or n < 3 else n // 2
        check(n < 5000, "it never succeeds")


def exported(t):
    """A run, and an old export to be replaced by a larger one."""
    run, target = t.run_file(), t.folder / "a.png"
    t.does("export", run, "-o", target, "--size", "30")
    return run, target, target.read_bytes()


@case(59, "no space at the n-th write of an export, of a run", "the old file, or the new one; a sentence")
def no_space(t):
    run, target, old = exported(t)

    def export(n, trace):
        ended = t.says_little("export", run, "-o", target, "--size", "700", wrap=trace, limit=60)
        if ended.status:
            check(len(os.listdir(t.folder)) == count, f"n = {n}: it left something")
            old_or_new(t, target, old, whole_png)  # new where only its name could not be printed
        return ended

    def fit(n, trace):
        ended = t.run("fit", "p.png", "-o", f"{n}.redraw", *SMALL, wrap=trace, limit=60)
        check(ended.status in (0, 1), f"n = {n}: status {ended.status}: {ended.err!r}")
        if ended.status and (t.folder / f"{n}.redraw").exists():
            t.does("info", f"{n}.redraw")
        return ended

    t.picture("p.png")
    count = len(os.listdir(t.folder))
    failed = [each_call(t, calls, "error=ENOSPC", visit)
              for calls, visit in (("pwrite64", export), ("write", export), ("pwrite64", fit))]  # files; what is said; files
    return f"{failed[0] + failed[1]} failed exports, {failed[2]} failed runs"


@case(60, "a disk of 16 kB", "refused with a sentence, nothing half on it")
def small_disk(t):
    run, picture = t.run_file(), t.picture("p.png")
    for size in ("16k", "40k", "64k", "88k"):  # some hold a run without its first state
        disk = t.tmpfs("-o", f"size={size}")
        t.refuses("fit", picture, "-o", disk / "a.redraw", "--layers", "64,64", "--epochs", "2", saying="no space left")
        t.undo.pop()()
    disk = t.tmpfs("-o", "size=16k")
    said = t.refuses_each((("export", run, "-o", disk / "a.png", "--size", "700", "--16bit"),
                           ("timelapse", run, "-o", disk / "a.gif", "--size", "2000", "--seconds", "2"),
                           ("timelapse", run, "-o", disk / "frames", "--size", "300", "--seconds", "2"),
                           ("fit", picture, "-o", disk / "a.redraw", *SMALL)), saying="no space left")
    check(list(disk.iterdir()) == [], f"it left {list(disk.iterdir())}")
    return said


@case(62, "EIO when an export is flushed or named, a run is flushed", "refused; the old file as it was")
def flush(t):
    run, target, _ = exported(t)
    for call in ("fsync", "rename,renameat,renameat2"):
        said = t.refuses("export", run, "-o", target, "--size", "90", saying="a.png", wrap=traced(t, call, "error=EIO:when=1"))
    t.run("resume", run, "--epochs", "4", wrap=traced(t, "fdatasync,fsync", "error=EIO:when=1+"))
    t.intact(run)
    return said


@case(64, "killed at every system call of a save", "an export and a run: the old or the new, and both open")
def at_every_call(t):
    run, target, old = exported(t)
    kept = run.read_bytes()

    def export(n, trace):
        target.write_bytes(old)
        ended = t.run("export", run, "-o", target, "--size", "90", wrap=trace)
        old_or_new(t, target, old, whole_png)
        return ended

    def resume(n, trace):
        run.write_bytes(kept)
        for beside in t.folder.glob("run.redraw-*"):
            beside.unlink()
        ended = t.run("resume", run, "--epochs", "5", "--threads", "1", wrap=trace)
        t.intact(run)
        return ended

    killed = each_call(t, CALLS, "signal=KILL", export), each_call(t, CALLS, "signal=KILL", resume)
    return f"killed {killed[0]} exports and {killed[1]} runs"


@case(65, "a limit on the size of files", "File too large as a sentence, not death by SIGXFSZ")
def file_size(t):
    run = t.run_file()

    def small():
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    for command in (("export", run, "-o", "a.png", "--size", "700", "--16bit"),
                    ("timelapse", run, "-o", "a.gif", "--size", "400", "--seconds", "1"),
                    ("fit", t.picture("p.png"), "-o", "b.redraw", *SMALL)):
        reason = "b.redraw" if command[0] == "fit" else "file too large"  # SQLite tells no reason of its own
        said = t.refuses(*command, preexec_fn=small, saying=reason)
    return said


@case(66, "a folder that may not be written", "refused with the reason, for every command that writes")
def read_only_folder(t):
    nobody = t.as_nobody()
    run, closed = t.run_file(), t.folder / "closed"
    run.chmod(0o644)
    closed.mkdir(mode=0o555)
    t.undo.append(lambda: closed.chmod(0o755))
    return t.refuses_each((("export", run, "-o", closed / "a.png"), ("timelapse", run, "-o", closed / "a.gif"),
                           ("timelapse", run, "-o", closed / "frames"), ("weights", run, "-o", closed / "a.safetensors"),
                           ("info", run, "--csv", closed / "a.csv"), ("fit", t.picture("p.png"), "-o", closed / "a.redraw", *SMALL)),
                          wrap=nobody, saying="permission denied")


@case(68, "exports of 0 x 0, -5, 100000 x 100000, a shape JPEG cannot hold", "wrong usage, or refused with the limit")
def sizes(t):
    run = t.run_file()
    for command, output in (("export", "a.png"), ("timelapse", "a.gif")):
        said = t.refuses_values((command, run, "-o", output), "--size", (
            "0", "-5", "0x0", "30x0", "100000x100000", "99999999999", "1e3", "4xx", "x", "", "nanx", "-2x", "0x"))
    t.refuses("fit", t.picture("p.png"), "-o", "b.redraw", "--export", "a.png", "--size", "0", status=2, saying="--size")
    t.refuses("export", run, "-o", "a.jpg", "--size", "65536", saying="at most")
    t.refuses("export", run, "-o", "a.webp", "--size", "16384", saying="at most")
    t.refuses("timelapse", run, "-o", "a.gif", "--size", "65536")
    return said


@case(70, "a run, a picture, an export that is there already", "a run only with --force, nothing else by it; an export is replaced whole")
def overwrite(t):
    run, picture, text = t.run_file(), t.picture("p.png"), t.file("notes.txt", "years of work")
    said = t.refuses("fit", picture, "-o", run, *SMALL, saying="--force")
    t.refuses("import", t.file("m.json", "{}"), "-o", run)
    for other in (t.picture("another.png"), text):
        t.refuses("fit", picture, "-o", other, "--force", *SMALL, saying="it is not a run")
    t.does("fit", picture, "-o", run, "--force", *SMALL)
    os.link(run, t.folder / "hard.png")
    (t.folder / "soft.png").symlink_to(run.name)
    for name in ("a.gif", "a.safetensors", "a.csv"):
        (t.folder / name).symlink_to(run.name)
    t.refuses_each((*((command, run, option, link) for link in ("soft.png", "hard.png")
                      for command, option in (("export", "-o"), ("compare", "--drawing"))),
                    ("timelapse", run, "-o", "a.gif"), ("weights", run, "-o", "a.safetensors"), ("export", run, "-o", "a.csv")),
                   saying="it is the run itself")
    t.intact(run)
    return said


@case(71, "HOME and XDG folders unset, empty, relative, a file, not writable", "a sentence where a folder is needed; -o needs none")
def homes(t):
    picture, blocked = t.picture("p.png"), t.file("a file")
    said = t.refuses("fit", picture, *SMALL, unset=("HOME",), saying="HOME")
    t.refuses("fit", picture, *SMALL, environment={"HOME": "", "XDG_DATA_HOME": "relative"}, saying="HOME")
    t.refuses("fit", picture, *SMALL, environment={"XDG_DATA_HOME": str(blocked)}, saying="Cannot make the folder")
    if os.geteuid() == 0:
        t.refuses("fit", picture, *SMALL, environment={"HOME": "/proc"}, saying="Cannot make the folder")
    t.does("fit", picture, "-o", "b.redraw", *SMALL, unset=("HOME", "TMPDIR"))
    t.does("fit", picture, *SMALL, environment={"XDG_DATA_HOME": "relative"})
    check(len(list(t.home.glob(".local/share/redraw/runs/*.redraw"))) == 1, "a relative folder was not ignored")
    return said


@case(76, "an MP4 of 13 x 7", "padded to 14 x 8")
def odd_size(t):
    t.need_module("av")
    run = t.run_file()
    for name in ("a.mp4", "a.webm"):
        out = t.does("timelapse", run, "-o", name, "--size", "13x7", "--seconds", "1").out
        check("14 x 8" in out, out)
    return out.strip().split(": ")[1]


@case(77, "a film of 10,000 frames of 1024 x 1024", "written, in bounded memory")
def long_film(t):
    run = t.run_file()
    frames = ("--size", "1024x1024", "--fps", "50", "--seconds", "200")
    ended = t.does("timelapse", run, "-o", "a.gif", *frames, limit=120)
    check(ended.peak < 300, f"{ended.peak:.0f} MiB")
    return f"{(t.folder / 'a.gif').stat().st_size / 1e6:.1f} MB, {ended.peak:.0f} MiB"
