"""The parts of scripts/gpu-check. Each runs commands by `check` (Check in gpu_check.py) and adds rows to the table."""
import csv
import json
import pathlib
import shutil
import sys

import leaves

LAYERS = "128,128,128,128,128,128"  # 2-128x6-1: 83,073 parameters
SIZE = "200"
TOOLS = ("racecheck", "memcheck", "initcheck", "synccheck")  # the most useful tool first


def events(text, kind):
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    return [line for line in lines if line.get("event") == kind]


def build(check):
    """Builds what the other parts run, for the device of this machine (without one, for Hopper)."""
    folder = str(check.build)
    capability = check.capability or "90"
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DREDRAW_STUDIO=OFF", "-DREDRAW_CUDA=ON",
               f"-DREDRAW_CUDA_ARCHITECTURES={capability}-real", f"-DREDRAW_GLAD={check.glad}"]
    check.run("configure", ["cmake", "-S", str(check.root), "-B", folder, "-G", "Ninja", *options], 120)
    targets = ["redraw", "redraw-bench", "redraw_cuda", "test_backend"]
    # Without OpenGL's loader, these tests are not part of the build.
    listed = check.run("targets", ["cmake", "--build", folder, "--target", "help"], 20)
    targets += [target for target in ("test_gl_interop", "test_gl") if f"{target}:" in listed]
    # Without a device, the build is the only part and may take longer.
    check.run("build", ["cmake", "--build", folder, "--target", *targets], 240 if check.device else 3600)
    check.add("build", f"compute capability {capability}, nvcc, {len(targets)} targets")


def contract(check):
    text = check.run("contract", [check.bin / "test_backend"], 300)
    check.add("contract suite", f"passed: {text.split('test cases:')[1].split('|')[0].strip()} cases")


def interop(check):
    """Tests the copies into OpenGL textures, unless the container has no OpenGL of this device, which is no failure."""
    check.run("interop-there", ["env", "-u", "REDRAW_REQUIRE_CUDA", check.bin / "test_gl_interop"], 30)
    if "SKIP" in (check.logs / "interop-there.txt").read_text(errors="replace"):
        return check.add("CUDA-OpenGL interop", "no OpenGL of this device here")
    text = check.run("interop", [check.bin / "test_gl_interop"], 30)
    names = [line.split("OpenGL: ")[1].strip() for line in text.splitlines() if "OpenGL: " in line]
    check.add("CUDA-OpenGL interop", f"bytes equal an upload's, {names[0] if names else 'renderer unknown'}")


def opengl(check):
    """Tests and measures the OpenGL backend, without the contract suite, which has tested it already."""
    if not (check.bin / "test_gl").exists():
        return check.add("OpenGL", "built without")
    text = check.run("gl-check", [sys.executable, "-B", check.root / "bench" / "gl_check.py", "--no-contract", "--programs",
                                  check.bin, "--out", check.folder / "gl", "--budget", "100"], 110)
    device = text.split("OpenGL device: ")[1].splitlines()[0]
    check.add("OpenGL", f"not measured: {device}" if "SKIP:" in text or "NO GPU" in text else f"measured: {device}")


def speed(check):
    text = check.run("bench", [check.bin / "redraw-bench", "--backend", "cuda", "--json", "--layers", LAYERS, "--train-size",
                               SIZE, "--precision", "bf16x3,bf16,fp32", "--seconds", "2"], 40, partial="bench")
    for line in events(text, "bench"):
        precision = line["precision"]
        check.add(f"epochs/s {precision}", f"{line['steps_per_second']:,.0f} ({line['ms_per_step']:.4f} ms)")
        share = line["tensor_percent"]
        rate = f"{line['gflops'] / 1e3:,.1f} TFLOP/s"
        check.add(f"share {precision}", f"{rate}, {share:.1f} %" if share is not None else f"{rate}, peak not known")
        check.add(f"4K {precision}", f"{line['draws_per_second']:,.1f} a second")


def torch(check):
    text = check.run("torch", ["python3", check.root / "bench" / "gpu_torch.py", "--layers", LAYERS, "--size", SIZE,
                               "--seconds", "1"], 110, partial="torch")
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
    return float("inf") if done["psnr"] is None else done["psnr"]  # null: infinite PSNR


def fit(check, name, *options, epochs="1000"):
    """Trains on the sample picture. Returns the JSON event `done` and the path of the run."""
    run = check.folder / f"{name}.redraw"
    run.unlink(missing_ok=True)
    text = check.run(name, [check.redraw, "fit", check.root / "assets" / "sample.png", "-o", run, "--json",
                            "--train-size", SIZE, "--epochs", epochs, *options], 60)
    return events(text, "done")[0], run


def quality(check):
    for level in ("40", "50"):
        done, _ = fit(check, f"to-{level}-dB", "--backend", "cuda", "--preset", "siren", "--until-psnr", level)
        reached = f"{done['seconds']:.3f} s, {done['step']} epochs"
        check.add(f"time to {level} dB", reached if not done["finished"] else
                  f"not reached: {psnr_of(done):.1f} dB after {reached}")


