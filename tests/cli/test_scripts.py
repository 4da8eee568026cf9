"""Tries every script of bench/ and scripts/ for a moment: on tiny inputs, or, where the real work needs hours, a GPU or
root, by its help or its refusal of wrong arguments. A script that is tried nowhere fails the first test."""
import pathlib
import re
import subprocess
import sys
import unittest

from harness import BIN, REDRAW, SOURCE, SYSTEM_PYTHON, CliTest, is_sanitized

BENCH, SCRIPTS = SOURCE / "bench", SOURCE / "scripts"
# Scripts that other tests try; the test names the script.
ELSEWHERE = {"compare_torch.py": "test_bench_peer.py", "time_to_psnr.py": "test_bench_peer.py", "torch_peer.py": "test_bench_peer.py",
             "gpu_check.py": "test_gpu_check.py", "gl_check.py": "test_gpu_check.py"}
# Arguments that each shell script refuses before it does anything.
REFUSED = {"bare": ["nonsense"], "bundle": ["--nonsense"], "gl-check": ["--programs", ".", "--nonsense"],
           "gpu-check": ["--pack"], "guide-images": ["nonsense"], "nightly": ["nonsense"], "release": ["nonsense"], "release-try": ["nonsense"],
           "run": ["two", "pictures"], "style": ["nonsense"], "test": ["--nonsense"], "tidy": ["--nonsense"], "windows": ["--nonsense"],
           "windows-libraries": [], "windows-zip": ["nonsense"]}


def is_program(script):
    return '__name__ == "__main__"' in script.read_text()


def python_with(*modules):
    """Returns a Python that has these modules."""
    for python in (sys.executable, SYSTEM_PYTHON):
        if subprocess.run([python, "-c", f"import sys, {', '.join(modules)}"], capture_output=True).returncode == 0:
            return python
    raise unittest.SkipTest(f"no Python with {' and '.join(modules)} here")


class Scripts(CliTest):
    PICTURE = (24, 16)

    def test_every_script_is_tried(self):
        programs = {script.name for script in BENCH.glob("*.py") if is_program(script)}
        own = {f"{name[len('test_bench_'):]}.py" for name in dir(self) if name.startswith("test_bench_")}
        self.assertEqual(programs, own | set(ELSEWHERE))
        for script, test in ELSEWHERE.items():
            self.assertIn(pathlib.Path(script).stem, (SOURCE / "tests" / "cli" / test).read_text())
        self.assertEqual({script.name for script in SCRIPTS.iterdir()}, {"chroot.sh", "common.sh", *REFUSED})

    def test_every_part_is_used(self):
        text = "".join(script.read_text() for script in BENCH.glob("*.py"))
        for part in (script.stem for script in BENCH.glob("*.py") if not is_program(script)):
            self.assertRegex(text, rf"(?m)^(import|from) {part}\b")

    def test_shell_scripts_refuse_wrong_arguments(self):
        for script in (*SCRIPTS.iterdir(), SOURCE / ".ci" / "run"):
            with self.subTest(script=script.name):
                self.call("bash", "-n", script)
        for name, arguments in REFUSED.items():
            with self.subTest(script=name):
                done = subprocess.run([SCRIPTS / name, *arguments], cwd=self.folder, env=self.environment, capture_output=True,
                                      stdin=subprocess.DEVNULL, text=True, timeout=60)
                self.assertIn(done.returncode, (1, 2), done.stderr)
                self.assertRegex(done.stderr, rf"scripts/{name}|gl_check\.py")  # says what it takes, not what failed

    def bench(self, name, *arguments, python=sys.executable, **options):
        return self.call(python, "-B", BENCH / name, *arguments, timeout=300, **options).stdout

    def test_bench_enlarge(self):
        self.needs("convert")
        self.write("picture.png", 64, 48)
        out = self.bench("enlarge.py", "--redraw", REDRAW, "--filters", "Box", "--more=--epochs=1", "--", "picture.png",
                         python=python_with("numpy", "PIL"))
        self.assertRegex(out, r"redraw [+-]\d+\.\d\d dB in the mean")

    def test_bench_quality(self):
        out = self.bench("quality.py", "--redraw", REDRAW, "--presets", "siren,grid", "--times", "0.1,0.2", "picture.png@16")
        self.assertEqual(len(re.findall(r"^\| `(?:siren|grid)` \|", out, re.MULTILINE)), 2, out)

    def test_bench_trials(self):
        out = self.bench("trials.py", "--redraw", REDRAW, "--size", 12, "--epochs", 2, "--steps", 1, "--threads", 1, "picture.png")
        self.assertGreater(out.count("\n| "), 20, out)

    def test_bench_convergence(self):
        self.bench("convergence.py", "--redraw", REDRAW, "-o", "curves.svg", "--epochs", 2, "--at", "1,2", "--precisions", "fp32",
                   "picture.png@16", python=python_with("matplotlib"))
        self.assertIn(b"<svg", self.read("curves.svg"))

    def test_bench_optimizer_trials(self):
        self.bench("optimizer_trials.py", "--redraw", REDRAW, "--size", 16, "--passes", 4, "picture.png", python=python_with("torch"))

    def test_bench_gpu_torch(self):
        self.bench("gpu_torch.py", "--help", python=python_with("torch"))

    def test_bench_gpu_model(self):
        self.bench("gpu_model.py", "--help")

    def studio(self):
        """Returns the studio's path; skips the test where it cannot open its window."""
        if not (BIN / "redraw-studio").exists() or is_sanitized():
            self.skipTest("no studio is built here")
        sys.path.append(str(SOURCE / "tests" / "gui"))
        import desktop
        if lacks := desktop.missing():
            self.skipTest("a window needs " + ", ".join(lacks))
        self.environment["REDRAW_COMMIT_SECONDS"] = "0.2"
        return BIN / "redraw-studio"

    def test_bench_seek(self):
        out = self.bench("seek.py", self.studio(), REDRAW, "--picture", "picture.png", "--fit", "--layers 8 --epochs 300", "--seeks", 3)
        self.assertRegex(out, r"key +[1-3] of 3 showed another moment")

    def test_bench_studio_cost(self):
        out = self.bench("studio_cost.py", self.studio(), REDRAW, "picture.png", 1, 0.5)
        self.assertRegex(out, r"the studio costs -?\d+\.\d %")


if __name__ == "__main__":
    unittest.main()
