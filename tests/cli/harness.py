"""Shared by the command line tests: a folder for each test, running the program, and small pictures."""
import json
import math
import ntpath
import os
import pathlib
import pty
import re
import resource
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path += [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("support", "hostile")]
import pictures  # noqa: E402
import progress  # noqa: E402
from options import last_of_each  # noqa: E402
from progress import activity, delivered, end_of, family, output_of, wait_for  # noqa: E402, F401 (for the tests)

REDRAW = os.environ.get("REDRAW", "build/release/bin/redraw")
WINE = "REDRAW_WINE" in os.environ  # REDRAW starts redraw.exe (tests/windows.py)
STOP = signal.SIGINT if WINE else signal.SIGTERM  # Ctrl-C; Wine ends a program at once at other signals
DRIVE = "Z:" if WINE else ""  # before an absolute path in the environment
SOURCE = pathlib.Path(__file__).resolve().parents[2]
SYSTEM_PYTHON = "/usr/bin/python3"  # Debian's Python, which has Debian's modules
COMPILER = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
BIN = pathlib.Path(REDRAW).resolve().parent
SMALL = ("--layers", "16,16", "--epochs", "40", "--threads", "1")  # a network that learns in a moment
ENDLESS = (*SMALL[:2], "--epochs", "100000000", *SMALL[4:])
SEVERAL = 'failed=0; for line; do eval "$line" || failed=1; done; exit $failed'  # runs lines of a plan (docs/many.md)


def is_sanitized():
    program = pathlib.Path(REDRAW).read_bytes()
    return b"__asan_init" in program or b"__tsan_init" in program


def not_under_wine(reason):
    if WINE:
        raise unittest.SkipTest(reason)


def not_sanitized(reason):
    if is_sanitized():
        raise unittest.SkipTest(reason)


def with_slashes(errors):
    """Returns a sentence of the program with its paths as on Linux."""
    return errors.replace("\\", "/") if WINE and isinstance(errors, str) else errors


def limited(kind, soft, hard=None):
    """Returns a preexec_fn that sets a resource limit of the process."""
    if kind in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE):
        not_under_wine("this limit of Linux ends Wine")
    if kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        not_sanitized("a sanitizer takes memory of its own")
    return lambda: resource.setrlimit(kind, (soft, soft if hard is None else hard))


def as_nobody():
    """Returns the words before a command that remove root's rights from it."""
    not_under_wine("Wine's files belong to this user")
    return ["setpriv", "--reuid=65534", "--clear-groups"] if os.geteuid() == 0 else []


