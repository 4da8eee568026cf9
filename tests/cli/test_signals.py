"""Tests ways to end a run by signals or a closed output: what is saved, and the exit status."""
import fcntl
import os
import random
import shutil
import signal
import subprocess
import termios
import time

from harness import ENDLESS, REDRAW, STOP, CliTest, activity, delivered, end_of, output_of, png_header, wait_for
import forged_runs  # from the folders that harness adds
import pictures

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
        wait_for(lambda: activity(process.pid)[0] > 0.2, process)  # processor seconds: the program is in its first step
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


class LongWork(CliTest):
    """Every command that draws, measures or encodes ends soon after SIGTERM, in the middle of work that would take
    seconds to minutes, and leaves nothing half written."""

    PICTURE = (24, 16)
    SOON = 5  # seconds; 1 is the aim, the rest is for busy machines
    HEAVY = ("--layers", "2000,2000", "--epochs", "1")  # a network that draws a megapixel in a minute
    WIDE = ("--size", "16384")

    COMMANDS = (
        ("export", "heavy.redraw", "-o", "o.png", *WIDE),
        ("export", "heavy.redraw", "-o", "o.jpg", *WIDE, "--crop", "0,0,16384,9"),
        ("export", "heavy.redraw", "-o", "o.png", *WIDE, "--at", "0"),
        ("export", "heavy.redraw", "-o", "o.png", "--detail", "0.5", *WIDE),
        ("export", "small.redraw", "-o", "o.png", *WIDE),
        ("export", "small.redraw", "-o", "o.csv", *WIDE),
        ("export", "small.redraw", "-o", "o.webp", "--size", "5000x5000"),
        ("export", "heavy.redraw", "-o", "o.png", "--poster"),
        ("export", "heavy.redraw", "-o", "o.html"),
        ("export", "noise.redraw", "-o", "o.html"),
        ("export", "mosaic.redraw", "-o", "o.png", "--size", "4000"),
        ("export", "mosaic.redraw", "-o", "o.png", "--size", "64"),
        ("timelapse", "heavy.redraw", "-o", "o.gif", "--size", "2000"),
        ("timelapse", "heavy.redraw", "-o", "o.gif", "--size", "2000", "--caption", "--curve", "--inset"),
        ("timelapse", "small.redraw", "-o", "o.gif", "--size", "4000", "--seconds", "60"),
        ("timelapse", "small.redraw", "--size", "4000", "--seconds", "60", "-o", "o.mp4"),
        ("timelapse", "small.redraw", "--size", "4000", "--seconds", "60", "-o", "o.webm"),
        ("timelapse", "small.redraw", "-o", "frames", "--seconds", "600", "--fps", "100"),
        ("timelapse", "heavy.redraw", "-o", "o.gif", "--add-up"),
        ("timelapse", "heavy.redraw", "-o", "o.gif", "--size", "2000", "--clip"),
        ("timelapse", "heavy.redraw", "-o", "o.gif", "--size", "2000", "--against", "small.redraw"),
        ("timelapse", "mosaic.redraw", "-o", "o.gif"),
        ("dive", "heavy.redraw", "-o", "o.gif", "--size", "2000"),
        ("weights", "heavy.redraw", "-o", "o.safetensors", "--as", "i8"),
        ("compare", "heavy.redraw", "picture.png", "--size", "4096"),
        ("compare", "heavy.redraw", "--epochs", "1000"),
        ("info", "noise.redraw", "--csv", "o.csv"),
        ("pack", "heavy.redraw"),
        ("enlarge", "noise.png", "-o", "o.png", "--size", "8x"),
        ("tiles", "vast.png", "--to", "cut"),
        ("resume", "small.redraw", "--export", "o.png", *WIDE),
        ("lesson", "4", "noise.png"),
    )
    # Written before the long work begins, or by its last part; and the folder of a cut, which begins anew.
    WHOLE = {"weights": "o.safetensors", "info": "o.csv", "tiles": "cut"}

    def setUp(self):
        super().setUp()
        self.keep_temporary_files("temporary")

    def make_inputs(self):
        random.seed(1)
        for name, side, rows in (("noise.png", 1200, [random.randbytes(1200) for _ in range(1200)]),
                                 ("wide.png", 4000, [bytes(4000)] * 4000), ("vast.png", 11_000, [bytes(11_000)] * 11_000)):
            (self.folder / name).write_bytes(pictures.png(side, side, rows))
        self.fit("heavy.redraw", *self.HEAVY)
        self.fit("small.redraw")
        self.fit("noise.redraw", "--epochs", "1", "--train-size", "original", picture="noise.png")
        self.fit("mosaic.redraw", "--train-size", "24", picture="wide.png")
        forged_runs.forge_mosaic(self.folder / "mosaic.redraw", (4000, 1100, 100), (4000, 1100, 100), [250, 250])

    def everything(self):
        return {str(path.relative_to(self.folder)): path.stat().st_size for path in self.folder.rglob("*")}

    def test_ends_soon_and_leaves_nothing_half_written(self):
        self.make_inputs()
        for command in self.COMMANDS:
            with self.subTest(command=" ".join(command)):
                self.stop_in_the_middle(command)

    def stop_in_the_middle(self, command):
        """Returns the seconds until the end."""
        if command[-1].endswith((".mp4", ".webm")) and not os.environ.get("REDRAW_FILMS"):
            self.skipTest("this build writes no MP4 and WebM")
        before = self.everything()
        process = self.start(*command)
        # Processor seconds: it is in the middle of its work, not of its start.
        wait_for(lambda: process.poll() is not None or activity(process.pid)[0] > 0.5, process)
        finished = process.poll() == 0  # on a fast machine
        process.send_signal(STOP)
        begun = time.monotonic()
        _, errors = output_of(process)
        seconds = time.monotonic() - begun
        self.assertLess(seconds, self.SOON)
        if finished:
            for name in self.everything().keys() - before.keys():
                (self.folder / name).unlink()
            self.skipTest("it had finished before the signal came")
        self.assertIn(process.returncode, (128 + STOP, -STOP), errors)
        self.assertLessEqual(len(errors.splitlines()), 1, errors)
        whole = self.folder / self.WHOLE.get(command[0], "none")
        self.assertFalse(list(whole.glob("*.redraw")))
        if whole.suffix == ".png" and whole.exists():
            png_header(whole)
        shutil.rmtree(whole) if whole.is_dir() else whole.unlink(missing_ok=True)
        after = self.everything()
        if command[0] == "resume":  # what it measured before is saved
            after[command[1]] = before[command[1]]
        self.assertEqual(after, before)
        return seconds
