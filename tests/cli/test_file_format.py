"""Tests that docs/file-format.md suffices to draw a run: its example draws what Redraw exports."""
import re
import shutil
import subprocess
import unittest

from harness import CliTest, SOURCE

SYSTEM_PYTHON = "/usr/bin/python3"  # Debian's Python, which has python3-numpy
COMPARE = """
import sys, numpy as np
drawn = np.clip(np.load(sys.argv[1])[..., 0], 0, 1)
exported = np.fromfile(sys.argv[2], ">u2").reshape(drawn.shape) / 65535
print(abs(drawn - exported).max())
"""
HASHED = '{"network": {"activation": "gelu", "output": "sigmoid", "grid": {"table_bits": 8}}}'


def missing():
    if not shutil.which("convert"):
        return "ImageMagick's convert"
    if subprocess.run([SYSTEM_PYTHON, "-c", "import numpy, zstandard"], capture_output=True).returncode != 0:
        return "python3-numpy and python3-zstandard"
    return None


class FileFormat(CliTest):
    @unittest.skipIf(missing(), f"needs {missing()}")
    def test_the_example_draws_what_is_exported(self):
        document = (SOURCE / "docs" / "file-format.md").read_text()
        (self.folder / "example.py").write_text(re.search(r"```python\n(.*?)```", document, re.S)[1])
        (self.folder / "hashed.json").write_text(HASHED)
        run = lambda *command: subprocess.run(command, cwd=self.folder, check=True, capture_output=True, text=True).stdout
        for i, flags in enumerate((["--preset", "siren"], ["--preset", "fourier"], ["--preset", "grid"],
                                   ["--preset", "grid", "--config", "hashed.json"], ["--preset", "tanh"],
                                   ["--preset", "grid", "--pixel", "point"])):
            with self.subTest(" ".join(flags)):
                self.fit(f"{i}.redraw", "--channels", "gray", *flags)
                run(SYSTEM_PYTHON, "example.py", f"{i}.redraw", "drawn.npy")
                kept = self.run_json("info", f"{i}.redraw")[0]["keyframes"]
                self.run_redraw("export", f"{i}.redraw", "-o", "drawn.png", "--size", "24", "--16bit", "--at", kept[-1])
                run("convert", "drawn.png", "-depth", "16", "-endian", "MSB", "gray:drawn.gray")
                self.assertLess(float(run(SYSTEM_PYTHON, "-c", COMPARE, "drawn.npy", "drawn.gray")), 1e-4)
