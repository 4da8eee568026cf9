"""What scripts/gpu-check does, part by part. A part runs commands through `check` and gives rows of the table."""
import json
import pathlib
import shutil

LAYERS = "128,128,128,128,128,128"  # 2-128x6-1: 83,073 parameters
SIZE = "200"
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")


def events(text, kind):
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    return [line for line in lines if line.get("event") == kind]


def build(check):
    """Everything that needs no window, for the device that is here (for Hopper where there is none)."""
    folder = str(check.build)
    capability = check.capability or "90"
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DREDRAW_STUDIO=OFF", "-DREDRAW_CUDA=ON",
               f"-DREDRAW_CUDA_ARCHITECTURES={capability}-real", f"-DREDRAW_GLAD={check.glad}"]
    check.run("configure", ["cmake", "-S", str(check.root), "-B", folder, "-G", "Ninja", *options], 60)
    targets = ["redraw", "redraw_cuda", "test_contract"]
    # Without a loader of OpenGL's functions this one test is not part of the build.
    listed = check.run("targets", ["cmake", "--build", folder, "--target", "help"], 20)
    targets += ["test_gl_interop"] if "test_gl_interop" in listed else []
    # On a machine without a device this is all there is to do, and it may take its time.
    check.run("build", ["cmake", "--build", folder, "--target", *targets], 240 if check.device else 3600)
    check.add("build", f"compute capability {capability}, nvcc, {len(targets)} targets")


def contract(check):
    text = check.run("contract", [check.bin / "test_contract"], 300)
    check.add("contract suite", f"passed: {text.split('test cases:')[1].split('|')[0].strip()} cases")


def interop(check):
    text = check.run("interop", [check.bin / "test_gl_interop"], 30)
    names = [line.split("OpenGL: ")[1].strip() for line in text.splitlines() if "OpenGL: " in line]
    check.add("CUDA-OpenGL interop", f"bytes equal an upload's, {names[0] if names else 'renderer unknown'}")


def speed(check):
    text = check.run("bench", [check.redraw, "bench", "--backend", "cuda", "--json", "--layers", LAYERS, "--train-size",
                               SIZE, "--precision", "bf16x3,bf16,fp32", "--seconds", "2"], 40)
    for line in events(text, "bench"):
        precision = line["precision"]
        check.add(f"epochs/s {precision}", f"{line['steps_per_second']:,.0f} ({line['ms_per_step']:.4f} ms)")
        share = line["tensor_percent"]
        rate = f"{line['gflops'] / 1e3:,.1f} TFLOP/s"
        check.add(f"share {precision}", f"{rate}, {share:.1f} %" if share is not None else f"{rate}, peak not known")
        check.add(f"4K {precision}", f"{line['draws_per_second']:,.1f} a second")


def torch(check):
    text = check.run("torch", ["python3", check.root / "bench" / "gpu_torch.py", "--layers", LAYERS, "--size", SIZE,
                               "--seconds", "1"], 110, partial=True)
    for mode in ("eager", "graph", "compile+graph"):
        lines = [line for line in events(text, "torch") if line["mode"] == mode]
        said = [f"{line['precision']} " + (f"{line['steps_per_second']:,.0f}" if "steps_per_second" in line else
                                           f"({line['error']})") for line in lines]
        if said:
            check.add(f"PyTorch {mode}", ", ".join(said))
    drawn = [f"{line['precision']} {line['draws_per_second']:,.1f}" for line in events(text, "torch")
             if "draws_per_second" in line]
    if drawn:
        check.add("PyTorch 4K", ", ".join(drawn))


def psnr_of(done):
    return float("inf") if done["psnr"] is None else done["psnr"]  # no error left after rounding to bytes


def fit(check, name, *options, epochs="1000"):
    """The last line of a fit of the sample drawing, and its run."""
    run = check.folder / f"{name}.redraw"
    run.unlink(missing_ok=True)
    text = check.run(name, [check.redraw, "fit", check.root / "assets" / "sample.png", "-o", run, "--json",
                            "--train-size", SIZE, "--epochs", epochs, *options], 60)
    return events(text, "done")[0], run


def quality(check):
    for level in ("40", "50"):
        done, _ = fit(check, f"to-{level}-dB", "--backend", "cuda", "--until-psnr", level)
        reached = f"{done['seconds']:.3f} s, {done['step']} epochs"
        check.add(f"time to {level} dB", reached if not done["finished"] else
                  f"not reached: {psnr_of(done):.1f} dB after {reached}")


def resumed(check, run, backend):
    copy = run.with_name(f"{run.stem}-on-{backend}.redraw")
    shutil.copy(run, copy)
    text = check.run(copy.stem, [check.redraw, "resume", copy, "--json", "--backend", backend], 60)
    return psnr_of(events(text, "done")[0])


def parity(check):
    """The same run to its end here and there, from the first step and from the middle."""
    small = ("--layers", "64,64,64", "--precision", "auto")
    ends = {backend: psnr_of(fit(check, f"whole-{backend}", "--backend", backend, *small, epochs="300")[0])
            for backend in ("cpu", "cuda")}
    check.add("parity", f"cpu {ends['cpu']:.2f} dB, cuda {ends['cuda']:.2f} dB after the same 300 epochs")
    for here, there in (("cuda", "cpu"), ("cpu", "cuda")):
        _, run = fit(check, f"half-{here}", "--backend", here, "--until-psnr", "24", *small, epochs="300")
        stayed, moved = resumed(check, run, here), resumed(check, run, there)
        verdict = "within 0.05 dB" if stayed == moved or abs(stayed - moved) <= 0.05 else "NOT within 0.05 dB"
        check.add(f"moved {here} to {there}", f"{moved:.2f} dB, stayed {stayed:.2f} dB: {verdict}")


def sanitizers(check):
    tool = shutil.which("compute-sanitizer") or "/usr/local/cuda/bin/compute-sanitizer"
    if not pathlib.Path(tool).exists():
        raise RuntimeError("compute-sanitizer is not installed")
    failed = []
    for name in TOOLS:
        said = []
        for precision in ("fp32", "bf16x3", "bf16"):
            run = check.folder / f"{name}-{precision}.redraw"
            run.unlink(missing_ok=True)
            command = [tool, "--tool", name, "--error-exitcode", "9", check.redraw, "fit",
                       check.root / "assets" / "sample.png", "-o", run, "--json", "--backend", "cuda", "--precision",
                       precision, "--layers", "40,64,33", "--train-size", "37x23", "--epochs", "6"]
            try:
                check.run(f"{name}-{precision}", command, 30)
                said.append(f"{precision} clean")
            except RuntimeError as error:
                said.append(f"{precision}: {error}")
                failed.append(name)
        check.add(name, ", ".join(said))
    if failed:
        raise RuntimeError(f"{', '.join(sorted(set(failed)))} found something")


PARTS = (build, contract, interop, speed, quality, parity, torch, sanitizers)
