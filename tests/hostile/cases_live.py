"""Cases 164 to 170: changes to a run's file, or to files beside it, while the run is trained or made."""

import contextlib
import errno
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading

from case import SMALL, case, check
from progress import end_of, output_of

LIVE = ("--layers", "16,16", "--threads", "1", "--seed", "5")
EPOCHS = "120000"  # takes some seconds
RUN = "live.redraw"


class Live:
    """A running fit that reports problems on standard error."""

    def __init__(self, t, *arguments, wrap=(), epochs=EPOCHS):
        self.t = t
        self.process = t.starts("fit", t.picture("p.png"), "-o", t.folder / RUN, *LIVE, "--epochs", epochs, "--json", *arguments,
                                command=wrap, env={**t.environment, "REDRAW_COMMIT_SECONDS": "0.05"})
        self.wrapped = bool(wrap)
        self.late = threading.Timer(60, self.process.kill)  # ends a fit that hangs
        self.late.start()
        t.undo.append(self.end)

    def end(self):
        self.late.cancel()
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.communicate()

    def until(self, happened):
        for line in self.process.stdout:
            event = json.loads(line)
            if event["event"] == "progress" and happened(event):
                return event
        raise AssertionError(f"it ended: {self.process.stderr.read()}")

    def saved_some(self):
        self.until(lambda event: event["saved_step"] > 0)
        return self

    def drain(self):
        """Reads standard output in the background, since a full pipe would stop the program."""
        threading.Thread(target=lambda: [None for _ in self.process.stdout], daemon=True).start()

    def said(self):
        """Waits for the next sentence on standard error, which reports the problem; returns it."""
        self.drain()
        return self.process.stderr.readline().strip().removeprefix("redraw: ")

    def stop(self):
        """Stops the fit by SIGTERM. Returns its status and the rest of standard error."""
        pid = self.process.pid
        if self.wrapped:
            pid = int(pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])
        os.kill(pid, signal.SIGTERM)
        errors = self.process.stderr.read()
        return end_of(self.process), errors.strip().removeprefix("redraw: ")


def rescued(t):
    runs = list((t.home / ".local/share/redraw/runs").glob("*.redraw"))
    check(len(runs) == 1, f"{len(runs)} runs were saved elsewhere")
    t.intact(runs[0])
    return runs[0]


def saved_elsewhere(t, live, reason):
    """Checks that the program reports the problem, learns on, ends by the signal, and has saved the run in the runs
    folder."""
    said = live.said()
    check(re.fullmatch(reason, said), f"{said!r} instead of {reason!r}")
    status, end = live.stop()
    check(re.fullmatch(f"{reason}; everything .*is saved in .* instead.", end), f"status {status}: {end!r}")
    check(status == 128 + signal.SIGTERM, f"status {status}")
    run = rescued(t)
    check(t.info(run)["step"] > 0, "nothing is in it")
    return run, end


@case(164, "a run's disk that can no longer be read", "said as what it is; all that is in memory is saved elsewhere")
def unreadable(t):
    live = t.folder / RUN
    t.need("strace")
    fails = [word for call in ("pread64:error=EIO:when=60+", "pwrite64,fsync,fdatasync:error=EIO:when=400+")
             for word in ("-e", f"inject={call}")]
    training = Live(t, wrap=("strace", "-f", "-qq", "-o", "/dev/null", "-P", live, "-P", f"{live}-journal", *fails), epochs="100000000").saved_some()
    run, end = saved_elsewhere(t, training, f"Cannot (read|write) {RUN}: input/output error")
    check("everything but " in end and "moments" in end, end)
    t.does("resume", run, "--until-seconds", "0")  # opens; case 166 and a unit test compare the bits
    t.intact(live)  # the original run is whole once its disk works again
    return end


def fifo(path):
    os.mkfifo(path)


def link(path):
    (path.parent / "precious").write_text("years of work")
    path.symlink_to("precious")


def unix_socket(path):
    with socket.socket(socket.AF_UNIX) as end:
        here = os.getcwd()
        os.chdir(path.parent)  # the full path may be too long for a socket
        try:
            end.bind(path.name)
        finally:
            os.chdir(here)


def made_between_commits(make, journal):
    """Makes the odd journal while the program's own journal, which exists during commits, is absent."""
    while True:
        try:
            return make(journal)
        except OSError as error:
            if error.errno not in (errno.EEXIST, errno.EADDRINUSE):
                raise


ODD = ((fifo, "not a regular file"), (unix_socket, "not a regular file"), (pathlib.Path.mkdir, "a folder"), (link, "a link"))


@case(165, "a folder, FIFO, socket, link as the journal of a run that trains", "said by the journal's name; saved elsewhere; gone, it is saved")
def odd_journal_while_training(t):
    journal = t.folder / f"{RUN}-journal"
    for make, kind in ODD:
        training = Live(t, epochs="100000000").saved_some()
        made_between_commits(make, journal)
        _, end = saved_elsewhere(t, training, f"Cannot open {RUN}: {RUN}-journal beside it is {kind}")
        journal.rmdir() if kind == "a folder" else journal.unlink()
        t.intact(RUN)
        rescued(t).unlink()
        (t.folder / RUN).unlink()
    check((t.folder / "precious").read_text() == "years of work", "a link was followed")
    return end


def copied_over(t, live, name):
    live.write_bytes((t.folder / name).read_bytes())


