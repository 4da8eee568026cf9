#!/usr/bin/env python3
"""Runs the parts of gpu_parts.py, limits each command's time, goes on after failures, and writes a table of results.

scripts/gpu-check starts it. Prints the table and, with a CUDA device, puts it into docs/gpu.md. Keeps the table and the
output of every command in build/gpu-check (or the folder of --out), and in one file if --archive names it."""
import argparse
import ctypes
import datetime
import glob
import os
import pathlib
import shlex
import shutil
import site
import subprocess
import sys
import tarfile
import time

import gpu_parts

MISSING = "not yet measured on a GPU"
# Rows of the table, in order: key of the result, description, goal.
ROWS = (
    ("epochs/s bf16x3", "epochs/s, 2-128x6-1 (83,073 parameters), 200 x 200, bf16x3", "8,000 on an H200; stretch 13,000"),
    ("epochs/s bf16", "the same, bf16", ""),
    ("epochs/s fp32", "the same, fp32", ""),
    ("share bf16x3", "useful arithmetic, of the tensor cores' bf16 peak, bf16x3", ""),
    ("share bf16", "the same, bf16", ""),
    ("share fp32", "the same, fp32", ""),
    ("PyTorch eager", "PyTorch epochs/s, eager, fused Adam", ""),
    ("PyTorch graph", "PyTorch epochs/s, the step as a CUDA graph", ""),
    ("PyTorch compile+graph", "PyTorch epochs/s, torch.compile and CUDA graph", ""),
    ("time to 40 dB", "training until 40 dB, line drawing at 200, siren preset", "0.1 s"),
    ("time to 50 dB", "training until 50 dB", "0.2 s"),
    ("grid 200 steps", "grid preset, line drawing at 200: steps/s", ""),
    ("grid 200 dB", "dB after 0.1, 0.3 and 1 s of training", ""),
    ("grid 200 times", "training until 40 and 50 dB", "50 dB in 0.05 s"),
    ("grid 512 steps", "grid preset, 512 x 512 of leaves in colour: steps/s", ""),
    ("grid 512 dB", "dB after 0.1, 0.3 and 1 s of training", ""),
    ("grid 512 times", "training until 35 and 40 dB", "a photograph's 40 dB in 0.2 s"),
    ("grid large", "6000 x 4000 of leaves at its own size, dB after 20 s", ""),
    ("stalls", "Nsight Compute, kernel `train`: its own words for what it waits for", ""),
    ("4K bf16x3", "drawings of 3840 x 2160 (the zoom), bf16x3", "60 a second"),
    ("4K bf16", "the same, bf16", "60 a second"),
    ("4K fp32", "the same, fp32", ""),
    ("PyTorch 4K", "PyTorch, the same drawings a second, eager", ""),
    ("parity", "PSNR beside the CPU", "0.05 dB"),
    ("moved cuda to cpu", "a run moved from the GPU to the CPU half-way", "0.05 dB"),
    ("moved cpu to cuda", "a run moved from the CPU to the GPU half-way", "0.05 dB"),
    ("contract suite", "contract suite with REDRAW_REQUIRE_CUDA=1", "passes"),
    ("OpenGL", "the OpenGL backend on this device, `scripts/gl-check`", "its own table"),
    ("CUDA-OpenGL interop", "drawings into OpenGL textures (EGL, no window)", "bytes equal an upload's"),
    *((tool, f"compute-sanitizer {tool}", "clean") for tool in gpu_parts.TOOLS),
)


