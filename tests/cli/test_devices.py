"""Tests the list of devices, CUDA and OpenGL. Whatever a device lacks is explained in one sentence, and the CPU always works."""
import os
import pathlib
import shutil
import subprocess
import unittest

from harness import BIN, COMPILER, REDRAW, SMALL, SOURCE, CliTest

MODULE = BIN / "redraw_cuda.so"
STUB = next((stub for folder in ("/usr/local/cuda/lib64", "/usr/lib/x86_64-linux-gnu")
             if (stub := pathlib.Path(folder, "stubs/libcuda.so")).exists()), pathlib.Path("/nowhere"))
EMULATED = os.environ.get("REDRAW_CUDA_EMULATED", "")
needs_module = unittest.skipUnless(MODULE.exists(), "this build has no CUDA module")
needs_emulated = unittest.skipUnless(pathlib.Path(EMULATED).is_file(), "there is no emulated CUDA module")
needs_compiler = unittest.skipUnless(COMPILER, "there is no C compiler")


def compile_library(source, output, *flags):
    output.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([COMPILER, "-shared", "-fPIC", *flags, "-o", output, source], check=True)


class DevicesTest(CliTest):
    def setUp(self):
        super().setUp()
        self.environment.pop("REDRAW_CUDA_MODULE", None)

    def devices(self):
        (line,) = self.run_json("devices")
        return {device["name"]: device for device in line["devices"]}

    def no_cuda_because(self, *reason):
        """Checks that `devices` and `fit --backend cuda` give this reason, and that training uses the CPU."""
        devices = self.devices()
        self.assertTrue(devices["cpu"]["available"])
        self.assertFalse(devices["cuda"]["available"])
        text = self.run_redraw("devices")
        self.write("picture.png", 24, 16)
        refused = self.refuse("fit", "picture.png", "-o", "cuda.redraw", *SMALL, "--backend", "cuda",
                              naming=("CUDA is not available: ",))
        for part in reason:
            self.assertIn(part, devices["cuda"]["detail"])
            self.assertIn(part, text)
            self.assertIn(part, refused)
        self.assertTrue(refused.endswith("."), refused)
        self.assertNotIn("..", refused)
        done = self.run_json("fit", "picture.png", "-o", "run.redraw", "--force", *SMALL)[-1]
        self.assertEqual((done["event"], done["backend"]), ("done", "cpu"))
        self.assertEqual(self.errors, "")

    def test_module_hidden(self):
        program = self.folder / "redraw"
        shutil.copy2(REDRAW, program)  # a copy of the program without modules beside it
        done = subprocess.run([program, "devices"], capture_output=True, text=True, env=self.environment)
        self.assertIn("not available: the CUDA module redraw_cuda.so is not installed", done.stdout)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_broken_module(self):
        for content in (b"", b"not a library", b"\x7fELF" + bytes(60)):
            path = self.folder / "broken.so"
            path.write_bytes(content)
            self.environment["REDRAW_CUDA_MODULE"] = str(path)
            self.assertIn("the CUDA module does not load: ", self.devices()["cuda"]["detail"])
        self.no_cuda_because("the CUDA module does not load: ", "broken.so")
        for module, reason in ((self.folder, "the CUDA module does not load: "),
                               (self.folder / "nowhere.so", "the CUDA module nowhere.so is not installed")):
            self.environment["REDRAW_CUDA_MODULE"] = str(module)
            self.no_cuda_because(reason)

    @needs_compiler
    def test_other_libraries(self):
        for source, reason in (("other_module.c", "other.so belongs to another build than this program"),
                               ("fake_libcuda.c", "other.so is not a CUDA module of Redraw")):
            path = self.folder / "other.so"
            compile_library(SOURCE / "tests/support" / source, path)
            self.environment["REDRAW_CUDA_MODULE"] = str(path)
            self.no_cuda_because(reason)

    @unittest.skipUnless(shutil.which("nm"), "there is no nm")
    def test_modules_show_their_entry_only(self):
        for module in filter(os.path.exists, (MODULE, EMULATED)):
            names = subprocess.run(["nm", "-D", "--defined-only", module], capture_output=True, text=True,
                                   check=True).stdout.splitlines()
            self.assertEqual([name.split()[-1] for name in names], ["redraw_cuda_module"])

    @needs_module
    def test_module_needs_no_cuda_library(self):
        if not shutil.which("ldd"):
            self.skipTest("there is no ldd")
        needed = subprocess.run(["ldd", MODULE], capture_output=True, text=True, check=True).stdout
        for library in ("cuda", "cublas", "nvidia", "not found"):
            self.assertNotIn(library, needed)

    @needs_module
    def test_no_driver(self):
        if subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout.count("libcuda.so.1"):
            self.skipTest("this machine has an NVIDIA driver")
        self.no_cuda_because("no NVIDIA driver is installed")

    @needs_module
    @needs_compiler
    def test_drivers_that_will_not_do(self):
        self.environment["LD_LIBRARY_PATH"] = str(self.folder / "driver")
        for flags, reason in (((), "the NVIDIA driver finds no device"),
                              (("-DDRIVER=11040",), "the NVIDIA driver is too old: it goes up to CUDA 11.4, and this build needs 1")):
            compile_library(SOURCE / "tests/support/fake_libcuda.c", self.folder / "driver/libcuda.so.1", *flags)
            self.no_cuda_because(reason)

    @needs_module
    @unittest.skipUnless(STUB.exists(), "there is no stub of CUDA")
    def test_stub_in_place_of_the_driver(self):
        (self.folder / "driver").mkdir()
        (self.folder / "driver/libcuda.so.1").symlink_to(STUB)
        self.environment["LD_LIBRARY_PATH"] = str(self.folder / "driver")
        self.no_cuda_because()

    @needs_module
    def test_broken_driver(self):
        (self.folder / "driver").mkdir()
        (self.folder / "driver/libcuda.so.1").write_bytes(b"not a library")
        self.environment["LD_LIBRARY_PATH"] = str(self.folder / "driver")
        self.no_cuda_because("no NVIDIA driver is installed")


