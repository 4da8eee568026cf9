"""Cases 180 and 182 to 189: how the programs are started and stopped, where they write, and what they report."""

import json
import os
import re
import shutil
import signal
import subprocess

import pictures
from case import SMALL, Skipped, case, check, within
from progress import output_of
from cases_own_files import model

FOREVER = ("--layers", "16,16", "--epochs", "100000000", "--threads", "1", "--json")


@case(180, "nohup, a background job: SIGHUP, SIGINT, SIGTERM ignored from the start", "it trains on; the others stop it")
def ignored_signals(t):
    for ignored, stop in (("HUP", "TERM"), ("INT", "HUP"), ("TERM", "INT")):
        process = t.starts("fit", t.picture("p.png"), "-o", f"{ignored}.redraw", *FOREVER,
                           command=("sh", "-c", f"trap '' {ignored}; exec \"$0\" \"$@\""))
        process.stdout.readline()
        for _ in range(2):  # if not ignored, a second signal would end the program at once
            process.send_signal(signal.Signals[f"SIG{ignored}"])
            for _ in range(5):
                check('"progress"' in process.stdout.readline(), f"SIG{ignored} stopped it")
        process.send_signal(signal.Signals[f"SIG{stop}"])
        output_of(process)
        check(process.returncode == 128 + signal.Signals[f"SIG{stop}"], f"status {process.returncode}")
        t.intact(f"{ignored}.redraw")
    return "3 signals"


@case(182, "modules named by the environment of whoever starts a set-user-id copy", "their code is not run")
def set_user_id(t):
    t.need_root()
    if os.statvfs(t.folder).f_flag & os.ST_NOSUID:
        raise Skipped("this file system knows no set-user-id")
    source = t.file("module.c", "#include <fcntl.h>\nstatic void __attribute__((constructor)) run(void) { creat(\"code ran\", 0666); }\n")
    module, ran = t.folder / "module.so", t.open_folder() / "code ran"
    subprocess.run([t.need_compiler(), "-shared", "-fPIC", "-o", module, source], check=True)
    nobody, run = t.as_nobody(), t.run_file()
    run.chmod(0o644)
    program = t.folder / "redraw"
    for mode, runs in ((0o755, True), (0o4755, False)):
        shutil.copy(t.redraw, program)
        program.chmod(mode)
        for variable, command in (("REDRAW_CUDA_MODULE", ("devices",)),
                                  ("REDRAW_AV_MODULE", ("timelapse", run, "-o", "a.mp4", "--seconds", "1"))):
            t.run(*command, program=program, wrap=nobody, cwd=t.folder / "open", environment={variable: str(module)})
            check(ran.exists() == runs, f"{variable} of a program of mode {mode:o}: {'not ' if runs else ''}loaded")
            ran.unlink(missing_ok=True)
    return "2 variables"


@case(183, "names that are no UTF-8, with escape sequences and line ends, in what is printed", "escaped; --json is JSON")
def printed_names(t):
    model_file = t.file("model.json", json.dumps(model()))
    for start in (b"\xff\xfe", b"\x1b[31m", b"\xc2\x9b31m", b"a\nb", b"\xed\xa0\x80"):
        name = lambda extension: os.path.join(os.fsencode(t.folder), start + extension)
        picture, run = t.file(start + b".png", t.picture("p.png").read_bytes()), name(b".redraw")
        for command in (("fit", picture, "-o", run, *SMALL), ("fit", picture, "-o", run, "--force", *SMALL, "--json"),
                        ("resume", run, "--epochs", "3"), ("resume", run, "--epochs", "4", "--json"), ("info", run),
                        ("info", run, "--json", "--csv", name(b".csv")), ("export", run, "-o", name(b".png")),
                        ("timelapse", run, "-o", name(b".gif"), "--seconds", "1"),
                        ("timelapse", run, "-o", name(b".gif"), "--seconds", "1", "--json"), ("compare", run, picture),
                        ("compare", run, picture, "--json", "--drawing", name(b"2.png")), ("weights", run, "-o", name(b".h")),
                        ("import", model_file, "-o", name(b"2.redraw"))):
            said = t.does(*command).out
            check(said.replace("\n", "").isprintable(), f"raw characters of {command[0]}: {said!r}")
            for line in said.splitlines() if "--json" in command else ():
                json.loads(line)
        said = t.refuses("fit", picture, b"--" + start, status=2)
    return said


