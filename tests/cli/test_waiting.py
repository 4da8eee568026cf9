"""Tests the helpers with which tests wait (tests/support/progress.py): waiting ends for a window that only redraws
itself."""

import pathlib
import subprocess
import sys
import time
import unittest
from unittest import mock

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import progress  # noqa: E402
from progress import IdleWindow  # noqa: E402

# Simulates a blinking cursor: the first thread works a little, all the time. With "learning", a second thread works
# beside it.
BLINKING = """
import sys, threading, time
def work():
    while True:
        sum(range(20000))
        time.sleep(0.001)
if sys.argv[1] == "learning":
    threading.Thread(target=work, daemon=True).start()
while True:
    sum(range(20000))
    time.sleep(0.01)
"""


class Waiting(unittest.TestCase):
    def reason(self, what, drawn, seconds):
        process = subprocess.Popen([sys.executable, "-c", BLINKING, what])
        try:
            window, end = IdleWindow(process.pid, drawn, seconds=1.5), time.monotonic() + seconds
            while time.monotonic() < end:  # a wait that must not end lasts this long
                if reason := window.over():
                    return reason
                time.sleep(0.1)
            return None
        finally:
            process.kill()
            process.wait()

    def test_a_window_that_only_draws_itself_ends_the_wait(self):
        frames = iter(range(0, 10**9, 20))
        self.assertTrue(self.reason("blinking", lambda: next(frames), 120))

    def test_one_that_has_no_time_to_draw_does_not(self):
        self.assertIsNone(self.reason("blinking", lambda: 1, 5))

    def test_one_that_learns_does_not(self):
        IdleWindow.WORK = 0.02e9  # nanoseconds: less work than usual counts as learning, since the wait is short
        frames = iter(range(0, 10**9, 20))
        self.assertIsNone(self.reason("learning", lambda: next(frames), 5))

    def reason_of(self, ran_each_second):
        """Returns the reason given for a thread that runs this many seconds in each second. Clock and thread are
        simulated, since a busy machine delays both."""
        clock = iter(range(1, 10**6))
        now = 0

        def tick():
            nonlocal now
            now = next(clock)
            return now
        with mock.patch.multiple(progress, threads=lambda *_: [("thread", 0, False)], family=lambda pid: [pid],
                                 turns_of=lambda _: [now * ran_each_second * 1e9]), \
                mock.patch.object(progress.time, "monotonic", tick):
            waited = progress.Progress(1, 60, asleep=30)
            return next(filter(None, (waited.over() for _ in range(200))), None)

    def test_a_program_that_only_wakes_now_and_then_sleeps(self):
        self.assertTrue(self.reason_of(0.001))
        self.assertIsNone(self.reason_of(0.02))