@needs_emulated
class EmulatedTest(CliTest):
    """Tests the whole program with the CUDA backend, whose kernels run on the CPU here."""

    TINY = ("--layers", "16,16", "--epochs", "8")
    CUDA = ("--backend", "cuda")

    def setUp(self):
        super().setUp()
        self.environment["REDRAW_CUDA_MODULE"] = EMULATED
        self.write("picture.png", 9, 7)

    def test_devices(self):
        (line,) = self.run_json("devices")
        device = line["devices"][1]
        self.assertEqual((device["name"], device["available"]), ("cuda:0", True))
        self.assertEqual(device["detail"], "Emulated device, 3 multiprocessors, 8 GiB, bf16x3")

    def test_automatic_takes_the_device(self):
        done = self.run_json("fit", "picture.png", "-o", "run.redraw", "--layers", "16", "--epochs", "2")[-1]
        self.assertEqual(done["backend"], "cuda")

    def test_resume_is_exact(self):
        for precision in ("fp32", "bf16x3", "bf16"):
            with self.subTest(precision):
                flags = (*self.TINY, *self.CUDA, "--precision", precision)
                self.run_redraw("fit", "picture.png", "-o", f"whole-{precision}.redraw", *flags)
                self.environment["REDRAW_CUDA_EMULATION_ORDER"] = "shuffle:3"
                part = f"part-{precision}.redraw"
                self.run_redraw("fit", "picture.png", "-o", part, *flags, "--until-seconds", "0.000001")
                (info,) = self.run_json("info", part)
                self.assertIn(info["step"], range(1, 8))
                self.run_redraw("resume", part, *self.CUDA, "--precision", precision)
                del self.environment["REDRAW_CUDA_EMULATION_ORDER"]
                self.assertEqual(self.weights(f"whole-{precision}.redraw"), self.weights(part))

    def test_export(self):
        self.run_redraw("fit", "picture.png", "-o", "run.redraw", *self.TINY, *self.CUDA)
        for backend in ("cuda", "cpu"):
            self.run_redraw("export", "run.redraw", "-o", f"{backend}.csv", "--size", "31", "--backend", backend)
        values = [[float(line.split(",")[-1]) for line in (self.folder / f"{backend}.csv").read_text().split()[1:]]
                  for backend in ("cuda", "cpu")]
        self.assertEqual(len(values[0]), len(values[1]))
        self.assertLess(max(abs(a - b) for a, b in zip(*values)), 0.01)

    def test_a_run_moves_between_backends(self):
        """A run that changes its backend ends as good as on one backend."""
        self.write("larger.png", 24, 20)
        settings = ("larger.png", "--layers", "32,32", "--epochs", "80", "--precision")
        alone = self.run_json("fit", *settings, "fp32", "-o", "alone.redraw", "--backend", "cpu")[-1]
        for begun, continued, precision in (("cuda", "cpu", "bf16x3"), ("cpu", "cuda", "fp32")):
            with self.subTest(begun):
                run = f"{begun}.redraw"
                part = self.run_json("fit", *settings, precision, "-o", run, "--backend", begun,
                                     "--until-psnr", "22")[-1]
                self.assertIn(part["step"], range(1, 80))
                done = self.run_json("resume", run, "--backend", continued, "--precision", "fp32")[-1]
                self.assertEqual((done["step"], done["backend"]), (80, continued))
                self.assertAlmostEqual(done["psnr"], alone["psnr"], delta=0.05)

    def test_no_memory(self):
        self.environment["REDRAW_CUDA_EMULATION_FAIL_ALLOCATION"] = "3"
        self.refuse("fit", "picture.png", "-o", "run.redraw", *self.TINY, *self.CUDA, naming=("The GPU ran out of memory",))
        done = self.run_json("fit", "picture.png", "-o", "auto.redraw", *self.TINY)[-1]
        self.assertEqual(done["backend"], "cpu")
        self.assertRegex(self.errors, r"^redraw: The GPU ran out of memory while .*\. Training continues on the CPU\.\n$")

    def test_lost_device(self):
        self.environment["REDRAW_CUDA_EMULATION_LOSE_DEVICE"] = "9"
        for chosen in ((), self.CUDA):
            run = f"run{len(chosen)}.redraw"
            done = self.run_json("fit", "picture.png", "-o", run, *self.TINY, *chosen)[-1]
            self.assertEqual((done["step"], done["backend"], done["finished"]), (8, "cpu", True))
            self.assertRegex(self.errors, r"^redraw: The GPU was lost while .*\. Training continues on the CPU from step \d\.\n$")
            (info,) = self.run_json("info", run)
            self.assertIn("the GPU failed after step", " ".join(event["text"] for event in info["events"]))


