"""Cases 147 to 163, added by this project: environments, limits and arguments."""

import json
import os
import resource
import signal

import forged_runs
import pictures
from case import SMALL, case, check
from progress import output_of
from cases_own_files import model

SCRIPT = 'exec "$0" "$@"'


@case(147, "standard input, output, error closed", "nothing is written into a run or an export in their place")
def closed_streams(t):
    picture, path = t.picture("p.png"), t.file("m.json", json.dumps(model()))
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        wrap = ("sh", "-c", f"{SCRIPT} {closed}")
        for command in (("fit", picture, "-o", "a.redraw", "--force", *SMALL, "--export", "a.png"), ("info", "a.redraw", "--csv", "a.csv"),
                        ("export", "a.redraw", "-o", "b.png"), ("timelapse", "a.redraw", "-o", "a.gif", "--seconds", "1"),
                        ("weights", "a.redraw", "-o", "a.h"), ("devices",), ("fit", "nowhere.png", "-o", "b.redraw")):
            check(t.run(*command, wrap=wrap).status in (0, 1), f"{command[0]} {closed}")
        t.run("import", path, "-o", f"{len(closed)}.redraw", wrap=wrap)
        t.intact("a.redraw")
        t.intact(f"{len(closed)}.redraw")
        for name in ("a.png", "b.png"):
            pictures.read_png(t.read(name))
        check(t.read("a.gif")[:3] == b"GIF" and b"pixel" not in t.read("a.csv"), "mixed up")
    return "4 ways"


@case(148, "a umask of 0777, 0077, 0", "files of that mode; a run that may not be opened again is refused")
def umasks(t):
    t.run_file()
    for mask, mode in ((0o077, 0o600), (0o000, 0o666), (0o022, 0o644)):
        t.does("export", "run.redraw", "-o", f"{mask}.png", preexec_fn=lambda: os.umask(mask))
        check((t.folder / f"{mask}.png").stat().st_mode & 0o777 == mode, f"umask {mask:o}")
    return t.refuses("fit", t.picture("p.png"), "-o", t.open_folder() / "a.redraw", *SMALL,
                     wrap=(*t.as_nobody(), "sh", "-c", f"umask 0777; {SCRIPT}"), saying="permission denied")


@case(149, "odd surroundings: TMPDIR gone, TZ, LC_ALL, HOME of nonsense, a file as XDG_DATA_HOME", "works, or one sentence")
def surroundings(t):
    picture = t.picture("p.png")
    for i, environment in enumerate(({"TMPDIR": "/nowhere"}, {"TZ": "x" * 5000}, {"LC_ALL": "xx_XX.UTF-7"}, {"LANG": "\x1b"},
                                     {"HOME": "/a\nb"}, {"COLUMNS": "-1", "TERM": "nonsense"}, {"REDRAW_CUDA_MODULE": ""},
                                     {"LD_LIBRARY_PATH": "/nowhere"}, {"REDRAW_FRAME_LOG": "/nowhere/log"}, {"SQLITE_TMPDIR": "/nowhere"})):
        t.does("fit", picture, "-o", f"{i}.redraw", *SMALL, environment=environment)
        t.does("export", f"{i}.redraw", "-o", "a.png", environment=environment)
    return t.refuses("fit", picture, *SMALL, environment={"XDG_DATA_HOME": str(t.file("a file"))})


@case(150, "no environment, no arguments, 10,000 arguments", "works; wrong usage")
def no_environment(t):
    run = t.run_file()
    t.does("info", run, wrap=("env", "-i"))
    ended = t.run()
    check(ended.status == 2 and len(ended.err.splitlines()) > 2, f"no list of commands: {ended.err!r}")
    t.refuses_each((("fit", *["a.png"] * 10_000), ("info", run, "--json" * 20_000)), status=2)
    return t.refuses_each((("export", run, "-o", ""), ("fit", "", "-o", "a.redraw")))


@case(151, "four file descriptors, a stack of 128 kB", "a sentence, or it works")
def small_limits(t):
    run, seen = t.run_file(), []
    for kind, least in (*((resource.RLIMIT_NOFILE, least) for least in (3, 4, 5, 6, 8)), (resource.RLIMIT_STACK, 131072)):
        for command in (("info", run), ("export", run, "-o", "a.png"), ("resume", run, "--epochs", "4")):
            seen.append(t.says_little(*command, statuses=(0, 1, 127),
                                      preexec_fn=lambda: resource.setrlimit(kind, (least, least))).status)
    t.intact(run)
    return f"{seen.count(0)} of {len(seen)} worked"


