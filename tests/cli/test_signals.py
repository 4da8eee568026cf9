"""Tests ways to end a run by signals or a closed output: what is saved, and the exit status."""
import os
import signal
import subprocess
import termios
import fcntl

from harness import ENDLESS, REDRAW, CliTest, activity, delivered, end_of, output_of, wait_for

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Signals(CliTest):
    PICTURE = (24, 16)

    def setUp(self):
        super().setUp()
        self.environment["REDRAW_COMMIT_SECONDS"] = "3600"  # so that only the save at the end counts

    def start_fit(self, name="run.redraw", **options):
        return self.start("fit", "picture.png", "-o", name, *ENDLESS, "--json", **options)

    def test_what_was_ignored_at_the_start_stays_ignored(self):
        """Tests nohup, and background jobs of a shell without job control."""
        for number in STOPS:
            process = self.start_fit(f"{number}.redraw", preexec_fn=lambda: signal.signal(number, signal.SIG_IGN))
            process.stdout.readline()
            for _ in range(2):  # if not ignored, a second signal would end the program at once
                process.send_signal(number)
                for _ in range(5):
                    self.assertIn('"progress"', process.stdout.readline())
            self.stop(process, next(stop for stop in STOPS if stop != number))

    def test_a_second_one_ends_at_once(self):
        """During a long step, the first signal waits for the step's end and the second one does not."""
        self.write("large.png", 900, 900)
        process = self.start("fit", "large.png", "-o", "large.redraw", "--layers", "512,512,512,512", "--batch", "full",
                             "--train-size", "original", "--threads", "1")
        wait_for(lambda: (self.folder / "large.redraw").exists())
        wait_for(lambda: activity(process.pid)[0] > 0.5, process)  # processor seconds: the program is in its first step
        process.send_signal(signal.SIGINT)
        delivered(process, signal.SIGINT)
        self.assertIsNone(process.poll(), "a step was to take longer")
        process.send_signal(signal.SIGINT)
        output_of(process)
        self.assertEqual(process.returncode, 128 + signal.SIGINT)
        self.assertEqual(self.saved_step("large.redraw"), 0)

    def test_a_terminal_that_is_closed(self):
        """SIGHUP comes, and the program can print nothing any more."""
        terminal, side = self.terminal()

        def take_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        process = subprocess.Popen([REDRAW, "fit", "picture.png", "-o", "run.redraw", *ENDLESS], cwd=self.folder,
                                   env=self.environment, stdin=side, stdout=side, stderr=side, preexec_fn=take_terminal)
        os.close(side)
        said = b""
        while b"epochs/s" not in said:  # words of the progress line
            said += os.read(terminal, 4096)
        os.close(terminal)
        self.assertEqual(end_of(process), 128 + signal.SIGHUP)
        self.assertGreater(self.saved_step("run.redraw"), 0)

    def test_a_reader_that_goes_away(self):
        """Tests `redraw fit --json | head -1`: learned steps are saved, and it ends without a word, like a program that
        SIGPIPE kills."""
        process = self.start_fit()
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual(end_of(process), 128 + signal.SIGPIPE)
        self.assertEqual(process.stderr.read(), "")
        process.stderr.close()
        self.assertGreater(self.saved_step("run.redraw"), 0)