class CliTest(unittest.TestCase):
    PROGRAM = REDRAW
    PICTURE = None  # width and height of picture.png, which each test of the class gets

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="redraw cli "))  # with a space, to test quoting
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.environment = {**os.environ, "XDG_DATA_HOME": f"{DRIVE}{self.folder}/data", "LC_ALL": "C.UTF-8"}
        for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
            self.environment.pop(variable, None)
        if self.PICTURE:
            self.write("picture.png", *self.PICTURE)

    def write(self, name, width, height, gray=None):
        """Writes a gray PNG to the test's folder."""
        write_png(self.folder / name, width, height, gray or blobs)
        return name

    def read(self, name):
        return (self.folder / name).read_bytes()

    def names(self, pattern="*"):
        return sorted(path.name for path in self.folder.glob(pattern))

    def keep_temporary_files(self, name):
        """Makes a folder in which the program keeps its temporary files."""
        folder = self.folder / name
        if WINE:  # which has one folder for all its programs
            temp, = pathlib.Path(os.environ["WINEPREFIX"]).glob("drive_c/users/*/Temp")
            shutil.rmtree(temp)
            temp.mkdir()
            folder.symlink_to(temp)
        else:
            folder.mkdir()
            self.environment["TMPDIR"] = str(folder)

    def needs(self, *programs):
        for program in programs:
            if not shutil.which(program):
                self.skipTest(f"{program} is not installed")

    def start(self, *arguments, **options):
        """Starts the program in the test's folder; the caller waits for its end."""
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL,
                   "text": True, "cwd": self.folder, "env": self.environment, **options}
        return subprocess.Popen([self.PROGRAM, *last_of_each(map(str, arguments))], **options)

    def rest_of(self, process):
        """Returns the rest of standard output and standard error at the end of the process. communicate() would miss
        the part of a line that reading by lines has already buffered."""
        out, errors = process.stdout.read(), process.stderr.read()
        process.wait()
        return out, with_slashes(errors)

    def wait_until(self, process, happened):
        """Reads JSON lines until a `progress` or `whole` event satisfies `happened`; returns that event."""
        for line in process.stdout:
            event = json.loads(line)
            if event["event"] in ("progress", "whole") and happened(event):
                return event
        return self.fail(f"it ended: {process.stderr.read()}")

    def stop(self, process, number=signal.SIGTERM):
        """Sends a signal (under Wine: STOP) that must end the process. Returns its last event, if any, and standard error."""
        number = STOP if WINE else number
        process.send_signal(number)
        out, errors = self.rest_of(process)
        self.assertEqual(process.returncode, 128 + number, errors)
        lines = out.splitlines()
        return json.loads(lines[-1]) if lines else None, errors

    def usage_of(self, process, status=0):
        """Waits for the process, which must end with this status. Returns standard output, standard error and its
        resource usage."""
        out, errors = process.stdout.read(), process.stderr.read()
        _, ended, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(ended)
        process.stdout.close()
        process.stderr.close()
        self.assertEqual(process.returncode, status, errors)
        return out, errors, usage

    def call(self, *words, status=0, **options):
        """Runs another program in the test's folder and checks its exit status."""
        options = {"cwd": self.folder, "env": self.environment, "capture_output": True, "text": True, **options}
        done = subprocess.run(list(map(str, words)), **options)
        self.assertEqual(done.returncode, status, f"{words}\n{done.stdout}\n{done.stderr}")
        return done

    def traced(self, *options, status=0):
        """Runs strace with these options, which end with a command. Skips the test where strace may not trace."""
        not_under_wine("the system calls are Wine's")
        done = subprocess.run(["strace", "-f", "-qq", *map(str, options)], text=True, capture_output=True,
                              env=self.environment, cwd=self.folder)
        if "ptrace" in done.stderr.lower():
            self.skipTest("strace may not trace here")
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def terminal(self):
        """Returns both ends of a pseudo-terminal."""
        try:
            return pty.openpty()
        except OSError as reason:
            return self.skipTest(f"there are no terminals here: {reason}")

    def saved_step(self, run):
        return self.run_json("info", run)[0]["step"]

    def export(self, run, name, *arguments):
        """Exports a drawing and returns the file's bytes."""
        self.run_redraw("export", run, "-o", name, *arguments)
        return self.read(name)

    def run_redraw(self, *arguments, status=0, **options):
        """Runs the program to its end and checks the exit status; returns standard output."""
        process = self.start(*arguments, **options)
        out, err = output_of(process)
        self.assertEqual(process.returncode, status, f"redraw {' '.join(map(str, arguments))}\n{err}")
        self.errors = with_slashes(err)
        return out

    def run_json(self, *arguments, **options):
        """Runs the program with --json and returns the printed JSON objects, one for each line."""
        return [json.loads(line) for line in self.run_redraw(*arguments, "--json", **options).splitlines()]

    def refuse(self, *arguments, naming, status=1, **options):
        """Checks that the program refuses, with one line on standard error that contains every text of `naming`.
        Returns the line."""
        self.run_redraw(*arguments, status=status, **options)
        sentence = self.errors.strip()
        self.assertEqual(len(sentence.splitlines()), 1, f"not one line: {self.errors!r}")
        for text in naming:
            self.assertIn(text, sentence)
        return sentence

    def fit(self, name="run.redraw", *arguments, picture="picture.png"):
        """Makes a small finished run of a small picture."""
        if not (self.folder / picture).exists():
            self.write(picture, 24, 16)
        self.run_redraw("fit", picture, "-o", name, *SMALL, *arguments)
        return self.folder / name

    def weights(self, run, *arguments):
        """Returns the network of a run as the bytes of its .safetensors file."""
        self.run_redraw("weights", run, "-o", "weights.safetensors", *arguments)
        return (self.folder / "weights.safetensors").read_bytes()


def blobs(x, y):
    """Returns the gray value, 0 to 255, of a smooth picture."""
    return int(127.5 + 127.5 * math.sin(x * 0.4) * math.cos(y * 0.3))


def write_png(path, width, height, gray):
    path.write_bytes(pictures.png(width, height, [bytes(gray(x, y) for x in range(width)) for y in range(height)]))


def png_header(path):
    """Returns (width, height, bit depth, colour type) of a complete PNG file."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n") and data.endswith(b"IEND\xaeB`\x82"), path
    return struct.unpack(">IIBB", data[16:26])


def words_of(line):
    """Returns the words of a line that `redraw plan` or `redraw tiles` printed; on Windows it is one for PowerShell."""
    if not WINE:
        return shlex.split(line)
    words = [quoted.replace("''", "'") or plain for quoted, plain in re.findall(r"'((?:[^']|'')*)'|(\S+)", line) if plain != "&"]
    return [REDRAW, *words[1:]]


def gif_frames(path):
    """Returns (width, height, [delay of each frame in 1/100 s]) of a complete GIF file."""
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


def name_of(path):
    """Returns the last part of a path that the program printed."""
    return (ntpath if WINE else os.path).basename(path)


def catches(process, number):
    """Waits until the program has its own handler for this signal, which would otherwise kill it."""
    if WINE:  # where its threads follow the handler
        wait_for(lambda: len(os.listdir(f"/proc/{process.pid}/task")) > 2, process)
    else:
        progress.catches(process, number)


def preloaded(test, source):
    """Compiles a C source to a library for LD_PRELOAD, in a path without spaces, as LD_PRELOAD requires. The library is
    removed after the test."""
    not_under_wine("LD_PRELOAD changes Wine")
    not_sanitized("a sanitizer has to be loaded first")
    folder = tempfile.mkdtemp(prefix="redraw-preload-")
    test.addCleanup(shutil.rmtree, folder, ignore_errors=True)
    subprocess.run([COMPILER, "-O1", "-shared", "-fPIC", "-o", f"{folder}/preloaded.so", SOURCE / "tests/support" / source],
                   check=True)
    return f"{folder}/preloaded.so"


def shared_data(name):
    """Returns a shared test file outside the repository; skips the test if it is missing."""
    folder = pathlib.Path(os.environ.get("REDRAW_SHARED_DATA", SOURCE / "../shared/data"))
    if not (folder / name).exists():
        raise unittest.SkipTest(f"{name} is not there (set REDRAW_SHARED_DATA)")
    return folder / name