class OpenGlTest(CliTest):
    GL = ("--backend", "gl")

    def device(self):
        (line,) = self.run_json("devices")
        (device,) = [device for device in line["devices"] if device["name"] == "gl"]
        return device

    def setUp(self):
        super().setUp()
        device = self.device()
        if not device["available"]:
            self.skipTest("no OpenGL device: " + device["detail"])
        self.write("picture.png", 24, 20)

    def test_device(self):
        detail = self.device()["detail"]
        self.assertRegex(detail, r"OpenGL 4\.\d")
        self.assertEqual("llvmpipe" in detail, detail.endswith("a software renderer"))

    def test_no_driver(self):
        (self.folder / "driver").mkdir()
        (self.folder / "driver/libEGL.so.1").write_bytes(b"not a library")
        for variable, value, reason in (("LD_LIBRARY_PATH", str(self.folder / "driver"), "libEGL does not load: "),
                                        ("__EGL_VENDOR_LIBRARY_FILENAMES", "/dev/null", "no driver offers OpenGL 4.3"),
                                        ("MESA_GL_VERSION_OVERRIDE", "3.3", "no driver offers OpenGL 4.3")):
            with self.subTest(variable):
                self.environment[variable] = value
                device = self.device()
                self.assertFalse(device["available"])
                self.assertIn(reason, device["detail"])
                self.refuse("fit", "picture.png", "-o", "gl.redraw", *SMALL, *self.GL, naming=("OpenGL is not available: ", reason))
                done = self.run_json("fit", "picture.png", "-o", "run.redraw", "--force", *SMALL)[-1]
                self.assertEqual((done["backend"], self.errors), ("cpu", ""))
                del self.environment[variable]

    @needs_compiler
    def test_driver_without_functions(self):
        compile_library(SOURCE / "tests/support/other_module.c", self.folder / "driver/libEGL.so.1")
        self.environment["LD_LIBRARY_PATH"] = str(self.folder / "driver")
        self.assertEqual(self.device()["detail"], "libEGL lacks eglGetProcAddress")

    def test_refused(self):
        self.refuse("fit", "picture.png", "-o", "run.redraw", *SMALL, *self.GL, "--precision", "bf16", naming=("fp32",))
        self.refuse("enlarge", "picture.png", "-o", "large.png", *self.GL, naming=("OpenGL",))

    def test_learns_like_the_cpu(self):
        for preset in ("siren", "grid", "fourier"):
            with self.subTest(preset):
                reached = {}
                for backend in ("cpu", "gl"):
                    done = self.run_json("fit", "picture.png", "-o", f"{preset}-{backend}.redraw", "--preset", preset, "--layers", "16,16",
                                         "--epochs", "40", "--precision", "fp32", "--backend", backend)[-1]
                    self.assertEqual(done["backend"], backend)
                    reached[backend] = done["psnr"]
                self.assertAlmostEqual(reached["gl"], reached["cpu"], delta=0.1)

    def test_resume_is_exact(self):
        settings = ("--preset", "grid", "--layers", "16,16", "--epochs", "20", *self.GL)
        self.run_redraw("fit", "picture.png", "-o", "whole.redraw", *settings)
        self.run_redraw("fit", "picture.png", "-o", "part.redraw", *settings, "--until-seconds", "0.000001")
        self.run_redraw("resume", "part.redraw", *self.GL)
        self.assertEqual(self.weights("whole.redraw"), self.weights("part.redraw"))

    def test_bits_do_not_depend_on_the_devices_threads_and_vectors(self):
        weights = []
        for threads, width in (("1", "128"), ("2", "256"), ("1", "256")):
            self.environment.update(LP_NUM_THREADS=threads, LP_NATIVE_VECTOR_WIDTH=width)
            self.run_redraw("fit", "picture.png", "-o", "run.redraw", "--force", "--preset", "grid", "--epochs", "3", *self.GL)
            weights.append(self.weights("run.redraw"))
        self.assertEqual(weights[1:], weights[:1] * 2)

    def test_a_run_moves_between_backends(self):
        settings = ("picture.png", "--layers", "16,16", "--epochs", "60", "--precision", "fp32")
        alone = self.run_json("fit", *settings, "-o", "alone.redraw", "--backend", "cpu")[-1]
        for begun, continued in (("gl", "cpu"), ("cpu", "gl")):
            run = f"{begun}.redraw"
            part = self.run_json("fit", *settings, "-o", run, "--backend", begun, "--until-psnr", "12")[-1]
            self.assertIn(part["step"], range(1, 60))
            done = self.run_json("resume", run, "--backend", continued)[-1]
            self.assertEqual((done["step"], done["backend"]), (60, continued))
            self.assertAlmostEqual(done["psnr"], alone["psnr"], delta=0.1)

    def test_export(self):
        self.run_redraw("fit", "picture.png", "-o", "run.redraw", *SMALL)
        values = []
        for backend in ("gl", "cpu"):
            self.run_redraw("export", "run.redraw", "-o", f"{backend}.csv", "--size", "31", "--backend", backend)
            lines = (self.folder / f"{backend}.csv").read_text().split()[1:]
            values.append([float(line.split(",")[-1]) for line in lines])
        self.assertLess(max(abs(a - b) for a, b in zip(*values, strict=True)), 1.5e-4)  # values have four decimals

    def test_bench(self):
        self.PROGRAM = str(BIN / "redraw-bench")
        (line,) = self.run_json(*self.GL, "--layers", "8,8", "--train-size", "9x7", "--draw-size", "12x5", "--seconds", "0.1")
        self.assertEqual((line["network"], line["precision"], line["draw_width"]), ("sine 2-8x2-1", "fp32", 12))
        self.assertIn("OpenGL", line["backend"])
        self.assertIsNone(line["tensor_percent"])
