"""What tests wait with (tests/support/progress.py): a window that only draws itself is not waited for."""

import pathlib
import subprocess
import sys
import time
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from progress import IdleWindow, Progress  # noqa: E402

# A cursor that blinks: the first thread works a little, all the time. And with a thread that learns beside it.
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
            while time.monotonic() < end:  # in the other cases nothing must happen until then
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
        IdleWindow.WORK = 0.02e9  # of so short a while, on a busy machine
        frames = iter(range(0, 10**9, 20))
        self.assertIsNone(self.reason("learning", lambda: next(frames), 5))

    def test_a_program_that_only_wakes_now_and_then_sleeps(self):
        waking = [sys.executable, "-c", "import time\nwhile True: time.sleep(0.1)"]
        with subprocess.Popen(waking) as process:
            try:
                progress, end = Progress(process.pid, 60, asleep=2), time.monotonic() + 120
                while not (reason := progress.over()) and time.monotonic() < end:
                    time.sleep(0.1)
            finally:
                process.kill()
        self.assertTrue(reason)
