"""Tests the scripts that compare Redraw with PyTorch: the picture and settings they pass on, and their arithmetic.

If a Python with torch is found, bench/torch_peer.py must reach redraw's PSNR; a stand-in tests the rest.
"""
import array
import base64
import json
import os
import re
import shlex
import subprocess
import sys
import unittest
from harness import CliTest, REDRAW, SOURCE, blobs

sys.path.insert(0, str(SOURCE / "bench"))
import peer as peers  # noqa: E402
from run_target import read_run, unfiltered  # noqa: E402

# Answers like bench/torch_peer.py: a step takes 5000 ms; 20 dB are reached after 7 steps and 2 s, no higher goal.
STAND_IN = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["do"] == "about":
        answers = [{"torch": "none", "capability": "none", "libraries": []}]
    elif request["do"] == "step":
        answers = [{"ms": [1, 5000, 6000], "cpu_ms": [8000]}]
    else:
        answers = [{"event": "reached", "level": 20.0, "step": 7, "seconds": 2}, {"event": "done"}]
    for answer in answers:
        print(json.dumps(answer), flush=True)
"""


def torch_python():
    for python in (os.environ.get("REDRAW_TORCH_PYTHON"), sys.executable, "/usr/bin/python3"):
        if python and subprocess.run([python, "-c", "import torch"], capture_output=True).returncode == 0:
            return python
    raise unittest.SkipTest("no Python with torch here (set REDRAW_TORCH_PYTHON)")


class Peer(CliTest):
    def run_script(self, name, *arguments):
        (self.folder / "stand in.py").write_text(STAND_IN)
        peer = f"slow={sys.executable} {shlex.quote(str(self.folder / 'stand in.py'))}"
        process = subprocess.run([sys.executable, "-B", SOURCE / "bench" / name, "--redraw", REDRAW, "--peer", peer,
                                  *map(str, arguments)], capture_output=True, text=True)
        self.assertEqual(process.returncode, 0, process.stderr)
        return process.stdout

    def test_the_peer_gets_the_pixels_settings_and_first_weights(self):
        self.write("picture.png", 23, 9)
        self.run_redraw("fit", "picture.png", "-o", "run.redraw", "--layers", "6,5", "--epochs", "3", "--channels",
                        "gray", "--train-size", "original")
        run = read_run(REDRAW, self.folder / "run.redraw")
        self.assertEqual((run["width"], run["height"], run["channels"]), (23, 9, 1))
        pixels = array.array("f", base64.b64decode(run["pixels"]))
        for i, value in enumerate(pixels):
            self.assertAlmostEqual(value, blobs(i % 23, i // 23) / 255, delta=2e-5)
        self.assertEqual(len(base64.b64decode(run["parameters"])), 4 * ((2 * 6 + 6) + (6 * 5 + 5) + (5 + 1)))
        self.assertEqual(run["network"]["layers"], [6, 5])
        self.assertEqual(run["schedule"]["epochs"], 3)

    def test_every_filter_of_png(self):
        row, above = [10, 200, 30, 4], [250, 6, 7, 100]
        for kind, expected in ((0, [10, 200, 30, 4]), (1, [10, 200, 40, 204]), (2, [4, 206, 37, 104]),
                               (3, [135, 203, 101, 155]), (4, [4, 206, 34, 210])):
            with self.subTest(kind=kind):
                self.assertEqual(list(unfiltered(kind, bytearray(row), bytearray(above), 2)), expected)

    def test_steps_are_compared_by_medians(self):
        text = self.run_script("compare_torch.py", "--networks", "wide64", "--rounds", 1, "--seconds", 0.1, "--json",
                               "--threads", 1)
        measured = json.loads(next(line for line in text.splitlines() if line.startswith("{")))["ms"]
        self.assertEqual(measured["slow fp32"], [5000, 8000])
        ours = measured["redraw fp32"]
        ratio = f"{5000 / ours[0]:.1f} ({8000 / ours[1]:.1f})"
        self.assertEqual(text.splitlines()[-1], f"| sine 2-64-64-64-64-1, 256 x 256 | 1 | {ratio} | {ratio} |")

    def test_time_to_a_psnr(self):
        self.write("picture.png", 24, 16)
        text = self.run_script("time_to_psnr.py", self.folder / "picture.png", "--levels", "20,999", "--rounds", 1,
                               "--budget", 5, "--size", 24, "--threads", 1, "--settings", "same,siren code")
        ours, *theirs = [line for line in text.splitlines() if re.match(r"\| (redraw|slow)", line)]
        self.assertRegex(ours, r"^\| redraw fp32 \| siren \| \d+\.\d\d \(\d+\.\d\d\) @\d+ \| - \|$")
        self.assertEqual(len(theirs), 2)
        for line, settings in zip(theirs, ("same", "siren code")):
            self.assertRegex(line, rf"^\| slow fp32 \| {settings} \| 2\.00 \(\d+\.\d\d\) @7 \| - \|$")

    def test_the_peer_learns_what_redraw_learns(self):
        """Uses point pixels, since the peer computes pixel centres only."""
        self.write("picture.png", 24, 16)
        with peers.Peer("torch", torch_python(), 1) as peer:
            for settings in ((), ("--activation", "tanh", "--output", "sigmoid", "--optimizer", "sgd", "--lr-max",
                                  "0.5", "--momentum", "0.5"), ("--activation", "gelu", "--channels", "color")):
                with self.subTest(settings=settings):
                    self.run_redraw("fit", "picture.png", "-o", "run.redraw", "--force", "--layers", "20,12",
                                    "--epochs", "40", "--precision", "fp32", "--pixel", "point", *settings)
                    psnr = self.run_json("info", "run.redraw")[0]["psnr"]
                    answer = peer.ask(do="fit", levels=[999], budget=60, bf16=False,
                                      **read_run(REDRAW, self.folder / "run.redraw"))
                    self.assertAlmostEqual(answer["best"], psnr, delta=0.02)
