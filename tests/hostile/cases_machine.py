"""Cases 104 to 118 except 112 and 113: drivers, displays, signals, memory, threads, processors."""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

import pictures
from case import SMALL, SOURCE, Skipped, case, check, within
from desktop import x_server
from progress import delivered, end_of, output_of

STUBS = ("/usr/local/cuda/lib64/stubs", "/usr/lib/x86_64-linux-gnu/stubs")


def emulated(t):
    if not t.emulated():
        raise Skipped("there is no emulated CUDA module")
    return {"REDRAW_CUDA_MODULE": str(t.emulated())}


def without_cuda(t, *reason, environment=()):
    """Checks that a request for CUDA gives this reason, and that training uses the CPU."""
    devices = {device["name"]: device for device in
               json.loads(t.does("devices", "--json", environment=environment).out)["devices"]}
    check(devices["cpu"]["available"] and not devices["cuda"]["available"], f"{devices}")
    said = t.refuses("fit", t.picture("p.png"), "-o", "cuda.redraw", *SMALL, "--backend", "cuda",
                     saying=("CUDA is not available: ", *reason), environment=environment)
    done = json.loads(t.does("fit", "p.png", "-o", "cpu.redraw", "--force", *SMALL, "--json", environment=environment).out.splitlines()[-1])
    check(done["backend"] == "cpu", f"on {done['backend']}")
    return said


def driver(t, *flags):
    """Compiles a fake libcuda; returns the environment that makes programs load it."""
    source = SOURCE / "tests/support/fake_libcuda.c"
    (t.folder / "driver").mkdir(exist_ok=True)
    subprocess.run([t.need_compiler(), "-shared", "-fPIC", *flags, "-o", t.folder / "driver/libcuda.so.1", source], check=True)
    return {"LD_LIBRARY_PATH": str(t.folder / "driver")}


@case(104, "no NVIDIA driver; no CUDA module", "the CPU, and the reason in a sentence")
def no_driver(t):
    said = without_cuda(t, "is not installed", environment={"REDRAW_CUDA_MODULE": "/nowhere.so"})
    if (t.programs / "redraw_cuda.so").exists():
        listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout
        if "libcuda.so.1" not in listed:
            said = without_cuda(t, "no NVIDIA driver is installed")
    return said


@case(105, "CUDA's stub in place of the driver", "the CPU, and the reason")
def stub(t):
    t.need_module("cuda")
    stubs = next((path for path in map(pathlib.Path, STUBS) if (path / "libcuda.so").exists()), None)
    if not stubs:
        raise Skipped("there is no stub of CUDA")
    (t.folder / "driver").mkdir()
    (t.folder / "driver" / "libcuda.so.1").symlink_to(stubs / "libcuda.so")
    return without_cuda(t, environment={"LD_LIBRARY_PATH": str(t.folder / "driver")})


@case(106, "a driver that is too old", "the CPU, and the version it would need")
def old_driver(t):
    t.need_module("cuda")
    return without_cuda(t, "the NVIDIA driver is too old", environment=driver(t, "-DDRIVER=11040"))


@case(107, "a driver without a device", "the CPU, and the reason")
def no_device(t):
    t.need_module("cuda")
    return without_cuda(t, "the NVIDIA driver finds no device", environment=driver(t))


@case(108, "a device that is too old; GPU memory that runs out anywhere", "refused, or the CPU goes on; the weights are safe")
def gpu_memory(t):
    environment = emulated(t)
    for n in range(1, 40, 1 if t.full else 6):
        failing = {**environment, "REDRAW_CUDA_EMULATION_FAIL_ALLOCATION": str(n)}
        t.says_little("fit", t.picture("p.png"), "-o", "run.redraw", "--force", *SMALL, "--backend", "cuda", environment=failing)
    t.unit("cuda", "a device that is too old or lost is no device")
    return t.unit("cuda", "a device without memory is a sentence, wherever it runs out",
                  "a drawing that finds no memory leaves the training alone")


@case(109, "a device that is lost", "said once; what was committed goes on, on the CPU")
def lost_gpu(t):
    environment = {**emulated(t), "REDRAW_CUDA_EMULATION_LOSE_DEVICE": "9"}
    ended = t.run("fit", t.picture("p.png"), "-o", "run.redraw", *SMALL[:2], "--epochs", "40", "--backend", "cuda",
                  environment=environment)
    check("GPU" in ended.err + ended.out and ended.status in (0, 1), f"{ended.status}: {ended.err!r}")
    t.does("resume", "run.redraw", "--backend", "cpu")
    return t.unit("cuda", "a lost device is said once and the same, and the saved state goes on elsewhere",
                  "a device lost while drawing is said by the drawing or by what follows")


