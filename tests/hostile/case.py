"""The framework of hostile cases: registration, a folder for each case, running the programs, and checks.

A case is a function with a number. It makes a bad input or fault by script, runs the real program on it through a
Testbed, and fails by check(). Unless a case says otherwise, the program must end within LIMIT, by itself and not by a
signal, within PEAK memory. A refusal is one line on standard error and changes no file."""

import dataclasses
import hashlib
import json
import os
import pathlib
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
from typing import Callable

import pictures
from options import last_of_each
from progress import Progress

LIMIT = 10  # most processor seconds for each of two threads, or seconds asleep; a refusal takes under 0.1 s
PEAK = 1024  # most MiB of resident memory
SMALL = ("--layers", "16,16", "--epochs", "2", "--threads", "1")  # a network that learns in a moment
SOURCE = pathlib.Path(__file__).resolve().parents[2]


for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # else signals ignored by a parent stay ignored
    if signal.getsignal(stop) == signal.SIG_IGN:
        signal.signal(stop, signal.SIG_DFL)


class Skipped(Exception):
    """Raised if the machine lacks something; the message names it."""


class Failed(AssertionError):
    pass


def check(condition, message):
    if not condition:
        raise Failed(message)


@dataclasses.dataclass
class Case:
    number: int
    what: str
    expected: str
    run: Callable
    topic: str


CASES: list[Case] = []


def case(number, what, expected):
    """Registers a function as a case. It takes a Testbed and returns a description of the observed result."""
    def register(function):
        topic = function.__module__.removeprefix("cases_")
        CASES.append(Case(number, what, expected, function, topic))
        return function
    return register


def table(run, *rows):
    """Registers a case for each row: number, what, expected, then the arguments of `run` after the Testbed. A dict at
    the end gives keyword arguments."""
    module = sys._getframe(1).f_globals["__name__"]
    for number, what, expected, *given in rows:
        named = given.pop() if given and isinstance(given[-1], dict) else {}

        def function(t, given=given, named=named):
            return run(t, *given, **named)

        function.__module__ = module
        case(number, what, expected)(function)


def within(mebibytes):
    """Returns a preexec_fn that limits the process's memory."""
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))


@dataclasses.dataclass
class Ended:
    """The end of a program. A negative status is the signal that killed it."""
    status: int
    out: str
    err: str
    peak: float  # MiB
    seconds: float

    @property
    def sentence(self):
        return self.err.strip().removeprefix("redraw: ").removeprefix("redraw-studio: ")


def tree(folder):
    """Returns type, mode, size and, except for large files, a digest of the content of everything below a folder."""
    seen = {}
    for root, folders, files in os.walk(os.fsencode(folder)):
        for name in folders + files:
            path = os.path.join(root, name)
            status = os.lstat(path)
            holds = b""
            if stat.S_ISLNK(status.st_mode):
                holds = os.readlink(path)
            elif stat.S_ISREG(status.st_mode) and status.st_blocks < 1 << 17:
                try:
                    with open(path, "rb") as file:
                        holds = hashlib.sha1(file.read()).digest() if status.st_size < 1 << 26 else b""
                except PermissionError:  # unreadable without root: use its modification time instead of its content
                    holds = status.st_mtime_ns.to_bytes(8, "big")
            seen[path] = (status.st_mode, status.st_size if stat.S_ISREG(status.st_mode) else 0, holds)
    return seen