@case(152, "a film of 0 and 101 frames/s, 0, nan and 10^9 seconds, held -1", "wrong usage")
def film_arguments(t):
    run = t.run_file()
    for option, values in {"fps": ("0", "101", "nan", "2.5"), "seconds": ("0", "nan", "1e9", "-1"), "hold": ("-1", "nan"),
                           "pace": ("time",)}.items():
        said = t.refuses_values(("timelapse", run, "-o", "a.gif"), f"--{option}", values)
    return said


@case(153, "a film onto a file, into a full folder, as .avi, of one keyframe", "refused, or written beside what was there")
def film_targets(t):
    run = t.run_file()
    t.refuses("timelapse", run, "-o", "a.avi", saying=(".gif", ".mp4", ".webm"))
    t.file("frames", "a file")
    t.refuses("timelapse", run, "-o", "frames", "--seconds", "1", saying="frames")
    (t.folder / "full").mkdir()
    mine = t.file("full/holiday.png", "mine")
    t.run("timelapse", run, "-o", "full", "--seconds", "1")
    check(mine.read_text() == "mine", "it wrote over what was there")
    (t.folder / "a.gif").mkdir()
    return t.refuses("timelapse", run, "-o", "a.gif", "--seconds", "1", saying="a.gif")


@case(154, "an export without a kind, of quality 0, of 16 bits as JPEG, at a step that is not kept", "refused; what is possible is said")
def export_arguments(t):
    export = ("export", t.run_file(), "-o")
    t.refuses_each([(*export, name) for name in ("a", ".png", "a.", "a.svg", "a.png.", "png")], saying=".png")
    t.refuses_values((*export, "a.jpg"), "--quality", ("0", "101", "nan", "-1"))
    t.refuses_each([(*export, name, "--16bit") for name in ("a.jpg", "a.webp", "a.bmp", "a.tga")], saying="16 bits")
    t.refuses_values((*export, "a.png"), "--at", ("-1", "99999999999999"), status=1, saying="was not kept")
    t.refuses_values((*export, "a.png"), "--at", ("1.5", "99999999999999999999"))
    return t.refuses(*export, "no/such/folder/a.png", saying="there is no such folder")


@case(155, "stop rules of nan, -1, 0, inf; seeds of -1, 2^64", "wrong usage where they mean nothing")
def stop_rules(t):
    fit = ("fit", t.picture("p.png"), *SMALL[:4], "-o")
    for option, values in {"until-psnr": ("nan",), "until-seconds": ("nan", "-1"), "seed": ("-1", str(1 << 64), "1.5"),
                           "threads": ("-1", "1025"), "channels": ("cmyk",)}.items():
        said = t.refuses_values((*fit, "never.redraw"), f"--{option}", values)
    for option in ("until-psnr=-5", "until-seconds=0", "until-seconds=inf", "until-psnr=inf", f"seed={(1 << 64) - 1}"):
        t.does(*fit, "run.redraw", "--force", "--threads", "1", f"--{option}")
    return said


@case(156, "sizes to learn at: 0, -1, 99999, 1x, larger than the picture", "wrong usage; never larger than the picture")
def train_sizes(t):
    fit = ("fit", t.picture("p.png"), *SMALL, "-o")
    said = t.refuses_values((*fit, "never.redraw"), "--train-size", ("0", "-1", "99999", "1x", "x1", "0x5", "5x0", "1x99999",
                                                                    "99999999999", "", "big"), saying=())
    out = t.does(*fit, "run.redraw", "--train-size", "16384x16384").out
    check("24 x 16" in out, out)
    return said


@case(157, "resume with fewer epochs, 2^63, on what is finished, on a picture", "nothing is unlearned")
def resumes(t):
    run = t.run_file()
    before = t.info(run)["step"]
    for options in (("--epochs", "0"), ("--epochs", "1"), ()):
        t.does("resume", run, *options)
    check(t.info(run)["step"] == before, "steps were lost")
    t.refuses_values(("resume", run), "--epochs", (1 << 63,))
    return t.refuses("resume", t.picture("p.png"), saying="it is not a Redraw run")