class Check:
    name = "gpu-check"

    def __init__(self, root, folder, budget):
        self.root, self.folder, self.deadline = root, folder, time.monotonic() + budget
        self.build = folder / "build"
        self.bin = self.build / "bin"
        self.redraw = self.bin / "redraw"
        self.glad = os.environ.get("REDRAW_GLAD", "")
        self.logs = folder / "logs"
        self.logs.mkdir(parents=True, exist_ok=True)
        self.results, self.failures = {}, []
        self.device, self.driver, self.capability = self.find_device()
        if self.device:
            os.environ["REDRAW_REQUIRE_CUDA"] = "1"
            self.add_pip_libraries()

    @staticmethod
    def find_device():
        command = ["nvidia-smi", "--query-gpu=name,driver_version,compute_cap", "--format=csv,noheader"]
        try:
            text = subprocess.run(command, capture_output=True, text=True, timeout=20).stdout
            name, driver, capability = text.splitlines()[0].split(", ")
            return name, driver, capability.replace(".", "")
        except (OSError, subprocess.SubprocessError, IndexError, ValueError):
            return Check.ask_driver()

    @staticmethod
    def ask_driver():
        """Returns the device's name, CUDA version and capability by the driver library, or three Nones; images may lack
        nvidia-smi."""
        try:
            driver = ctypes.CDLL("libcuda.so.1")
        except OSError:
            return None, None, None
        device, major, minor, version = ctypes.c_int(), ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
        name = ctypes.create_string_buffer(256)
        failed = (driver.cuInit(0) or driver.cuDeviceGet(ctypes.byref(device), 0) or
                  driver.cuDeviceGetName(name, 256, device) or driver.cuDriverGetVersion(ctypes.byref(version)) or
                  driver.cuDeviceGetAttribute(ctypes.byref(major), 75, device) or
                  driver.cuDeviceGetAttribute(ctypes.byref(minor), 76, device))
        if failed:
            return None, None, None
        spoken = f"for CUDA {version.value // 1000}.{version.value % 1000 // 10}"
        return name.value.decode(), spoken, f"{major.value}{minor.value}"

    @staticmethod
    def add_pip_libraries():
        """Appends the cuBLAS that pip installed with PyTorch to the end of the library search path."""
        folders = [folder for root in [*site.getsitepackages(), site.getusersitepackages(), *sys.path]
                   for folder in glob.glob(f"{root}/nvidia/*/lib")]
        if folders:
            before = os.environ.get("LD_LIBRARY_PATH")
            os.environ["LD_LIBRARY_PATH"] = ":".join(filter(None, [before, *dict.fromkeys(folders)]))

    def run(self, name, command, limit, partial=""):
        """Runs a command and returns its output. If it fails or takes too long, raises RuntimeError, unless its output
        has JSON events of the kind `partial`."""
        command = [str(word) for word in command]
        limit = min(limit, self.deadline - time.monotonic())
        if limit <= 1:
            raise RuntimeError("no time was left")
        log = self.logs / f"{name}.txt"
        with open(log, "w") as file:
            file.write(shlex.join(command) + "\n\n")
            file.flush()
            try:
                status = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                        timeout=limit).returncode
            except subprocess.TimeoutExpired:
                status = None
        text = log.read_text(errors="replace").split("\n\n", 1)[1]
        if status == 0 or partial and gpu_parts.events(text, partial):
            return text
        last = [line for line in text.splitlines() if line.strip()][-1:] or ["no output"]
        raise RuntimeError(f"{name} took more than {limit:.0f} s" if status is None else
                           f"{name} ended with {status}: {last[0].strip()[:160]}")

    def add(self, key, value):
        self.results[key] = value
        print(f"   {key}: {value}", flush=True)

    def part(self, part):
        print(f"== {part.__name__} ({self.deadline - time.monotonic():.0f} s left)", flush=True)
        try:
            part(self)
        except Exception as error:  # the other parts may still succeed
            self.failures.append(f"{part.__name__}: {error}")
            print(f"   FAILED: {error}", flush=True)

    def table(self):
        lines = []
        if self.device:
            lines += [f"{datetime.date.today().isoformat()}, {self.device}, driver {self.driver}, `scripts/gpu-check`:", ""]
        lines += ["| what | goal | measured |", "|---|---|---|"]
        lines += [f"| {words} | {goal} | {self.results.get(key, MISSING)} |" for key, words, goal in ROWS]
        lines += ["", *(f"- failed: {failure}" for failure in self.failures)]
        return "\n".join(lines).rstrip() + "\n"


def fill(page, table, name):
    begin, end = f"<!-- {name}: the table begins -->", f"<!-- {name}: the table ends -->"
    before, rest = page.read_text().split(begin)
    page.write_text(f"{before}{begin}\n{table}{end}{rest.split(end)[1]}")


def main():
    root = pathlib.Path(__file__).resolve().parents[1]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=root / "build" / "gpu-check")
    parser.add_argument("--budget", type=float, default=520, help="seconds for everything")
    parser.add_argument("--archive", type=pathlib.Path, help="a .tgz of the outputs, the table and docs/gpu.md")
    options = parser.parse_args()
    check = Check(root, options.out.resolve(), options.budget)
    print(f"Device: {check.device or 'none'}", flush=True)
    parts = gpu_parts.PARTS if check.device else (gpu_parts.build,)
    for part in parts:
        check.part(part)
    if not check.device:
        print(f"SKIP: {', '.join(part.__name__ for part in gpu_parts.PARTS[1:])}: no CUDA device")
    table = check.table()
    (check.folder / "table.md").write_text(table)
    if check.device:
        fill(root / "docs" / "gpu.md", table, check.name)
        shutil.copy(root / "docs" / "gpu.md", check.folder)
    if options.archive:
        with tarfile.open(options.archive, "w:gz") as archive:
            for name in ("logs", "table.md", "gpu.md"):
                if (check.folder / name).exists():
                    archive.add(check.folder / name, name)
    print(f"\n{table}")
    return 1 if check.failures else 0


if __name__ == "__main__":
    sys.exit(main())