@case(184, "a reader that goes away, a full disk behind standard output", "silence and status 141; the reason and 1; what was learned is saved")
def closed_pipes(t):
    run, picture = t.run_file(), t.picture("p.png")
    commands = (("info", run), ("info", run, "--json"), ("devices",), ("compare", run, picture, "--json"), ("fit", "--help"),
                ("export", run, "-o", "a.png"), ("timelapse", run, "-o", "a.gif", "--seconds", "1", "--json"), ("weights", run, "-o", "a.h"),
                ("fit", picture, "-o", "b.redraw", "--force", *SMALL), ("fit", picture, "-o", "b.redraw", "--force", *SMALL, "--json"))
    for command in commands:
        read, write = os.pipe()
        os.close(read)
        with os.fdopen(write, "w") as closed, open("/dev/full", "w") as full:
            ended = t.run(*command, stdout=closed)
            check((ended.status, ended.err) == (128 + signal.SIGPIPE, ""), f"{ended.status}: {ended.err}")
            t.refuses(*command, stdout=full, saying="no space left on device", unchanged=False)
    t.intact("b.redraw")
    for command in (("info", run, "--csv", "/dev/stdout"), ("weights", run, "-o", t.folder / "out.h")):
        if command[0] == "weights":
            (t.folder / "out.h").symlink_to("/proc/self/fd/1")
        with os.fdopen(os.pipe()[1], "w") as pipe:
            said = t.refuses(*command, stdout=pipe, saying="it is not a regular file")
    return f"{2 * len(commands)} times; {said}"


def spellings(t, path):
    """Returns the path of a file and other names of the same file."""
    folder = t.folder / "other"
    symbolic, hard = (folder / f"{kind} {path.name}" for kind in ("symbolic", "hard"))
    folder.mkdir(exist_ok=True)
    if not hard.exists():
        symbolic.symlink_to(path)
        os.link(path, hard)
    return path, path.name, folder / f"../{path.name}", symbolic, hard


@case(185, "an output that the same command reads: its name, a hard link, a symbolic one, another spelling", "refused; nothing is replaced")
def inputs_as_outputs(t):
    run, other, picture, settings = t.run_file(), t.file("other.redraw"), t.picture("p.png"), t.file("settings.csv", "{}")
    other.write_bytes(run.read_bytes())
    png, csv = (t.folder / f"run.{end}" for end in ("png", "csv"))  # two copies of the run with other extensions
    for name in (png, csv):
        name.write_bytes(run.read_bytes())
    path = t.file("m.json", json.dumps(model()))
    itself, another = "it is the run itself", "it is a Redraw run"
    for file, saying, *commands in (
            (picture, "it is the picture that is learned", ("fit", picture, "-o", "a.redraw", *SMALL, "--export"),
             ("fit", picture, "--force", *SMALL, "-o")),
            (picture, "it is the reference", ("compare", run, picture, "--drawing")),
            (picture, "it is the picture that the model learned", ("import", path, "--picture", picture, "-o")),
            (settings, "it is the settings", ("fit", picture, "-o", "a.redraw", "--config", settings, "--export")),
            (png, itself, ("export", png, "-o"), ("resume", png, "--epochs", "9", "--export"), ("compare", png, "--drawing")),
            (png, another, ("export", run, "-o"), ("resume", run, "--epochs", "9", "--export"),
             ("fit", picture, "-o", "a.redraw", *SMALL, "--force", "--export")),
            *((file, another, ("info", run, "--csv"), ("weights", run, "-o"), ("timelapse", run, "-o")) for file in (other, csv))):
        t.refuses_each([(*command, output) for output in spellings(t, file) for command in commands], saying=saying)
    for end in ("journal", "wal", "shm"):
        t.refuses("info", other, "--csv", f"{run}-{end}", saying="it is the journal of a Redraw run")
    t.refuses("fit", picture, "-o", "new.png", *SMALL, "--export", "./new.png", saying="it is the run itself")
    t.does("export", run, "-o", "old.png")
    before = (t.folder / "old.png").stat().st_ino
    t.does("export", run, "-o", "old.png")
    check((t.folder / "old.png").stat().st_ino != before, "what is no input is replaced whole")
    return t.refuses("import", path, "-o", path, saying="it is the model")


@case(186, "an MP4 that x264 finds no memory for", "one sentence; the library says nothing of its own")
def no_memory_for_video(t):
    t.need_module("av")
    run, seen = t.run_file(), {0: 0, 1: 0}
    for mebibytes in range(200, 1500, 60 if t.full else 180):
        seen[t.says_little("timelapse", run, "-o", "a.mp4", "--size", "2000", "--seconds", "0.5", "--threads", "1",
                           preexec_fn=within(mebibytes), limit=60).status] += 1
    check(seen[1], "it never ran out")
    return f"{seen[1]} refused, {seen[0]} written"


