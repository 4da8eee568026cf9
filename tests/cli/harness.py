"""What the command line tests share: a folder of their own, the program, small pictures."""
import json
import math
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from options import last_of_each  # noqa: E402
from progress import activity, catches, delivered, end_of, family, output_of, wait_for  # noqa: E402, F401 (for the tests)

REDRAW = os.environ.get("REDRAW", "build/release/bin/redraw")
SOURCE = pathlib.Path(__file__).resolve().parents[2]
COMPILER = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
SMALL = ("--layers", "16,16", "--epochs", "40", "--threads", "1")  # a network that learns in no time
SEVERAL = 'failed=0; for line; do eval "$line" || failed=1; done; exit $failed'  # lines of a plan, as docs/many.md has it


for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # ignored, as in the background, they would stay so
    if signal.getsignal(stop) == signal.SIG_IGN:
        signal.signal(stop, signal.SIG_DFL)


def is_sanitized():
    program = pathlib.Path(REDRAW).read_bytes()
    return b"__asan_init" in program or b"__tsan_init" in program


class CliTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="redraw cli "))  # a space, on purpose
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.environment = {**os.environ, "XDG_DATA_HOME": str(self.folder / "data"), "LC_ALL": "C.UTF-8"}
        for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
            self.environment.pop(variable, None)

    def start(self, *arguments, **options):
        """The program, started in the test's own folder; the caller waits for it."""
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL,
                   "text": True, "cwd": self.folder, "env": self.environment, **options}
        return subprocess.Popen([REDRAW, *last_of_each(map(str, arguments))], **options)

    def rest_of(self, process):
        """What it had left to say on both streams, once it has ended. Not communicate(), which misses the part of a
        line that reading line by line has already fetched."""
        out, errors = process.stdout.read(), process.stderr.read()
        process.wait()
        return out, errors

    def run_redraw(self, *arguments, status=0, **options):
        """Runs to the end and checks the exit status; returns what came out on standard output."""
        process = self.start(*arguments, **options)
        out, err = output_of(process)
        self.assertEqual(process.returncode, status, f"redraw {' '.join(map(str, arguments))}\n{err}")
        self.errors = err
        return out

    def run_json(self, *arguments, **options):
        """The JSON objects it printed, one a line."""
        return [json.loads(line) for line in self.run_redraw(*arguments, "--json", **options).splitlines()]

    def refuse(self, *arguments, naming, status=1, **options):
        """It must refuse: one sentence on standard error with every text of `naming`, and nothing else."""
        self.run_redraw(*arguments, status=status, **options)
        sentence = self.errors.strip()
        self.assertEqual(len(sentence.splitlines()), 1, f"not one line: {self.errors!r}")
        for text in naming:
            self.assertIn(text, sentence)
        return sentence

    def fit(self, name="run.redraw", *arguments, picture="picture.png"):
        """A small finished run of a small picture."""
        if not (self.folder / picture).exists():
            write_png(self.folder / picture, 24, 16, blobs)
        self.run_redraw("fit", picture, "-o", name, *SMALL, *arguments)
        return self.folder / name

    def weights(self, run, *arguments):
        """The network of a run, as the bytes of its .safetensors file."""
        self.run_redraw("weights", run, "-o", "weights.safetensors", *arguments)
        return (self.folder / "weights.safetensors").read_bytes()


def blobs(x, y):
    """A smooth picture: gray values from 0 to 255 for a pixel."""
    return int(127.5 + 127.5 * math.sin(x * 0.4) * math.cos(y * 0.3))


def write_png(path, width, height, gray):
    rows = b"".join(b"\0" + bytes(gray(x, y) for x in range(width)) for y in range(height))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    path.write_bytes(b"\x89PNG\r\n\x1a\n"
                     + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def png_header(path):
    """(width, height, bit depth, colour type) of a whole PNG file."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n") and data.endswith(b"IEND\xaeB`\x82"), path
    return struct.unpack(">IIBB", data[16:26])


def gif_frames(path):
    """(width, height, [hundredths of a second of each frame]) of a whole GIF file."""
    data = path.read_bytes()
    assert data[:6] == b"GIF89a" and data[-1:] == b";", path
    width, height, flags = struct.unpack("<HHB", data[6:11])
    at = 13 + (3 << (flags & 7) + 1 if flags & 0x80 else 0)
    delays = []
    while data[at:at + 1] != b";":
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                delays.append(struct.unpack("<H", data[at + 4:at + 6])[0])
            at += 2
        else:
            assert data[at] == 0x2C, f"{path}: unexpected block at {at}"
            local = data[at + 9]
            at += 10 + (3 << (local & 7) + 1 if local & 0x80 else 0) + 1
        while data[at]:
            at += data[at] + 1
        at += 1
    return width, height, delays


def preloaded(test, source):
    """A library of this C source for LD_PRELOAD, which takes no space in a path; gone with the test."""
    folder = tempfile.mkdtemp(prefix="redraw-preload-")
    test.addCleanup(shutil.rmtree, folder, ignore_errors=True)
    subprocess.run([COMPILER, "-O1", "-shared", "-fPIC", "-o", f"{folder}/preloaded.so", SOURCE / "tests/support" / source],
                   check=True)
    return f"{folder}/preloaded.so"


def shared_data(name):
    """A file beside the checkout that tests may use when it is there; a visible skip when not."""
    folder = pathlib.Path(os.environ.get("REDRAW_SHARED_DATA", SOURCE / "../shared/data"))
    if not (folder / name).exists():
        raise unittest.SkipTest(f"{name} is not there (set REDRAW_SHARED_DATA)")
    return folder / name


def main():
    """Runs the tests of the calling file; all of them skipped is told to ctest by status 77."""
    result = unittest.main(verbosity=2, exit=False).result
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(77 if result.testsRun and len(result.skipped) == result.testsRun else 0)
