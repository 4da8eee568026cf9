"""Cases 59 to 77: saving and exporting. Cases 71 and 73 also run in a window, 72 only there (cases_window.py)."""

import os
import resource
import signal

import pictures
from case import SMALL, case, check, tree
from progress import catches, output_of

WRITES = "pwrite64,pwritev,ftruncate,fallocate"  # calls that write files; `write` prints messages
CALLS = WRITES + ",openat,fsync,fdatasync,linkat,rename,renameat,renameat2,unlink,fchmod"


def traced(t, calls, what):
    t.need("strace")
    return ("strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={calls}", "-e", f"inject={calls}:{what}")


def old_or_new(t, target, old, words):
    """Checks that the target is the old file or a complete new one; returns whether it is the old one."""
    content = target.read_bytes()
    if content == old:
        return True
    check(words(content), f"neither the old file nor a whole new one: {len(content)} bytes")
    return False


def whole_png(content):
    return content.startswith(pictures.PNG) and content.endswith(pictures.chunk(b"IEND", b""))


def each_call(t, calls, what, visit):
    """Lets the n-th of these calls fail, for n = 1, 2, ... until the program succeeds; only a sample of n unless
    --full."""
    n, failures = 1, 0
    while True:
        ended = visit(n, traced(t, calls, f"{what}:when={n}"))
        if ended.status == 0:
            return failures
        failures += 1
        n += 1 if t.full or n < 3 else n // 2
        check(n < 5000, "it never succeeds")


def exported(t):
    """Returns a run, an old export that a larger one will replace, and the old export's content."""
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
            old_or_new(t, target, old, whole_png)  # new if only the message could not be printed
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
              for calls, visit in (("pwrite64", export), ("write", export), ("pwrite64", fit))]  # files, messages, files
    return f"{failed[0] + failed[1]} failed exports, {failed[2]} failed runs"


@case(60, "a disk of 16 kB", "refused with a sentence, nothing half on it")
def small_disk(t):
    run, picture = t.run_file(), t.picture("p.png")
    for size in ("16k", "40k", "64k", "88k"):  # some sizes hold a run, but not its first state
        disk = t.tmpfs("-o", f"size={size}")
        t.refuses("fit", picture, "-o", disk / "a.redraw", "--layers", "64,64", "--epochs", "2", saying="disk is full")
        t.undo.pop()()
    disk = t.tmpfs("-o", "size=16k")
    said = t.refuses_each((("export", run, "-o", disk / "a.png", "--size", "700", "--16bit"),
                           ("timelapse", run, "-o", disk / "a.gif", "--size", "2000", "--seconds", "2"),
                           ("timelapse", run, "-o", disk / "frames", "--size", "300", "--seconds", "2")), saying="no space left")
    t.refuses("fit", picture, "-o", disk / "a.redraw", *SMALL, saying="disk is full")
    check(list(disk.iterdir()) == [], f"it left {list(disk.iterdir())}")
    return said


@case(61, "/dev/full as a file, and as standard output", "refused; results nobody gets are no success")
def dev_full(t):
    run = t.run_file()
    t.refuses_each((("export", run, "-o", "/dev/full"), ("weights", run, "-o", "/dev/full"), ("info", run, "--csv", "/dev/full")))
    with open("/dev/full", "w") as full:
        return t.refuses_each((("info", run), ("devices",), ("info", run, "--json"), ("export", run, "-o", "a.png")), stdout=full,
                              unchanged=False, saying="cannot print the results: no space left")


@case(62, "EIO when an export, a run is flushed", "refused; the old file as it was")
def flush(t):
    run, target, _ = exported(t)
    said = t.refuses("export", run, "-o", target, "--size", "90", saying="a.png",
                     wrap=traced(t, "fsync", "error=EIO:when=1"))
    t.run("resume", run, "--epochs", "4", wrap=traced(t, "fdatasync,fsync", "error=EIO:when=1+"))
    t.intact(run)
    return said


@case(63, "killed before the rename", "the old file; beside it at most one hidden .part")
def before_rename(t):
    run, target, old = exported(t)
    ended = t.run("export", run, "-o", target, "--size", "90", wrap=traced(t, "rename,renameat,renameat2", "signal=KILL"))
    check(ended.status == -signal.SIGKILL, f"status {ended.status}")
    check(target.read_bytes() == old, "the old file is gone")
    beside = [path.name for path in t.folder.iterdir() if path.name.startswith(".redraw-")]
    check(len(beside) <= 1, f"it left {beside}")
    t.does("export", run, "-o", target, "--size", "90")
    return f"old file whole, {len(beside)} hidden file beside"


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
        reason = "b.redraw" if command[0] == "fit" else "file too large"  # SQLite reports no reason
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