@case(187, "too little memory for the batch of a fit that left it open", "a smaller one, said in a line; only then refused")
def no_memory_for_batch(t):
    width = 128  # side in pixels; wide layers' gradients fill the memory, and smaller batches need fewer copies
    picture = t.file("large.png", pictures.png(width, width, pictures.waves(width, width)))
    learn = ("fit", picture, "--force", "--preset", "siren", "--layers", "512,512", "--train-size", "original", "--threads", "1",
             "--epochs", "1", "--until-seconds", "0.05")
    seen = []
    for mebibytes in range(140, 50, -1 if t.full else -3):
        ended = t.run(*learn, "-o", "run.redraw", preexec_fn=within(mebibytes), limit=60)
        check(ended.status in (0, 1) and len(ended.err.splitlines()) <= 2, f"{mebibytes} MiB: {ended.status} {ended.err!r}")
        check(ended.status == 0 or "not enough memory" in ended.err, ended.err)
        if len(ended.err.splitlines()) == ended.status:  # the program noted no smaller batch
            continue
        if ended.status == 1:  # even the smallest batch does not fit
            seen.append(0)
            continue
        data = t.info("run.redraw")["config"]["data"]
        said = int(re.search(r"(\d+) pixels", ended.err)[1])  # the reported size; batches are whole cells
        check(data["batch"] == "stratified" and 0.8 < said / data["batch_size"] < 1.25, f"{data} {ended.err!r}")
        t.refuses(*learn, "-o", "full.redraw", "--batch", "full", preexec_fn=within(mebibytes), limit=60, unchanged=False,
                  saying="not enough memory")  # a requested batch is never reduced
        t.does("resume", "run.redraw", "--epochs", "2", "--until-seconds", "0.05", limit=60)
        settings = t.file("settings.json", json.dumps(t.info("run.redraw")["config"]))
        t.does("fit", picture, "--config", settings, "-o", "asked.redraw", "--force", "--until-seconds", "0.05", limit=60)
        check(t.weights("run.redraw", "--at", "1") == t.weights("asked.redraw", "--at", "1"), "another network")
        seen.append(data["batch_size"])
        if not t.full:
            break
    check(seen, "no limit made it take a smaller batch")
    return f"batches of {sorted(set(seen))} pixels (0: refused in the end) within {len(seen)} limits"


@case(188, "a GIF of 45 million pixels", "written in the memory of a byte and a bit a pixel")
def large_gif(t):
    ended = t.does("timelapse", t.run_file(), "-o", "a.gif", "--size", "8192", "--seconds", "1", "--fps", "2", limit=120)
    check(ended.peak < 300, f"it took {ended.peak:.0f} MiB")
    return f"{ended.peak:.0f} MiB"


@case(189, "a picture on standard input: cut, empty, closed, both ends; a drawing into what takes none", "refused as a file is")
def streams(t):
    picture, run = t.picture("p.png"), t.run_file()
    whole = picture.read_bytes()
    for length in {0, 1, 8, 33, len(whole) // 2, len(whole) - 20}:
        cut = t.file("cut.png", whole[:length])
        with open(cut, "rb") as file:
            said = t.refuses("fit", "-", "-o", "a.redraw", *SMALL, stdin=file, saying="Cannot open standard input: ")
        t.refuses("fit", cut, "-o", "a.redraw", *SMALL, saying=said.split("standard input")[1])
    t.refuses_each((("fit", "-"), ("enlarge", "-", "-o", "a.png"), ("compare", run, "-"), ("import", "-", "-o", "a.redraw")),
                   preexec_fn=lambda: os.close(0), saying="standard input: it is closed")
    with open(picture, "rb") as file:  # standard input is the picture, which must not be overwritten
        t.refuses("enlarge", "-", "-o", picture, stdin=file, saying="it is the picture that is enlarged")
    with open(run, "r+b") as file:
        t.refuses("export", run, "-o", "-", stdout=file, saying="it is the run itself")
    with open("/dev/full", "wb") as full:
        t.refuses("export", run, "-o", "-", stdout=full, saying="Cannot write standard output: no space left on device")
    t.refuses("export", run, "-o", "-", preexec_fn=lambda: os.close(1), saying="Cannot write standard output: it is closed")
    t.refuses_each((("info", "-"), ("fit", picture, "-o", "-"), ("timelapse", run, "-o", "-"), ("weights", run, "-o", "-")), status=2)
    with open(picture, "rb") as file:
        t.does("fit", "-", "-o", "a.redraw", *SMALL, stdin=file)
    t.intact("a.redraw")
