#!/usr/bin/env python3
"""Tests and measures the OpenGL backend on this machine, and measures the CPU and CUDA (if available) for comparison.

scripts/gl-check starts it. With a GPU, replaces the table in docs/gpu.md. With a software renderer, measures smaller
work and only prints the table, which says so: it shows that the backend works, and nothing about the speed of a GPU."""
import argparse
import datetime
import json
import pathlib
import sys

import gpu_check
import gpu_parts

SOFTWARE = "a software renderer"  # the end of a software renderer's line in `redraw devices`
# Columns of predictions for OpenGL, and of the CPU that they were compared with.
PREDICTED = ("Iris Xe, predicted", "780M, predicted", "RX 7600, predicted", "RTX 4060, predicted", "H100, predicted",
             "2 AVX-512 cores, fp32")
MEASURED = {"gl": "OpenGL", "cpu": "CPU", "cuda": "CUDA"}
# Rows of the table: key of the result, description, cells of the columns PREDICTED.
ROWS = (
    ("siren full", "2-128x4-1, sine, 200 x 200, full batch: steps/s", "50", "99", "275", "261", "598", "29"),
    ("siren", "the same, 8,192 pixels a step", "243", "481", "1,320", "1,260", "2,880", "133"),
    ("grid", "grid, 2-64x2-1, 200 x 200, 4,096 a step", "1,220", "1,910", "4,800", "4,610", "13,800", "1,120"),
    ("grid colour", "grid, 2-64x2-3, 512 x 512, 8,192 a step", "543", "858", "2,200", "2,110", "7,060", "435"),
    ("siren draws", "drawings of 3840 x 2160 a second: sine", "0.6", "1.3", "3.4", "4.3", "", "0.23"),
    ("grid draws", "the same: grid", "8.3", "19", "50", "63", "", "1.4"),
    ("sample", "the line drawing at 200, 40 epochs of the default, fp32", "", "", "", "", "", ""),
    ("gl tests", "tests of the backend alone", "", "", "", "", "", ""),
    ("contract", "contract suite, OpenGL among its devices", "", "", "", "", "", ""),
)
SIREN, GRID = ("--preset", "siren", "--layers", "128,128,128,128"), ("--preset", "grid")
# Options of `redraw-bench` by row: the network, the work on a GPU, and the smaller work on a software renderer.
SHAPES = {
    "siren full": (SIREN, ("--train-size", "200", "--batch", "full"), ("--train-size", "24", "--batch", "full")),
    "siren": (SIREN, ("--train-size", "200", "--batch", "random:8192"), ("--train-size", "200", "--batch", "random:512")),
    "grid": (GRID, ("--train-size", "200", "--batch", "random:4096"), ("--train-size", "200", "--batch", "random:256")),
    "grid colour": ((*GRID, "--channels", "color"), ("--train-size", "512", "--batch", "8192"),
                    ("--train-size", "128", "--batch", "512")),
}
DRAWING, SMALL_DRAWING = (3840, 2160), (96, 54)
SAMPLE, SMALL_SAMPLE = ("--train-size", "200"), ("--train-size", "64", "--epochs", "20")
SMALLER = {key: " ".join(less) for key, (_, _, less) in SHAPES.items()}
SMALLER |= {"siren draws": "96 x 54", "grid draws": "96 x 54", "sample": " ".join(SMALL_SAMPLE)}