@case(67, "a target that is a folder, a FIFO, a link, a file of mode 600", "refused; a link is followed, the mode is kept")
def targets(t):
    run = t.run_file()
    (t.folder / "folder.png").mkdir()
    os.mkfifo(t.folder / "fifo.png")
    t.refuses("export", run, "-o", "folder.png", saying="it is a folder")
    said = t.refuses("export", run, "-o", "fifo.png", saying="it is not a regular file")
    real = t.file("real.png")
    real.chmod(0o600)
    (t.folder / "link.png").symlink_to("real.png")
    t.does("export", run, "-o", "link.png")
    check((t.folder / "link.png").is_symlink() and whole_png(real.read_bytes()), "the link was not followed")
    check(real.stat().st_mode & 0o777 == 0o600, "the mode changed")
    return said


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


@case(69, "an export that is stopped on its way", "refused: Stopped; no part of a file")
def stopped(t):
    run = t.run_file()
    before = tree(t.folder)
    process = t.starts("export", run, "-o", "a.png", "--size", "16000", "--threads", "1")
    catches(process, signal.SIGINT)
    process.send_signal(signal.SIGINT)
    _, said = output_of(process)
    check(process.returncode in (1, 128 + signal.SIGINT) and "Stopped: " in said, f"status {process.returncode}: {said!r}")
    check(tree(t.folder) == before, "it left something")
    return said.strip()


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


@case(73, "two programs and one run", "the second writer is refused, readers and other runs go on")
def two_writers(t):
    run, first = t.in_use()
    try:
        said = t.refuses("resume", run, saying="it is open in another Redraw", unchanged=False)
        t.does("info", run)
        t.does("export", run, "-o", "a.png")
    finally:
        first.send_signal(signal.SIGTERM)
        output_of(first)
    check(first.returncode == 128 + signal.SIGTERM, f"the first ended with {first.returncode}")
    t.intact(run)
    return said


@case(74, "the disk of a run fills while it trains", "said when it happens and in the end, with where it was saved instead; what was committed is whole")
def full_while_training(t):
    disk = t.tmpfs("-o", "size=400k")
    ended = t.run("fit", t.picture("p.png"), "-o", disk / "a.redraw", "--layers", "64,64", "--epochs", "20000",
                  "--until-seconds", "3", "--threads", "1")
    check(ended.status == 1, f"status {ended.status}: {ended.err!r}")
    said = ended.err.splitlines()  # one line when the disk is full, one at the end
    check(len(said) <= 2 and all("disk is full" in line for line in said), ended.err)
    t.does("info", disk / "a.redraw")
    return said[-1].removeprefix("redraw: ")


@case(75, "no film module; a false ffmpeg in the PATH", "MP4 refused with the reason, GIF written; no program is ever run")
def no_films(t):
    run = t.run_file()
    fake = t.folder / "bin" / "ffmpeg"
    fake.parent.mkdir()
    fake.write_text(f"#!/bin/sh\ntouch '{t.folder}/was run'\nexit 1\n")
    fake.chmod(0o755)
    path = {"PATH": f"{fake.parent}:{os.environ['PATH']}"}
    for module in ("/nowhere.so", str(t.file("junk.so", b"not a library")), str(t.folder)):
        said = t.refuses("timelapse", run, "-o", "a.mp4", "--seconds", "1", environment={**path, "REDRAW_AV_MODULE": module})
    t.does("timelapse", run, "-o", "a.gif", "--seconds", "1", environment={**path, "REDRAW_AV_MODULE": "/nowhere.so"})
    check(not (t.folder / "was run").exists(), "ffmpeg was run")
    return said


@case(76, "an MP4 of 13 x 7", "padded to 14 x 8")
def odd_size(t):
    t.need_module("av")
    run = t.run_file()
    for name in ("a.mp4", "a.webm"):
        out = t.does("timelapse", run, "-o", name, "--size", "13x7", "--seconds", "1").out
        check("14 x 8" in out, out)
    return out.strip().split(": ")[1]


@case(77, "a film of 10,000 frames, each another drawing", "written, in bounded memory")
def long_film(t):
    run = t.run_file()
    frames = ("--size", "160x160", "--fps", "50", "--seconds", "200")
    ended = t.does("timelapse", run, "-o", "a.gif", *frames, limit=120)
    check(ended.peak < 300, f"{ended.peak:.0f} MiB")
    return f"{(t.folder / 'a.gif').stat().st_size / 1e6:.1f} MB, {ended.peak:.0f} MiB"