def grid(check):
    """Measures the default preset: PSNR after given times, times to given PSNRs, and steps per second."""
    small, large = check.folder / "leaves-512.png", check.folder / "leaves-6000.png"
    leaves.write(small, 512, 512)
    for size, picture, levels in (("200", check.root / "assets" / "sample.png", ("40", "50")), ("512", small, ("35", "40"))):
        def learn(name, *options):
            run = check.folder / f"grid-{size}-{name}.redraw"
            run.unlink(missing_ok=True)
            text = check.run(f"grid-{size}-{name}", [check.redraw, "fit", picture, "-o", run, "--json", "--backend", "cuda",
                                                     "--train-size", size, *options], 60)
            return events(text, "done")[0]
        budgets = [learn(f"{seconds}s", "--until-seconds", seconds) for seconds in ("0.1", "0.3", "1")]
        check.add(f"grid {size} steps", f"{budgets[-1]['step'] / budgets[-1]['seconds']:,.0f}")
        check.add(f"grid {size} dB", ", ".join(f"{psnr_of(done):.1f}" for done in budgets))
        reached = [learn(f"{level}dB", "--until-psnr", level) for level in levels]
        check.add(f"grid {size} times", ", ".join("not reached" if done["finished"] else f"{done['seconds']:.3f} s"
                                                  for done in reached))
    leaves.write(large, 6000, 4000)
    run = check.folder / "grid-large.redraw"
    run.unlink(missing_ok=True)
    text = check.run("grid-large", [check.redraw, "fit", large, "-o", run, "--json", "--any-size", "--backend", "cuda",
                                    "--train-size", "original", "--time", "20s"], 60)
    done = events(text, "done")[0]
    check.add("grid large", f"{psnr_of(done):.1f} dB, {done['seconds']:.1f} s")


def stalls(check):
    """Measures by Nsight Compute why warps of the fused kernel stall, to check the model of bench/gpu_model.py."""
    tool = shutil.which("ncu") or "/usr/local/cuda/bin/ncu"
    if not pathlib.Path(tool).exists():
        raise RuntimeError("Nsight Compute (ncu) is not installed")
    run = check.folder / "stalls.redraw"
    run.unlink(missing_ok=True)
    text = check.run("stalls", [tool, "--csv", "--page", "details", "--section", "WarpStateStats", "--section",
                                "SpeedOfLight", "--section", "SchedulerStats", "--clock-control", "none", "-k",
                                "regex:train", "-s", "2", "-c", "1", check.redraw, "fit",
                                check.root / "assets" / "sample.png", "-o", run, "--backend", "cuda", "--layers", LAYERS,
                                "--train-size", SIZE, "--epochs", "8"], 60)
    rows = list(csv.reader(line for line in text.splitlines() if line.startswith('"')))
    heads = {name: i for i, name in enumerate(rows[0])}
    wanted = ("Duration", "Compute (SM) Throughput", "Issued Warp Per Scheduler", "No Eligible",
              "Warp Cycles Per Issued Instruction")
    said = [f"{row[heads['Metric Name']]} {row[heads['Metric Value']]} {row[heads['Metric Unit']]}".strip()
            for row in rows[1:] if row[heads["Metric Name"]] in wanted]
    check.add("stalls", ", ".join(said) or "no metric is known")


def resumed(check, run, backend):
    copy = run.with_name(f"{run.stem}-on-{backend}.redraw")
    shutil.copy(run, copy)
    text = check.run(copy.stem, [check.redraw, "resume", copy, "--json", "--backend", backend], 60)
    return psnr_of(events(text, "done")[0])


def parity(check):
    """Compares final PSNRs: the same run on the CPU and on CUDA, and a run that changes the device at 24 dB."""
    small = ("--preset", "siren", "--layers", "64,64,64", "--precision", "auto")
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
    # Fails here, before the loop, if the sanitizer cannot use the device, as in some sandboxes.
    check.run("sanitizer-there", [tool, "--tool", "memcheck", "--error-exitcode", "9", check.redraw, "devices"], 30)
    failed = []
    for name in TOOLS:
        said = []
        for precision in ("fp32", "bf16x3", "bf16"):
            run = check.folder / f"{name}-{precision}.redraw"
            run.unlink(missing_ok=True)
            command = [tool, "--tool", name, "--error-exitcode", "9", check.redraw, "fit",
                       check.root / "assets" / "sample.png", "-o", run, "--json", "--backend", "cuda", "--precision",
                       precision, "--preset", "siren", "--layers", "40,64,33", "--train-size", "37x23", "--epochs", "6"]
            try:
                check.run(f"{name}-{precision}", command, 30)
                said.append(f"{precision} clean")
            except RuntimeError as error:
                said.append(f"{precision}: {error}")
                failed.append(name)
        check.add(name, ", ".join(said))
    if failed:
        raise RuntimeError(f"{', '.join(sorted(set(failed)))} found something")


# Tests come before most measurements; PyTorch, which takes long, comes last.
PARTS = (build, contract, sanitizers, interop, speed, grid, quality, parity, opengl, stalls, torch)
