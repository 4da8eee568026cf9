"""Tests scripts/gpu-check without a device: stand-ins print the output of the compiler, the tools and Redraw's
programs."""
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import unittest
from harness import SOURCE

PROGRAM = """#!{python}
import json, sys
words = " ".join(sys.argv)
{body}
"""
REDRAW = """
if sys.argv[0].endswith("bench"):
    print(json.dumps({"event": "bench", "precision": "bf16", "steps_per_second": 5000.0, "ms_per_step": 0.2, "gflops": 1e5,
                      "tensor_percent": None, "draws_per_second": 70.0, "render_mpixels_per_second": 8.2944}))
    sys.exit("cuBLAS is not installed" if "--precision" in words else 0)  # fp32 cannot run
if words.split()[1] == "devices":
    print(json.dumps({"devices": [{"name": "gl", "detail": DETAIL, "available": True}]}))
    sys.exit()
run = sys.argv[sys.argv.index("-o") + 1] if "-o" in sys.argv else None
if run:
    open(run, "w").write("a run")
print(json.dumps({"event": "done", "psnr": 41.5, "seconds": 0.25, "step": 500, "finished": "--until-psnr" not in words}))
"""
NCU = r'''
print('"ID","Metric Name","Metric Unit","Metric Value"')
print('"0","No Eligible","%","71.2"')
'''


class GpuCheck(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="redraw-gpu-check-")))
        for part in ("bench", "docs", "assets"):
            (self.folder / part).mkdir()
        for script in SOURCE.glob("bench/*.py"):
            shutil.copy(script, self.folder / "bench")
        shutil.copy(SOURCE / "docs" / "gpu.md", self.folder / "docs")
        (self.folder / "assets" / "sample.png").write_bytes(b"a picture")
        self.tools, out = self.folder / "tools", self.folder / "out" / "build" / "bin"
        for path, body in ((self.tools / "nvidia-smi", "print('A Device, 600.1, 9.0')"),
                           (self.tools / "cmake", "print('test_gl_interop: phony')"), (self.tools / "ncu", NCU),
                           (self.tools / "python3", "sys.exit('no torch')"),
                           (self.tools / "compute-sanitizer", "sys.exit('found one' if 'racecheck' in words else 0)"),
                           (out / "test_backend", "print('test cases: 12 | 12 passed')"),
                           (out / "test_gl", "print('test cases: 11 | 11 passed')"),
                           (out / "test_gl_interop", "print('SKIP: no OpenGL here')"),
                           *((out / name, REDRAW.replace("DETAIL", "'An OpenGL, OpenGL 4.6'"))
                             for name in ("redraw", "redraw-bench"))):
            self.stand_in(path, body)
        self.bin = out

    @staticmethod
    def stand_in(path, body):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PROGRAM.format(python=sys.executable, body=body))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def check(self, *arguments):
        environment = dict(os.environ, PATH=f"{self.tools}:{os.environ['PATH']}")
        return subprocess.run([sys.executable, "-B", self.folder / "bench" / "gpu_check.py", "--out", self.folder / "out",
                               *arguments], capture_output=True, text=True, env=environment)

    def test_what_runs_is_in_the_table_whatever_failed(self):
        process = self.check("--archive", str(self.folder / "gpu.tgz"))
        self.assertEqual(process.returncode, 1, process.stderr)  # racecheck reported an error, and torch is missing
        page = (self.folder / "docs" / "gpu.md").read_text()
        for row in ("A Device, driver 600.1", "| 5,000 (0.2000 ms) |", "| passed: 12 cases |", "| 2,000 |",
                    "| 41.5, 41.5, 41.5 |", "| 0.250 s, 0.250 s |", "| No Eligible 71.2 % |", "no OpenGL of this device here",
                    "| compute-sanitizer memcheck | clean | fp32 clean, bf16x3 clean, bf16 clean |",
                    "measured: An OpenGL, OpenGL 4.6 |", "OpenGL 4.6, `scripts/gl-check`:", "| 50 | 99 | 275 | 261 | 598 | 29 | 5,000 (bf16) |",
                    "failed: sanitizers: racecheck found something", "failed: torch: torch ended with 1: no torch"):
            self.assertIn(row, page)
        self.assertNotIn("failed: speed", page)  # only the part in fp32 could not run
        with tarfile.open(self.folder / "gpu.tgz") as archive:
            self.assertIn("gpu.md", archive.getnames())
            self.assertIn("logs/racecheck-fp32.txt", archive.getnames())

    def test_without_a_device_it_builds_and_writes_no_page(self):
        (self.tools / "nvidia-smi").unlink()
        before = (self.folder / "docs" / "gpu.md").read_text()
        process = self.check()
        if "Device: none" not in process.stdout:
            self.skipTest("this machine has a CUDA device")
        self.assertEqual(process.returncode, 0, process.stdout)
        self.assertIn("SKIP: contract, sanitizers", process.stdout)
        self.assertEqual((self.folder / "docs" / "gpu.md").read_text(), before)

    def check_opengl(self):
        return subprocess.run([sys.executable, "-B", self.folder / "bench" / "gl_check.py", "--out", self.folder / "gl", "--programs",
                               self.bin], capture_output=True, text=True)

    def test_a_software_renderer_is_no_gpu(self):
        self.stand_in(self.bin / "redraw", REDRAW.replace("DETAIL", "'llvmpipe, OpenGL 4.5, a software renderer'"))
        before = (self.folder / "docs" / "gpu.md").read_text()
        process = self.check_opengl()
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn("NO GPU", process.stdout)
        self.assertIn("| passed: 12 cases |", (self.folder / "gl" / "table.md").read_text())
        self.assertEqual((self.folder / "docs" / "gpu.md").read_text(), before)

    def test_another_picture_is_a_failure(self):
        self.stand_in(self.bin / "redraw", REDRAW.replace("DETAIL", "'A Device'").replace(
            '"psnr": 41.5', '"psnr": 11.5 if "gl" in sys.argv else 41.5'))
        process = self.check_opengl()
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        self.assertIn("failed: learning: ", (self.folder / "docs" / "gpu.md").read_text())

    def test_without_opengl_nothing_is_measured(self):
        self.stand_in(self.bin / "redraw", REDRAW.replace("DETAIL", "'no driver'").replace('"available": True', '"available": False'))
        process = self.check_opengl()
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn("SKIP: ", process.stdout)
