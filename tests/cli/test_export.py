"""Tests exports of drawings and films: any size, any kept step, and the same bytes however they are made."""
import os
import pathlib
import resource
import signal
import struct
from harness import CliTest, gif_frames, limited, pictures, png_header, wait_for


class Export(CliTest):
    def size_of(self, run, name, *arguments):
        self.export(run, name, *arguments)
        return png_header(self.folder / name)[:2]

    def test_times_are_times_the_picture_and_not_the_size_it_learned(self):
        run = self.fit("small.redraw", "--train-size", "12", "--export", "fit.png", "--size", "2x")
        self.assertEqual(png_header(self.folder / "fit.png")[:2], (48, 32))
        self.assertEqual(self.size_of(run, "a.png", "--size", "1.5x"), (36, 24))
        self.run_redraw("timelapse", run, "-o", "a.gif", "--size", "2x", "--seconds", "0.5")
        self.assertEqual(struct.unpack("<HH", self.read("a.gif")[6:10]), (48, 32))

    def test_formats(self):
        run = self.fit()
        for name, start in (("a.png", b"\x89PNG"), ("a.jpg", b"\xff\xd8\xff"), ("a.webp", b"RIFF"),
                            ("a.bmp", b"BM"), ("a.csv", b"x,y,pixel_value")):
            self.assertTrue(self.export(run, name, "--size", "40").startswith(start), name)
        self.assertGreater(len(self.export(run, "a.tga", "--size", "40")), 18)
        self.export(run, "b.png", "--size", "40", "--16bit")
        self.assertEqual(png_header(self.folder / "b.png")[2], 16)
        self.refuse("export", run, "-o", "a.xyz", "--size", "40", naming=("a.xyz",))
        self.refuse("export", run, "-o", "a.jpg", "--size", "40", "--16bit", naming=("16",))

    def test_csv_keeps_grays_and_turns_colours_gray(self):
        def values(run, *arguments):
            lines = self.export(run, "a.csv", *arguments).decode().splitlines()
            self.assertEqual(lines[0], "x,y,pixel_value")
            return [float(line.split(",")[2]) for line in lines[1:]]

        gray = self.fit("gray.redraw", "--channels", "gray")
        drawn = pictures.read_png(self.export(gray, "a.png", "--size", "24"))[4]
        levels = [255 * (1 - value) for value in values(gray, "--size", "24")]
        self.assertLess(max(abs(a - b) for a, b in zip(levels, (v for row in drawn for v in row), strict=True)), 0.52)
        two = self.fit("two.redraw", "--channels", "bw", "--export", "two.csv")
        self.assertEqual(set(values(two)), {0, 1})
        self.assertEqual(self.read("two.csv"), self.read("a.csv"))
        colour = self.fit("colour.redraw", "--channels", "color")
        said = self.run_redraw("export", colour, "-o", "a.csv")
        self.assertIn("in gray", said)
        self.assertNotIn("in gray", self.run_redraw("export", gray, "-o", "a.csv"))
        self.assertGreater(len(set(values(colour))), 2)

    def test_a_kept_moment_is_what_it_was_live(self):
        whole = self.fit("whole.redraw")
        now = self.export(whole, "now.png", "--size", "100")
        self.assertNotEqual(self.export(whole, "past.png", "--size", "100", "--at", "0"), now)
        for step in (1, 7, 30):
            past = self.export(whole, "past.png", "--size", "100", "--at", step)
            stopped = self.fit(f"stopped-{step}.redraw", "--epochs", step, "--epoch-offset", 40 - step)
            self.assertEqual(past, self.export(stopped, "live.png", "--size", "100"))

    def test_a_moment_that_was_not_kept_is_refused(self):
        run = self.fit()
        self.refuse("export", run, "-o", "a.png", "--size", "40", "--at", "41", naming=("41",))
        self.assertFalse((self.folder / "a.png").exists())

    def test_fit_exports_what_export_exports(self):
        run = self.fit("run.redraw", "--export", "live.png", "--size", "200")
        self.assertEqual(self.read("live.png"), self.export(run, "later.png", "--size", "200"))

    def test_a_large_drawing_needs_little_memory(self):
        """The values of 4096 x 4096 gray pixels would take 64 MiB as floats, but the process gets 48 MiB of data."""
        run = self.fit("tiny.redraw", "--layers", "4")
        free = self.export(run, "free.png", "--size", "4096x4096")
        self.run_redraw("export", run, "-o", "bounded.png", "--size", "4096x4096",
                        preexec_fn=limited(resource.RLIMIT_DATA, 48 << 20))
        self.assertEqual(self.read("bounded.png"), free)

    def test_a_poster_of_all_neurons(self):
        """The poster has the requested size, in several formats, has the same bytes on other threads, and needs little
        memory."""
        run = self.fit("tiny.redraw", "--layers", "6,4")
        self.assertEqual(max(self.size_of(run, "a.png", "--poster", "--size", "300")), 300)
        first = self.read("a.png")
        self.assertEqual(self.export(run, "b.png", "--poster", "--size", "300", "--threads", "2"), first)
        self.assertNotEqual(self.export(run, "b.png", "--poster", "--size", "300", "--at", "0"), first)
        self.assertTrue(self.export(run, "a.jpg", "--poster", "--size", "300").startswith(b"\xff\xd8\xff"))
        self.run_redraw("export", run, "-o", "large.png", "--poster", preexec_fn=limited(resource.RLIMIT_DATA, 64 << 20))
        self.assertEqual(max(png_header(self.folder / "large.png")[:2]), 4096)
        self.refuse("export", run, "-o", "a.html", "--poster", naming=["--poster"], status=2)
        self.refuse("export", run, "-o", "a.png", "--poster", "--crop", "0,0,9,9", naming=["--crop"], status=2)
        self.refuse("export", run, "-o", "a.png", "--poster", "--size", "2", naming=["do not fit"])

    def writes_something(self, process, run):
        """Returns whether the process has a file of the test's folder open other than the run."""
        for descriptor in pathlib.Path(f"/proc/{process.pid}/fd").iterdir():
            try:
                file = os.readlink(descriptor)
            except FileNotFoundError:
                continue
            if file.startswith(f"{self.folder}/") and not file.startswith(str(run)):
                return True
        return False

    def test_stopped_on_the_way_it_leaves_nothing(self):
        run = self.fit()
        for command in (("export", run, "-o", "big.png", "--size", "30000"),
                        ("timelapse", run, "-o", "big.gif", "--size", "1500", "--seconds", "60")):
            process = self.start(*command)
            wait_for(lambda: self.writes_something(process, run))
            _, errors = self.stop(process, signal.SIGINT)
            self.assertIn("big", errors)
            self.assertEqual(self.names("*big*"), [])

    def test_timelapse_frames_end_with_the_drawing(self):
        run = self.fit()
        self.run_redraw("timelapse", run, "-o", "frames/", "--size", "60", "--fps", "5", "--seconds", "2",
                        "--pace", "log")
        frames = sorted((self.folder / "frames").iterdir())
        self.assertEqual(len(frames), 10)
        self.assertEqual(frames[0].read_bytes(), self.export(run, "a.png", "--size", "60", "--at", "0"))
        self.assertEqual(frames[-1].read_bytes(), self.export(run, "a.png", "--size", "60"))

    def test_timelapse_paces(self):
        run = self.fit()
        for pace in ("steps", "log", "change"):
            self.run_redraw("timelapse", run, "-o", f"{pace}.gif", "--size", "30", "--fps", "5", "--seconds", "2", "--pace", pace)
            self.assertEqual(gif_frames(self.folder / f"{pace}.gif")[:2], (30, 20))
        self.run_redraw("timelapse", run, "-o", "film.gif", "--pace", "allegro", status=2)
        self.refuse("timelapse", run, "-o", "film.avi", naming=("film.avi",))
