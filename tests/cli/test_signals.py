"""However it is told to end: everything is saved, and the exit status says why."""
import os
import pty
import signal
import subprocess
import termios
import fcntl

from harness import REDRAW, CliTest, activity, blobs, catches, delivered, end_of, output_of, wait_for, write_png

FOREVER = ("--layers", "16,16", "--epochs", "100000000", "--threads", "1")


class Signals(CliTest):
    def setUp(self):
        super().setUp()
        self.environment["REDRAW_COMMIT_SECONDS"] = "3600"  # what is saved was saved at the end
        write_png(self.folder / "picture.png", 24, 16, blobs)

    def test_each_signal_saves_and_has_its_status(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                run = f"{number}.redraw"
                process = self.start("fit", "picture.png", "-o", run, *FOREVER, "--json")
                for _ in range(3):
                    self.assertIn('"progress"', process.stdout.readline())
                process.send_signal(number)
                out, errors = self.rest_of(process)
                self.assertEqual((process.returncode, errors), (128 + number, ""))
                (info,) = self.run_json("info", run)
                self.assertIn(f'"done","step":{info["step"]},', out)
                self.assertGreater(info["step"], 0)

    def test_what_was_ignored_at_the_start_stays_ignored(self):
        """nohup, and the background jobs of a shell without job control."""
        stops = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        for number in stops:
            with self.subTest(number):
                other = next(stop for stop in stops if stop != number)
                process = self.start("fit", "picture.png", "-o", f"{number}.redraw", *FOREVER, "--json",
                                     preexec_fn=lambda: signal.signal(number, signal.SIG_IGN))
                process.stdout.readline()
                for _ in range(2):  # a second one would end it at once
                    process.send_signal(number)
                    for _ in range(5):
                        self.assertIn('"progress"', process.stdout.readline())
                process.send_signal(other)
                self.rest_of(process)
                self.assertEqual(process.returncode, 128 + other)

    def test_an_export_that_is_stopped_has_it_too(self):
        run = self.fit()
        process = self.start("export", run, "-o", "a.png", "--size", "30000", "--threads", "1")
        catches(process, signal.SIGINT)
        process.send_signal(signal.SIGINT)
        _, errors = output_of(process)
        self.assertEqual((process.returncode, errors), (130, "redraw: Stopped: a.png was not written.\n"))
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"picture.png", "run.redraw"})

    def test_a_second_one_ends_at_once(self):
        """In a step that takes long: the first waits for its end, the second does not."""
        write_png(self.folder / "large.png", 900, 900, blobs)
        process = self.start("fit", "large.png", "-o", "large.redraw", "--layers", "512,512,512,512", "--batch", "full",
                             "--train-size", "original", "--threads", "1")
        wait_for(lambda: (self.folder / "large.redraw").exists())
        wait_for(lambda: activity(process.pid)[0] > 0.5, process)  # seconds of processor: it is in its first step
        process.send_signal(signal.SIGINT)
        delivered(process, signal.SIGINT)
        self.assertIsNone(process.poll(), "a step was to take longer")
        process.send_signal(signal.SIGINT)
        output_of(process)
        self.assertEqual(process.returncode, 128 + signal.SIGINT)
        self.assertEqual(self.run_json("info", "large.redraw")[0]["step"], 0)

    def test_a_terminal_that_is_closed(self):
        """SIGHUP, and nothing can be said any more."""
        try:
            terminal, side = pty.openpty()
        except OSError as reason:
            self.skipTest(f"there are no terminals here: {reason}")

        def take_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        process = subprocess.Popen([REDRAW, "fit", "picture.png", "-o", "run.redraw", *FOREVER], cwd=self.folder,
                                   env=self.environment, stdin=side, stdout=side, stderr=side, preexec_fn=take_terminal)
        os.close(side)
        said = b""
        while b"epochs/s" not in said:  # its line of progress
            said += os.read(terminal, 4096)
        os.close(terminal)
        self.assertEqual(end_of(process), 128 + signal.SIGHUP)
        self.assertGreater(self.run_json("info", "run.redraw")[0]["step"], 0)

    def test_a_reader_that_goes_away(self):
        """`redraw fit --json | head -1`: what was learned is saved, and the status is no success."""
        process = self.start("fit", "picture.png", "-o", "run.redraw", *FOREVER, "--json")
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual(end_of(process), 1)
        self.assertIn("cannot print the results: broken pipe", process.stderr.read())
        process.stderr.close()
        self.assertGreater(self.run_json("info", "run.redraw")[0]["step"], 0)
