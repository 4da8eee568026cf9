"""Waiting for progress, not for the clock: a program has had its time when it has used so much of a processor, or when it
sleeps although nobody keeps it from running. On a machine kept busy by others it gets as long as it needs."""

import os
import pathlib
import signal
import subprocess
import time

TICKS = os.sysconf("SC_CLK_TCK")
ASLEEP = 30  # seconds in which none of its threads ran, waited for a processor or for a disk

for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # ignored, as in the background, they would stay so
    if signal.getsignal(stop) == signal.SIG_IGN:
        signal.signal(stop, signal.SIG_DFL)


def family(pid):
    """The process and what it started."""
    parents = {}
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                pass  # it ended meanwhile
    members = [pid]
    for member in members:  # grows while it is read
        members += [child for child, parent in parents.items() if parent == member]
    return members


def threads(*pids):
    """Of every thread its folder, the ticks of processor that it used, and whether it works or waits for a processor or a disk."""
    for pid in pids:
        for thread in pathlib.Path(f"/proc/{pid}/task").glob("*"):
            try:
                fields = (thread / "stat").read_text().rsplit(")", 1)[1].split()
                yield thread, int(fields[11]) + int(fields[12]), fields[0] in "RD"
            except OSError:
                continue  # it ended meanwhile


def turns_of(thread):
    """Nanoseconds that it ran and waited, and how often it ran; nothing when it ended meanwhile, or this kernel does not count."""
    try:
        return list(map(int, (thread / "schedstat").read_text().split()))
    except OSError:
        return [0]


def activity(pid):
    """Seconds of processor that its threads have used, and whether one is working or waits for a processor or a disk."""
    seen = list(threads(pid))
    return sum(used for _, used, _ in seen) / TICKS, any(working for *_, working in seen)


class Progress:
    """What a process and those that it started do from now on."""

    AWAKE = 0.005  # share of the time that its threads together run or wait for a processor

    def __init__(self, pid, seconds, asleep=ASLEEP):
        self.pid, self.seconds, self.asleep = pid, seconds, asleep
        self.begun, self.last, self.at, self.moved, self.looked = None, None, 0, time.monotonic(), 0

    def over(self):
        """Why no more is to be expected, or nothing. Looked for twice a second, however often it is asked."""
        if time.monotonic() < self.looked + 0.5:
            return None
        self.looked = time.monotonic()
        seen = list(threads(*family(self.pid)))
        used, working = sum(used for _, used, _ in seen), any(working for *_, working in seen)
        turns = sum(sum(turns_of(thread)) for thread, *_ in seen)
        if self.begun is None:
            self.begun = used
        # A thread that only wakes now and then, as a window without a cursor does, is asleep.
        if working or self.last is None or abs(turns - self.last) > self.AWAKE * 1e9 * (self.looked - self.at):
            self.moved = time.monotonic()
        self.last, self.at = turns, self.looked
        if (used - self.begun) / TICKS > self.seconds:
            return f"it used {self.seconds} s of processor"
        if time.monotonic() - self.moved > self.asleep:
            return f"it slept for {self.asleep} s"
        return None


class IdleWindow:
    """A program that only draws its window: its first thread and those of OpenGL may run (a cursor blinks in a field), no
    other one of it or of what it started does any work. `drawn` counts its frames."""

    WORK, FRAMES = 0.2e9, 30  # nanoseconds of a processor that are work; frames that show it to be alive

    def __init__(self, pid, drawn, seconds=60):
        self.pid, self.drawn, self.seconds = pid, drawn, seconds
        self.worked, self.since, self.frames, self.looked = None, 0, 0, 0

    def over(self):
        """Why no more is to be expected, or nothing; looked for twice a second."""
        now = time.monotonic()
        if now < self.looked + 0.5:
            return None
        self.looked, worked = now, 0
        for thread, *_ in threads(*family(self.pid)):
            try:
                drawing = (thread / "comm").read_text().startswith(("llvmpipe", "gallium", "mesa"))
            except OSError:
                continue  # it ended meanwhile
            if int(thread.name) != self.pid and not drawing:
                worked += turns_of(thread)[0]
        if self.worked is None or abs(worked - self.worked) > self.WORK:  # less: a thread ended
            self.worked, self.since, self.frames = worked, now, self.drawn()
        elif now - self.since > self.seconds and self.drawn() - self.frames >= self.FRAMES:
            return f"for {self.seconds} s it did nothing but draw its window"
        return None


def output_of(process, seconds=60):
    """What a program left on its two pipes, once it has ended; killed, and an error, when it makes no progress."""
    progress = Progress(process.pid, seconds)
    while True:
        try:
            return process.communicate(timeout=1)
        except subprocess.TimeoutExpired:
            reason = progress.over()
            if reason:
                process.kill()
                process.communicate()
                raise AssertionError(f"{process.args} hung: {reason}") from None


def wait_for(happened, process=None, seconds=60):
    """Until it has happened; fails when the process, or this one, makes no progress to it."""
    progress = Progress(process.pid if process else os.getpid(), seconds)
    while True:
        value = happened()
        if value:
            return value
        reason = progress.over()
        assert not reason, f"it never happened: {reason}"
        time.sleep(0.005)


def end_of(process):
    """Its exit status, once it has ended."""
    wait_for(lambda: process.poll() is not None, process)
    return process.returncode


def delivered(process, number):
    """Once a signal that was sent to the program is pending no more: its handler has it."""
    def pending():
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        return any(int(status.split(kind)[1].split()[0], 16) >> number - 1 & 1 for kind in ("SigPnd:", "ShdPnd:"))
    wait_for(lambda: not pending(), process)


def catches(process, number):
    """Once the program has a handler of its own for this signal, and would be killed by it no more."""
    status = pathlib.Path(f"/proc/{process.pid}/status")
    wait_for(lambda: int(status.read_text().split("SigCgt:")[1].split()[0], 16) >> number - 1 & 1, process)