def same_size(t, live):
    """Overwrites the live run with another run of the same size, without an empty file in between."""
    size = live.stat().st_size
    with open(live, "r+b") as file:
        file.write((t.folder / "large.redraw").read_bytes()[:size].ljust(size, b"\0"))


OVERWRITES = {
    "emptied": lambda t, live: live.write_bytes(b""),
    "cut in half": lambda t, live: os.truncate(live, live.stat().st_size // 2),
    "a smaller run": lambda t, live: copied_over(t, live, "small.redraw"),
    "a larger run": lambda t, live: copied_over(t, live, "large.redraw"),
    "of the same size": same_size,
    "a table": lambda t, live: live.write_text("x,y,pixel_value\n"),
}


@case(166, "a run that another program writes over while it trains", "noticed before the next save; saved elsewhere, and goes on bit for bit")
def written_over(t):
    t.run_file("small.redraw")
    t.does("fit", t.picture("large.png", 400, 300), "-o", "large.redraw", "--layers", "64,64,64", "--epochs", "2")
    for how, overwrite in OVERWRITES.items():
        training = Live(t, epochs=EPOCHS if how == "emptied" else "100000000").saved_some()
        overwrite(t, t.folder / RUN)
        run, end = saved_elsewhere(t, training, f"Cannot write {RUN}: another program has overwritten it in the meantime")
        if how == "emptied":
            t.does("resume", run, limit=60)
            t.does("fit", t.picture("p.png"), "-o", "undisturbed.redraw", *LIVE, "--epochs", EPOCHS, limit=60)
            check(t.weights(run) == t.weights("undisturbed.redraw"), "it went on to another network")
        run.unlink()
        (t.folder / RUN).unlink()
    return end


@case(167, "a run that is copied, read, touched, backed up while it trains", "nothing is said, nothing is lost")
def looked_at(t):
    live, copy = t.folder / RUN, t.folder / "copy.redraw"
    training = Live(t, epochs="100000000").saved_some()
    for command in (("cp", live, copy), ("cat", live), ("touch", live), ("touch", "-d", "2001-01-01", live), ("chmod", "640", live)):
        subprocess.run(list(map(str, command)), stdout=subprocess.DEVNULL, check=True)
        saved = training.until(lambda event: True)["saved_step"]
        training.until(lambda event: event["saved_step"] > saved)
    training.drain()
    status, errors = training.stop()
    check((status, errors) == (128 + signal.SIGTERM, ""), f"{status}: {errors}")
    t.intact(live)
    return "5 ways"


@case(168, "programs that replace one run at once", "one whole run is there; each other is refused with a sentence, and loses nothing")
def races(t):
    picture, race = t.picture("p.png"), t.folder / "race.redraw"
    seen = {}
    for count in (2, 3):
        for i in range(60 if t.full else 12):
            old = t.run_file("race.redraw")
            if i % 3 == 2:
                race.unlink()
                old = None
            others = [t.starts("fit", picture, "-o", race, "--force", *SMALL, "--seed", seed) for seed in range(count)]
            ends = [(output_of(process)[1], process.returncode) for process in others]
            check(race.exists(), f"round {i} of {count}: no run is left: {ends}")
            t.intact(race)
            made = t.info(race)["config"]["seed"]
            winners = [seed for seed, (_, status) in enumerate(ends) if status == 0]
            check(winners or old, f"nobody made it: {ends}")
            check(not winners or made in winners, f"{made} is there, {winners} succeeded")
            for said, status in ends:
                check(status in (0, 1) and len(said.splitlines()) == status, f"status {status}: {said!r}")
                if status:
                    seen[said.split(": ")[-1].split(";")[0].strip()] = True
            check(sorted(path.name for path in t.folder.glob("*race*")) == ["race.redraw"], "something lies beside it")
            check(not list(t.folder.glob(".redraw-*")), "a part was left")
    return "; ".join(sorted(seen)) or "nobody was refused"


@case(169, "a FIFO, socket, folder, link under the names that SQLite uses beside a run", "refused at once, naming it; the run as it was")
def odd_sidecars(t):
    run = t.run_file()
    for ending in ("-journal", "-wal", "-shm"):
        for make, kind in ODD:
            beside = t.folder / (run.name + ending)
            make(beside)
            said = t.refuses_each((
                ("info", run), ("resume", run), ("export", run, "-o", "a.png"), ("weights", run, "-o", "a.safetensors"),
                ("timelapse", run, "-o", "a.gif", "--seconds", "1"), ("compare", run, "--epochs", "1"),
                ("fit", t.picture("p.png"), "-o", run, "--force", *SMALL)), saying=f"{beside.name} beside it is {kind}")
            beside.rmdir() if kind == "a folder" else beside.unlink()
            t.intact(run)
    check((t.folder / "precious").read_text() == "years of work", "a link was followed")
    return said


@case(170, "a FIFO, socket, folder as the run itself", "refused at once by its name")
def odd_run(t):
    for make, kind in ODD[:3]:
        run = t.folder / "odd.redraw"
        make(run)
        said = t.refuses_each((("info", run), ("resume", run), ("export", run, "-o", "a.png"),
                               ("fit", t.picture("p.png"), "-o", run, "--force", *SMALL)), saying="odd.redraw")
        run.rmdir() if kind == "a folder" else run.unlink()
    return said
