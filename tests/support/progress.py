"""Timeouts by progress instead of the clock: a program is given up after some seconds of processor time, or after 30 s
in which its threads hardly ran or waited for a processor or a disk. On a busy machine it gets as long as it needs."""

import os
import pathlib
import signal
import subprocess
import time

TICKS = os.sysconf("SC_CLK_TCK")
ASLEEP = 30  # seconds in which the threads of a program hardly ran or waited for a processor or a disk

for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # undoes the ignoring by a background shell
    if signal.getsignal(stop) == signal.SIG_IGN:
        signal.signal(stop, signal.SIG_DFL)


def family(pid):
    """Returns the ids of a process and its descendants."""
    parents = {}
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                pass  # the process or thread has ended
    members = [pid]
    for member in members:  # the list grows during the loop
        members += [child for child, parent in parents.items() if parent == member]
    return members


def threads(*pids):
    """Yields each thread's folder in /proc, its processor ticks, and whether it runs or waits for a processor or a disk."""
    for pid in pids:
        for thread in pathlib.Path(f"/proc/{pid}/task").glob("*"):
            try:
                fields = (thread / "stat").read_text().rsplit(")", 1)[1].split()
                yield thread, int(fields[11]) + int(fields[12]), fields[0] in "RD"
            except OSError:
                continue  # the process or thread has ended


def turns_of(thread):
    """Returns the nanoseconds that a thread ran and waited, and how often it ran; [0] if it ended or nothing is counted."""
    try:
        return list(map(int, (thread / "schedstat").read_text().split()))
    except OSError:
        return [0]


def activity(pid):
    """Returns the processor seconds of a process's threads, and whether one runs or waits for a processor or a disk."""
    seen = list(threads(pid))
    return sum(used for _, used, _ in seen) / TICKS, any(working for *_, working in seen)


class Progress:
    """Watches what a process and its descendants do from now on."""

    AWAKE = 0.005  # awake above this share of the time, run or waited for a processor by all threads together

    def __init__(self, pid, seconds, asleep=ASLEEP):
        self.pid, self.seconds, self.asleep = pid, seconds, asleep
        self.begun, self.last, self.at, self.moved, self.looked = None, None, 0, time.monotonic(), 0

    def over(self):
        """Returns why no more progress is to be expected, or None. Looks twice a second, however often it is called."""
        if time.monotonic() < self.looked + 0.5:
            return None
        self.looked = time.monotonic()
        seen = list(threads(*family(self.pid)))
        used, working = sum(used for _, used, _ in seen), any(working for *_, working in seen)
        turns = sum(sum(turns_of(thread)) for thread, *_ in seen)
        if self.begun is None:
            self.begun = used
        # Counts a program that only wakes now and then as asleep, such as a window without a blinking cursor.
        if working or self.last is None or abs(turns - self.last) > self.AWAKE * 1e9 * (self.looked - self.at):
            self.moved = time.monotonic()
        self.last, self.at = turns, self.looked
        if (used - self.begun) / TICKS > self.seconds:
            return f"it used {self.seconds} s of processor"
        if time.monotonic() - self.moved > self.asleep:
            return f"it slept for {self.asleep} s"
        return None


class IdleWindow:
    """Recognises a program that only draws its window: the first thread and those of OpenGL may run (a cursor blinks in a
    field), while no other thread of the program or its descendants works. `drawn` counts its frames."""

    WORK, FRAMES = 0.2e9, 30  # processor nanoseconds that count as work; frames that show the program alive

    def __init__(self, pid, drawn, seconds=60):
        self.pid, self.drawn, self.seconds = pid, drawn, seconds
        self.worked, self.since, self.frames, self.looked = None, 0, 0, 0

    def over(self):
        """Returns why no more progress is to be expected, or None. Looks twice a second."""
        now = time.monotonic()
        if now < self.looked + 0.5:
            return None
        self.looked, worked = now, 0
        for thread, *_ in threads(*family(self.pid)):
            try:
                drawing = (thread / "comm").read_text().startswith(("llvmpipe", "gallium", "mesa"))
            except OSError:
                continue  # the process or thread has ended
            if int(thread.name) != self.pid and not drawing:
                worked += turns_of(thread)[0]
        if self.worked is None or abs(worked - self.worked) > self.WORK:  # if the sum is lower, a thread ended
            self.worked, self.since, self.frames = worked, now, self.drawn()
        elif now - self.since > self.seconds and self.drawn() - self.frames >= self.FRAMES:
            return f"for {self.seconds} s it did nothing but draw its window"
        return None


def output_of(process, seconds=60):
    """Returns what a program wrote to its two pipes, once it has ended; kills it and fails if it makes no progress."""
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
    """Waits until `happened` returns a true value, and returns it; fails if the process (or this one) makes no progress."""
    progress = Progress(process.pid if process else os.getpid(), seconds)
    while True:
        value = happened()
        if value:
            return value
        reason = progress.over()
        assert not reason, f"it never happened: {reason}"
        time.sleep(0.005)


def end_of(process):
    """Waits for the end of a process; returns its exit status."""
    wait_for(lambda: process.poll() is not None, process)
    return process.returncode


def delivered(process, number):
    """Waits until a signal that was sent to the program is no longer pending: its handler has it."""
    def pending():
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        return any(int(status.split(kind)[1].split()[0], 16) >> number - 1 & 1 for kind in ("SigPnd:", "ShdPnd:"))
    wait_for(lambda: not pending(), process)


def catches(process, number):
    """Waits until the program has its own handler for this signal, which would otherwise kill it."""
    status = pathlib.Path(f"/proc/{process.pid}/status")
    wait_for(lambda: int(status.read_text().split("SigCgt:")[1].split()[0], 16) >> number - 1 & 1, process)