class Testbed:
    good = {}  # finished runs, made once and copied

    def __init__(self, redraw, studio, full):
        self.redraw, self.studio, self.full = redraw, studio, full
        self.programs = pathlib.Path(redraw).resolve().parent
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="redraw hostile "))  # with a space, to test quoting
        self.undo = []
        self.home = self.folder / "home"
        (self.folder / "tmp").mkdir()
        self.environment = {name: value for name, value in os.environ.items()
                            if name not in ("DISPLAY", "WAYLAND_DISPLAY") and not name.startswith(("REDRAW_", "XDG_"))}
        self.environment.update(HOME=str(self.home), TMPDIR=str(self.folder / "tmp"), LC_ALL="C.UTF-8")

    def close(self):
        for action in reversed(self.undo):
            action()
        shutil.rmtree(self.folder, ignore_errors=True)

    def need(self, *programs):
        lacking = [name for name in programs if not shutil.which(name)]
        if lacking:
            raise Skipped("there is no " + ", no ".join(lacking))

    def need_root(self):
        if os.geteuid() != 0:
            raise Skipped("only root can do this")

    def need_module(self, name):
        if not (self.programs / f"redraw_{name}.so").exists():
            raise Skipped(f"this build has no module redraw_{name}.so")

    def need_compiler(self):
        compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
        if not compiler:
            raise Skipped("there is no C compiler")
        return compiler

    def tmpfs(self, *options):
        """Mounts a small disk for the case."""
        self.need_root()
        disk = self.folder / "disk"
        disk.mkdir(exist_ok=True)
        if subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", disk], capture_output=True).returncode != 0:
            raise Skipped("nothing may be mounted here")
        self.undo.append(lambda: subprocess.run(["umount", "-l", disk], capture_output=True))
        return disk

    def read_only_disk(self, run):
        """Returns a read-only disk that contains this run."""
        disk = self.tmpfs()
        shutil.copy(run, disk / "a.redraw")
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        return disk

    def open_folder(self):
        """Returns a folder in which every user may write."""
        (self.folder / "open").mkdir()
        (self.folder / "open").chmod(0o777)
        return self.folder / "open"

    def as_nobody(self):
        """Returns the words before a command that remove root's rights from it."""
        if os.geteuid() != 0:
            return ()
        self.need("setpriv")
        self.folder.chmod(0o755)
        nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
        if subprocess.run([*nobody, "test", "-x", self.redraw], stderr=subprocess.DEVNULL).returncode != 0:
            raise Skipped("nobody else may enter the folder of the program")
        return nobody

    def file(self, name, content=b""):
        path = self.folder / name if isinstance(name, str) else os.path.join(os.fsencode(self.folder), name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def picture(self, name="picture.png", width=24, height=16):
        return self.file(name, pictures.png(width, height, pictures.waves(width, height)))

    def run_file(self, name="run.redraw", *arguments):
        """Returns a small finished run, made by fit with these arguments."""
        target = self.folder / name
        if arguments not in Testbed.good:
            picture = self.file(".of a run.png", pictures.png(24, 16, pictures.waves(24, 16)))
            self.does("fit", picture, "-o", target, *SMALL, *arguments)
            Testbed.good[arguments] = target.read_bytes()
            picture.unlink()
        target.write_bytes(Testbed.good[arguments])
        return target

    def read(self, name):
        return (self.folder / name).read_bytes()

    def run(self, *arguments, program=None, wrap=(), limit=LIMIT, environment=(), unset=(), cwd=None, **options):
        """Runs a program to its end, with any status. Kills it and fails if it works or sleeps longer than `limit`
        seconds allow."""
        surroundings = {**self.environment, **dict(environment)}
        for name in unset:
            surroundings.pop(name, None)
        command = [*wrap, program or self.redraw,
                   *last_of_each(a if isinstance(a, bytes) else str(a) for a in arguments)]
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            streams = {"stdin": subprocess.DEVNULL, "stdout": out, "stderr": err, **options}
            process = subprocess.Popen(command, cwd=cwd or self.folder, env=surroundings, start_new_session=True,
                                       **streams)
            over, late = threading.Event(), []

            def watch():
                progress = Progress(process.pid, 2 * limit, limit)
                while not over.wait(0.5):
                    late[:] = filter(None, [progress.over()])
                    if late:
                        return os.killpg(process.pid, 9)

            watcher = threading.Thread(target=watch)
            watcher.start()
            _, status, used = os.wait4(process.pid, 0)
            over.set()
            watcher.join()
            process.returncode = os.waitstatus_to_exitcode(status)
            texts = []
            for file in (out, err):
                file.seek(0)
                texts.append(file.read().decode(errors="surrogateescape"))
        shown = " ".join(map(ascii, arguments))[:300]
        check(not late, f"it hung: {late}: {shown}")
        ours = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # a process starts with the peak of its parent
        peak = used.ru_maxrss / 1024 if used.ru_maxrss > ours else 0
        check(peak <= PEAK, f"it took {peak:.0f} MiB: {shown}")
        return Ended(process.returncode, *texts, peak, used.ru_utime + used.ru_stime)

    def refuses(self, *arguments, saying=(), status=1, unchanged=True, **options):
        """Checks that the program refuses with this status and one line that contains every text of `saying`, and, if
        `unchanged`, changes no file. Returns the sentence."""
        before = tree(self.folder) if unchanged else None
        ended = self.run(*arguments, **options)
        shown = " ".join(map(ascii, arguments))[:300]
        check(ended.status == status, f"status {ended.status} instead of {status}: {shown}: {ended.err[-400:]!r}")
        check(len(ended.err.splitlines()) == 1 and ended.sentence, f"not one sentence: {shown}: {ended.err[-400:]!r}")
        check(ended.err.isprintable() or ended.err[:-1].isprintable(), f"raw characters: {ended.err!r}")
        for text in (saying,) if isinstance(saying, str) else saying:
            check(text in ended.sentence, f"{text!r} is not in {ended.sentence!r}")
        if unchanged:
            after = tree(self.folder)
            check(after == before, f"it changed {sorted(set(before.items()) ^ set(after.items()))[:3]}")
        return ended.sentence

    def refuses_each(self, commands, **options):
        """Checks that each command is refused; returns the last sentence."""
        return [self.refuses(*command, **options) for command in commands][-1]

    def refuses_values(self, command, option, values, **options):
        """Checks that each value of the option is wrong usage and that the sentence names the option."""
        options = {"status": 2, "saying": option, **options}
        return self.refuses_each([(*command, f"{option}={value}") for value in values], **options)

    def does(self, *arguments, quiet=True, **options):
        """Checks that the program succeeds and, if `quiet`, prints nothing on standard error."""
        ended = self.run(*arguments, **options)
        shown = " ".join(map(ascii, arguments))[:300]
        check(ended.status == 0, f"status {ended.status}: {shown}: {ended.err[-400:]!r}")
        check(not quiet or not ended.err, f"it complains: {shown}: {ended.err[-400:]!r}")
        return ended

    def starts(self, *arguments, command=(), **options):
        """Starts a program that runs beside the case; its outputs are pipes."""
        return subprocess.Popen([*command, self.redraw, *map(str, arguments)], text=True, cwd=self.folder, **{
            "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": self.environment, **options})

    def starts_training(self, *arguments):
        """Starts a training that has begun when this returns, and never ends by itself."""
        process = self.starts(*arguments, "--threads", "1", "--json")
        process.stdout.readline()
        return process

    def in_use(self):
        """Returns a run and the process that trains it until the case ends it."""
        run = self.run_file("run.redraw", "--epochs", "1000000", "--until-seconds", "0.05")
        return run, self.starts_training("resume", run)

    def info(self, run, **options):
        return json.loads(self.does("info", run, "--json", **options).out)

    def weights(self, run, *arguments):
        """Returns the parameters of a run as bytes."""
        self.does("weights", run, "-o", "w.safetensors", *arguments)
        return self.read("w.safetensors")

    def says_little(self, *arguments, statuses=(0, 1), **options):
        """Checks that the program ends with one of these statuses and at most one line on standard error; a status of 1
        needs the line."""
        ended = self.run(*arguments, **options)
        shown = " ".join(map(ascii, arguments))[:300]
        lines = len(ended.err.splitlines())
        check(ended.status in statuses and lines <= 1 and (lines == 1 or ended.status != 1),
              f"{shown}: status {ended.status}: {ended.err[-400:]!r}")
        return ended

    def intact(self, run):
        """Checks that the file is still a complete run."""
        self.does("info", run, "--json")
        self.does("export", run, "-o", self.folder / "intact.csv")
        (self.folder / "intact.csv").unlink()

    def unit(self, name, *test_cases):
        """Runs test cases of a unit test by name, for faults that can only be produced inside the program."""
        binary = self.programs / f"test_{name}"
        if not binary.exists():
            raise Skipped(f"there is no {binary.name} beside the program")
        environment = {"REDRAW_CUDA_MODULE": str(self.emulated() or "")}
        for test_case in test_cases:
            ended = self.run(f"-tc={test_case.replace(',', '*')}", program=binary, limit=300, environment=environment)
            if "SKIP: " in ended.out and ended.out.split("assertions:")[-1].split("|")[0].strip() == "0":
                raise Skipped(ended.out.split("SKIP: ", 1)[1].splitlines()[0])
            counted = ended.out.split("test cases:")[-1].split("|")
            check(ended.status == 0 and counted[0].strip() == "1", f"{name}: {test_case}: {ended.out[-400:]}")
        return f"unit test {name}: {len(test_cases)} passed"

    def unit_too(self, name, *test_cases):
        """Runs unit test cases in addition to a case; a skip is only reported."""
        try:
            return self.unit(name, *test_cases)
        except Skipped as reason:
            return str(reason)

    def emulated(self):
        named = os.environ.get("REDRAW_CUDA_EMULATED")
        return pathlib.Path(named) if named and pathlib.Path(named).is_file() else None