@case(158, "two programs that make the same run at once", "one makes it, the other is refused")
def race(t):
    picture = t.picture("p.png")
    for _ in range(20 if t.full else 3):
        both = [t.starts("fit", picture, "-o", "race.redraw", *SMALL) for _ in range(2)]
        said = [output_of(process)[1] for process in both]
        check(sorted(process.returncode for process in both) == [0, 1], f"{[process.returncode for process in both]} {said}")
        t.intact("race.redraw")
        check(not list(t.folder.glob(".redraw-*")), "a part was left")
        (t.folder / "race.redraw").unlink()
    return next(filter(None, said)).strip()


@case(159, "a comparison with another shape, the run itself, a folder; a copy of 0 epochs", "refused with both shapes")
def comparisons(t):
    run = t.run_file()
    t.refuses_each([("compare", run, path) for path in (run, t.folder, "/dev/null", "nowhere.png")])
    t.refuses_values(("compare", run), "--epochs", ("0",))
    t.refuses_values(("compare", run, t.picture("p.png")), "--size", ("0", "16385", "x"))
    t.refuses("compare", run, "--drawing", "a.jpg", saying=".png")
    return t.refuses("compare", run, t.picture("tall.png", 16, 24), saying=("16 x 24", "24 x 16"))


@case(160, "learning that cannot begin: no such device, no room, an old run in its place", "refused before anything is written or deleted")
def before_it_begins(t):
    run, picture = t.run_file(), t.picture("p.png")
    for options, environment in ((("--backend", "cuda"), {"REDRAW_CUDA_MODULE": "/nowhere.so"}), ((), {"REDRAW_THREADS": "none"}),
                                 ((), {"REDRAW_INSTRUCTION_SET": "mmx"}), (("--export", "a.xyz"), {}), (("--config", "nowhere.json"), {})):
        t.refuses("fit", picture, "-o", "new.redraw", *SMALL[:4], *options, environment=environment)
        said = t.refuses("fit", picture, "-o", run, "--force", *SMALL[:4], *options, environment=environment)
    t.refuses("fit", "nowhere.png", "-o", run, "--force", *SMALL)
    t.refuses("fit", picture, "-o", run, "--force", *SMALL, wrap=("sh", "-c", f"ulimit -f 1; {SCRIPT}"))
    return said


@case(161, "rounded weights for a header, weights without a kind, onto a folder", "refused with what is possible")
def weights_arguments(t):
    weights = ("weights", t.run_file(), "-o")
    t.refuses_each([(*weights, name) for name in ("a", "a.pt", "a.frag", "a.safetensors.", "a.npz", ".h")], saying=".safetensors")
    (t.folder / "a.h").mkdir()
    t.refuses(*weights, "a.h", saying="it is a folder")
    t.refuses(*weights, "b.safetensors", "--at", "77", saying="was not kept")
    return t.refuses(*weights, "b.h", "--as", "f16", saying=".safetensors")


@case(162, "escape sequences, comment ends, no UTF-8 in the texts of a run", "escaped wherever they are shown; a header stays a header")
def control_characters(t):
    run = t.run_file()
    forged_runs.forge(run, "run", picture_name="\x1b]0;owned\x07.png")
    for command in (("info", run), ("info", run, "--json"), ("weights", run, "-o", "a.h")):
        check("\x1b" not in t.does(*command).out, command[0])
    with forged_runs.opened(run) as database:
        broken, number = b"\xff\x1b not UTF-8", database.execute("SELECT count(*) + 1 FROM event").fetchone()[0]
        database.execute("INSERT INTO event VALUES (?, 0, 'branched', 0, 0.0, CAST(? AS TEXT), ?)",
                         (number, broken, forged_runs.crc([number, 0, "branched", 0, 0.0, broken])))
    ended = t.says_little("info", run, "--json")
    check(ended.status or json.loads(ended.out)["events"], ended.out)
    check(b"\x1b" not in t.read("a.h"), "a.h holds an escape")
    forged_runs.forge(run, "run", picture_name='*/ int main() { return system("x"); } /*')
    t.does("weights", run, "-o", "a.h")
    check(not any(line.startswith(b"int main") for line in t.read("a.h").split(b"*/")), "code was planted")
    return "3 outputs"


@case(163, "a run replaced while another program trains it", "refused: it is open in another Redraw")
def replaced_in_use(t):
    run, first = t.in_use()
    try:
        said = t.refuses("fit", t.picture("p.png"), "-o", run, "--force", *SMALL, unchanged=False, saying="is open in another Redraw")
    finally:
        first.send_signal(signal.SIGTERM)
        output_of(first)
    t.intact(run)
    t.does("fit", "p.png", "-o", run, "--force", *SMALL)
    return said
