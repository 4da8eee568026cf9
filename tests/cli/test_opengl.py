"""Tests the OpenGL backend by the command line, on whatever device there is: usually Mesa's software renderer."""
from harness import SMALL, CliTest


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
        for variable, value, reason in (("LD_LIBRARY_PATH", str(self.folder / "driver"), "libEGL is not installed"),
                                        ("__EGL_VENDOR_LIBRARY_FILENAMES", "/dev/null", "no driver offers OpenGL 4.3"),
                                        ("MESA_GL_VERSION_OVERRIDE", "3.3", "no driver offers OpenGL 4.3")):
            with self.subTest(variable):
                self.environment[variable] = value
                device = self.device()
                self.assertEqual((device["available"], device["detail"]), (False, reason))
                self.refuse("fit", "picture.png", "-o", "gl.redraw", *SMALL, *self.GL, naming=("OpenGL is not available: ", reason))
                done = self.run_json("fit", "picture.png", "-o", "run.redraw", "--force", *SMALL)[-1]
                self.assertEqual((done["backend"], self.errors), ("cpu", ""))
                del self.environment[variable]

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
        self.assertLess(max(abs(a - b) for a, b in zip(*values, strict=True)), 1e-4)

    def test_bench(self):
        (line,) = self.run_json("bench", *self.GL, "--layers", "8,8", "--train-size", "9x7", "--draw-size", "12x5", "--seconds", "0.1")
        self.assertEqual((line["network"], line["precision"], line["draw_width"]), ("sine 2-8x2-1", "fp32", 12))
        self.assertIn("OpenGL", line["backend"])
        self.assertIsNone(line["tensor_percent"])