class GlCheck(gpu_check.Check):
    name = "gl-check"

    def __init__(self, root, folder, budget, programs):
        super().__init__(root, folder, budget)
        self.bin, self.redraw = programs, programs / "redraw"
        devices = json.loads(self.run("devices", [self.redraw, "devices", "--json"], 60).splitlines()[-1])["devices"]
        found = {device["name"]: device for device in devices}
        self.device, self.available = found["gl"]["detail"], found["gl"]["available"]
        self.software = self.available and self.device.endswith(SOFTWARE)
        self.backends = ["gl", "cpu"]
        if any(device["available"] for device in devices if device["name"] == "cuda"):
            self.backends.append("cuda")

    @staticmethod
    def find_device():
        return None, None, None  # `redraw devices` finds the device, not CUDA

    def table(self):
        heads = ["what", *(["smaller work", "OpenGL by the processor"] if self.software else [*PREDICTED, "OpenGL"]), "CPU", "CUDA"]
        lines = [f"{datetime.date.today().isoformat()}, {self.device}, `scripts/gl-check`:", "",
                 "| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
        for key, words, *cells in ROWS:
            if self.software:
                cells = [SMALLER.get(key, "")]
            measured = [self.results.get(f"{key} {backend}", "") for backend in MEASURED]
            lines.append(f"| {words} | " + " | ".join([*cells, measured[0] or gpu_check.MISSING, *measured[1:]]) + " |")
        lines += ["", *(f"- failed: {failure}" for failure in self.failures)]
        return "\n".join(lines).rstrip() + "\n"


def tests(check):
    passed(check, "gl tests", "test_gl")


def contract(check):
    passed(check, "contract", "test_backend")


def passed(check, key, program):
    text = check.run(program, [check.bin / program], 600)
    check.add(f"{key} gl", f"passed: {text.split('test cases:')[1].split('|')[0].strip()} cases")


def speed(check):
    """Measures training steps and renders. The time of a render includes the copy to the host."""
    width, height = SMALL_DRAWING if check.software else DRAWING
    for key, (network, work, less) in SHAPES.items():
        for backend in check.backends:
            draw = () if backend == "cpu" else ("--draw-size", f"{width}x{height}")
            text = check.run(f"bench-{key.replace(' ', '-')}-{backend}",
                             [check.bin / "redraw-bench", "--json", "--backend", backend, "--seconds", "1", *draw, *network,
                              *(less if check.software else work)], 120)
            line = gpu_parts.events(text, "bench")[0]
            precision = "" if line["precision"] == "fp32" else f" ({line['precision']})"
            check.add(f"{key} {backend}", number(line["steps_per_second"]) + precision)
            pixels = 1e6 * line["render_mpixels_per_second"] / (width * height) if backend == "cpu" else line["draws_per_second"]
            check.add(f"{key} draws {backend}", number(pixels) + precision)


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def learning(check):
    """Trains on the sample picture with each backend. Fails if the PSNR by OpenGL is far from that by the CPU."""
    reached = {}
    for backend in check.backends:
        run = check.folder / f"sample-{backend}.redraw"
        run.unlink(missing_ok=True)
        text = check.run(f"sample-{backend}", [check.redraw, "fit", check.root / "assets" / "sample.png", "-o", run, "--json",
                                               "--backend", backend, "--precision", "auto" if backend == "cuda" else "fp32",
                                               *(SMALL_SAMPLE if check.software else SAMPLE)], 300)
        done = gpu_parts.events(text, "done")[0]
        reached[backend] = gpu_parts.psnr_of(done)
        check.add(f"sample {backend}", f"{reached[backend]:.2f} dB, {done['seconds']:.2f} s")
    close = 50  # dB; above it, rounding alone changes the final PSNR
    if abs(min(reached["gl"], close) - min(reached["cpu"], close)) > 1:
        raise RuntimeError("OpenGL and the CPU have learned different pictures")


def main():
    root = pathlib.Path(__file__).resolve().parents[1]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=root / "build" / "gl-check")
    parser.add_argument("--programs", type=pathlib.Path, default=root / "build" / "release" / "bin", help="where they were built")
    parser.add_argument("--budget", type=float, default=1200, help="seconds for everything")
    parser.add_argument("--no-contract", action="store_true", help="leaves out the contract suite, where it has run already")
    options = parser.parse_args()
    check = GlCheck(root, options.out.resolve(), options.budget, options.programs.resolve())
    print(f"OpenGL device: {check.device}", flush=True)
    if not check.available:
        print("SKIP: nothing is tested or measured without OpenGL 4.3")
        return 0
    if check.software:
        print("This is NO GPU: OpenGL is computed by the processor. The table shows that it works, not how fast a GPU is, and\n"
              "docs/gpu.md stays as it is.", flush=True)
    for part in (tests, speed, learning) if options.no_contract else (tests, contract, speed, learning):
        check.part(part)
    table = check.table()
    (check.folder / "table.md").write_text(table)
    if not check.software:
        gpu_check.fill(root / "docs" / "gpu.md", table, check.name)
    print(f"\n{table}")
    return 1 if check.failures else 0


if __name__ == "__main__":
    sys.exit(main())
