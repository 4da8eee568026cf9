"""Cases 104 to 118: GPU memory, displays, memory, threads, processors."""

import json
import os
import shutil

import pictures
from case import SMALL, Skipped, case, check, within
from progress import end_of
from x_server import x_server


def emulated(t):
    if not t.emulated():
        raise Skipped("there is no emulated CUDA module")
    return {"REDRAW_CUDA_MODULE": str(t.emulated())}


@case(108, "GPU memory that runs out anywhere", "refused, or the CPU goes on; the weights are safe")
def gpu_memory(t):
    environment = emulated(t)
    for n in range(1, 40, 1 if t.full else 6):
        failing = {**environment, "REDRAW_CUDA_EMULATION_FAIL_ALLOCATION": str(n)}
        t.says_little("fit", t.picture("p.png"), "-o", "run.redraw", "--force", *SMALL, "--backend", "cuda", environment=failing)
    t.intact(t.folder / "run.redraw")


def xvfb(t, *options):
    """The display of an X server of our own."""
    t.need("Xvfb")
    server, display = x_server("800x600", *options)
    t.undo.append(lambda: (server.terminate(), end_of(server)))
    return {"DISPLAY": display}


@case(111, "no display, a wrong one, no GLX, OpenGL 2.1", "refused with the reason and the command line as a way out")
def no_display(t):
    if not t.studio:
        raise Skipped("no studio was given")
    # Mesa and Xlib may say something of their own before; ours is the last line.
    displays = ({}, {"DISPLAY": ":9999"}, {"DISPLAY": "nonsense"}, {"WAYLAND_DISPLAY": "nowhere"}, xvfb(t, "-extension", "GLX"),
                {**xvfb(t), "MESA_GL_VERSION_OVERRIDE": "2.1", "LIBGL_ALWAYS_SOFTWARE": "1"})
    seen = set()
    for environment in displays:
        ended = t.run(program=t.studio, environment=environment)
        said = ended.err.strip().splitlines()[-1]
        check(ended.status == 1 and "needs a display with OpenGL 3.3" in said and "redraw fit" in said, f"{environment}: {ended.err!r}")
        seen.add(said.removeprefix("redraw-studio: "))
    return f"{len(seen)} reasons, the last: {said}"


@case(116, "too little memory, anywhere", "a sentence, or it works; never an abort")
def little_memory(t):
    run, seen = t.run_file(), {0: 0, 1: 0, 127: 0}
    large = t.file("large.png", pictures.png(4000, 4000, [bytes(4000)] * 4000))
    commands = (("fit", large, "-o", "b.redraw", "--force", *SMALL), ("export", run, "-o", "a.png", "--size", "2000"),
                ("timelapse", run, "-o", "a.gif", "--size", "1000", "--seconds", "1"), ("info", run))
    for mebibytes in range(24, 200, 4 if t.full else 22):
        for command in commands:
            status = t.says_little(*command, statuses=(0, 1, 127), preexec_fn=within(mebibytes)).status
            seen[status] += 1  # 127: not even its libraries fit
    t.intact(run)
    check(seen[0] and seen[1], f"{seen}")
    return f"{seen[0]} worked, {seen[1]} said it"


@case(117, "threads that cannot start, one processor, 1024 threads", "fewer threads, the same drawing")
def threads(t):
    picture, nobody, outputs = t.picture("p.png"), t.as_nobody(), []
    t.open_folder()
    alone = ("prlimit", "--nproc=1:1") if shutil.which("prlimit") else ()
    one = ("taskset", "-c", str(min(os.sched_getaffinity(0)))) if shutil.which("taskset") else ()
    for i, (wrap, options, environment) in enumerate((
            ((), (), {}), ((*nobody, *alone), ("--threads", "8"), {}), (one, (), {}), ((), ("--threads", "1024"), {}),
            ((), (), {"REDRAW_THREADS": "100000", "OMP_NUM_THREADS": "100000"}), ((), (), {"REDRAW_THREADS": "1"}))):
        run = f"open/{i}.redraw"
        t.does("fit", picture, "-o", run, "--layers", "16,16", "--epochs", "20", *options, wrap=wrap, environment=environment)
        outputs.append(t.weights(run))
    check(len(set(outputs)) == 1, "the threads changed the result")
    for value in ("0", "-1", "many", "1.5", "99999999999"):
        said = t.refuses("fit", picture, "-o", "b.redraw", *SMALL[:4], environment={"REDRAW_THREADS": value}, saying="REDRAW_THREADS")
    return f"{len(outputs)} ways, equal to the bit; {said}"


@case(118, "processors without AMX, AVX-512, AVX2", "the same drawing within rounding; what is lacking is said")
def instruction_sets(t):
    picture, run = t.picture("p.png"), t.run_file("run.redraw", "--epochs", "60")
    drawings, psnrs = {}, {}
    for name in ("scalar", "avx2", "avx512", "avx512_bf16"):
        environment = {"REDRAW_INSTRUCTION_SET": name}
        ended = t.run("export", run, "-o", "a.png", "--16bit", environment=environment)
        if ended.status:
            check("which this processor does not have" in ended.err, ended.err)
            continue
        drawings[name] = pictures.read_png(t.read("a.png"))[4]
        if name == "avx512_bf16":
            continue  # it draws in fp32, but learns with bf16's rounding
        done = t.does("fit", picture, "-o", "b.redraw", "--force", *SMALL[:2], "--epochs", "60", "--json", environment=environment)
        psnrs[name] = json.loads(done.out.splitlines()[-1])["psnr"]
    apart = max(abs(a - b) for other in drawings.values() for row, reference in zip(other, drawings["scalar"])
                for a, b in zip(row, reference))
    check(apart <= 16, f"{apart} of 65535 levels apart")
    check(max(psnrs.values()) - min(psnrs.values()) < 0.1, f"{psnrs}")
    t.refuses("fit", picture, "-o", "c.redraw", environment={"REDRAW_INSTRUCTION_SET": "mmx"}, saying="it may be scalar, avx2")
    also = ""
    if shutil.which("qemu-x86_64"):
        t.does("export", run, "-o", "a.png", wrap=("qemu-x86_64", "-cpu", "Nehalem"), limit=60)
        also = ", and on an emulated Nehalem"
    return f"{', '.join(drawings)}{also}: at most {apart} of 65535 levels apart"