@case(110, "OpenGL that CUDA cannot share with", "drawings go over the host from then on; the picture is right")
def interop(t):
    t.need("Xvfb")
    return t.unit("gl_interop", "A failure of any call means uploads from then on, and the picture is right",
                  "OpenGL that CUDA does not drive is found out by the probe, in a sentence")


def xvfb(t, *options):
    """Starts an X server; returns the environment with its display."""
    t.need("Xvfb")
    server, display = x_server("800x600", *options)
    t.undo.append(lambda: (server.terminate(), end_of(server)))
    return {"DISPLAY": display}


@case(111, "no display, a wrong one, no GLX, OpenGL 2.1", "refused with the reason and the command line as a way out")
def no_display(t):
    if not t.studio:
        raise Skipped("no studio was given")
    # Mesa and Xlib may print messages first; the last line is Redraw's.
    displays = ({}, {"DISPLAY": ":9999"}, {"DISPLAY": "nonsense"}, {"WAYLAND_DISPLAY": "nowhere"}, xvfb(t, "-extension", "GLX"),
                {**xvfb(t), "MESA_GL_VERSION_OVERRIDE": "2.1", "LIBGL_ALWAYS_SOFTWARE": "1"})
    seen = set()
    for environment in displays:
        ended = t.run(program=t.studio, environment=environment)
        said = ended.err.strip().splitlines()[-1]
        check(ended.status == 3 and "needs a display with OpenGL 3.3" in said and "redraw fit" in said, f"{environment}: {ended.err!r}")
        seen.add(said.removeprefix("redraw-studio: "))
    return f"{len(seen)} reasons, the last: {said}"


def training(t):
    return t.starts_training("fit", t.picture("p.png"), "-o", "run.redraw", "--force", "--layers", "16,16", "--epochs", "100000000")


@case(114, "SIGTERM, SIGINT, SIGHUP while it trains; twice", "all is saved, status 0 or 128 + n; a second one ends it at once")
def signals(t):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        process = training(t)
        process.send_signal(number)
        out, err = output_of(process)
        check(process.returncode in (0, 128 + number) and '"done"' in out and not err, f"{number!r}: {process.returncode} {err!r}")
        check(t.info("run.redraw")["step"] == json.loads(out.splitlines()[-1])["step"] > 0, "a step was lost")
    slow = ("--layers", "1024,1024,1024", "--batch", "full", "--train-size", "500x500")
    picture = t.file("large.png", pictures.png(500, 500, pictures.waves(500, 500)))
    process = t.starts("fit", picture, "-o", "slow.redraw", *slow, "--threads", "1")
    process.stdout.readline()  # training has begun; its first step takes seconds
    process.send_signal(signal.SIGINT)
    delivered(process, signal.SIGINT)
    process.send_signal(signal.SIGINT)
    output_of(process)
    check(process.returncode == 130, f"status {process.returncode} after two")
    t.does("info", "slow.redraw")
    return "3 signals saved everything; two at once: 130"


@case(115, "kill -9 while it trains", "the run opens, goes on, and lacks at most what was not committed")
def killed(t):
    chance, steps = random.Random(115), []
    for _ in range(40 if t.full else 4):
        process = training(t)
        time.sleep(chance.uniform(0.1, 1.2))  # the random moment of the kill is the purpose of this case
        process.kill()
        output_of(process)
        t.intact("run.redraw")
        info = t.info("run.redraw")
        t.does("resume", "run.redraw", "--epochs", str(int(info["epoch"]) + 2))
        steps.append(info["step"])
    return f"killed {len(steps)} times, went on from steps {steps[:4]}"


@case(116, "too little memory, anywhere", "a sentence, or it works; never an abort")
def little_memory(t):
    run, seen = t.run_file(), {0: 0, 1: 0, 127: 0}
    large = t.file("large.png", pictures.png(4000, 4000, [bytes(4000)] * 4000))
    commands = (("fit", large, "-o", "b.redraw", "--force", *SMALL), ("export", run, "-o", "a.png", "--size", "2000"),
                ("timelapse", run, "-o", "a.gif", "--size", "1000", "--seconds", "1"), ("info", run))
    for mebibytes in range(24, 200, 4 if t.full else 22):
        for command in commands:
            status = t.says_little(*command, statuses=(0, 1, 127), preexec_fn=within(mebibytes)).status
            seen[status] += 1  # 127: the program's libraries do not fit in memory
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
        t.does("fit", picture, "-o", run, "--layers", "16,16", "--epochs", "20", "--train-size", "12x8", *options,
               wrap=wrap, environment=environment)  # smaller: the picture itself is encoded on a thread of its own
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
            continue  # learns with bf16's rounding, so its PSNR differs
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
