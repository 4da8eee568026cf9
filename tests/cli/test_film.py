"""Films from outside: every format plays, is the same file when it is made again, and leaves nothing when it is cancelled.
MP4 and WebM are skipped where the build has no libav, what ffprobe says where Debian's ffmpeg is not installed."""
import json
import os
import shutil
import signal
import subprocess
import unittest

from harness import REDRAW, CliTest, blobs, gif_frames, output_of, png_header, write_png

VIDEO = bool(os.environ.get("REDRAW_FILMS"))
FILMS = ("film.gif", "frames") + (("film.mp4", "film.webm") if VIDEO else ())
MAKE = ("--size", "96", "--seconds", "1", "--fps", "20", "--caption", "--threads", "1")


class FilmTest(CliTest):
    def learned(self):
        if not (self.folder / "run.redraw").exists():
            write_png(self.folder / "picture.png", 24, 16, blobs)
            self.fit()
        return "run.redraw"

    def film(self, name, *arguments):
        self.run_redraw("timelapse", self.learned(), "-o", name, *MAKE, *arguments)
        return self.folder / name

    def bytes_of(self, film):
        files = sorted(film.iterdir()) if film.is_dir() else [film]
        return b"".join(file.read_bytes() for file in files)


class Film(FilmTest):
    def test_same_film_again(self):
        """Also from a copy of the run, on other threads, and after it was opened by others."""
        first = {name: self.bytes_of(self.film(name)) for name in FILMS}
        self.run_redraw("info", "run.redraw")
        shutil.copy(self.folder / "run.redraw", self.folder / "copy.redraw")
        (self.folder / "again").mkdir()
        for name, expected in first.items():
            for run, threads in (("run.redraw", 2), ("copy.redraw", 1)):
                shutil.rmtree(self.folder / "again")
                (self.folder / "again").mkdir()
                self.run_redraw("timelapse", run, "-o", f"again/{name}", *MAKE, "--threads", threads)
                self.assertEqual(self.bytes_of(self.folder / "again" / name), expected, f"{name} from {run}")

    def test_size_length_and_hold(self):
        width, height, delays = gif_frames(self.film("film.gif", "--seconds", "2", "--hold", "0.4"))
        self.assertEqual((width, height, sum(delays)), (96, 64, 200))
        self.assertGreaterEqual(delays[0], 40)
        self.assertGreaterEqual(delays[-1], 40)
        frames = sorted(self.film("frames", "--hold", "0", "--pace", "steps").iterdir())
        self.assertEqual(len(frames), 20)
        self.assertEqual(png_header(frames[0])[:2], (96, 64))
        self.assertEqual(len({frame.read_bytes() for frame in frames}), 20, "a drawing is held")

    def test_dive(self):
        """Into where it is told, the same each time; what is no place of the picture is refused."""
        self.learned()
        dive = ("dive", "run.redraw", *MAKE)
        for name in FILMS:
            self.run_redraw(*dive, "-o", name, "--to", "12,8")
        first = {name: self.bytes_of(self.folder / name) for name in FILMS}
        (self.folder / "again").mkdir()
        for name in FILMS:
            self.run_redraw(*dive, "-o", f"again/{name}", "--to", "12,8", "--threads", "2")
            self.assertEqual(self.bytes_of(self.folder / "again" / name), first[name], name)
        frames = sorted((self.folder / "frames").iterdir())
        self.assertEqual(len(frames), 20)
        self.assertEqual(png_header(frames[0])[:2], (96, 64))
        self.run_redraw(*dive, "-o", "elsewhere", "--to", "20,3", "--deepest", "8")
        self.assertNotEqual(self.bytes_of(self.folder / "elsewhere"), first["frames"])
        for wrong in ("25,1", "1,17", "-1,2", "1", "a,b", "1,2,3", "nan,1", "1,inf"):
            self.refuse(*dive, "-o", "wrong.gif", f"--to={wrong}", naming=["a pixel of the picture"])
        for wrong in ("1", "0", "-4", "513", "nan"):
            self.refuse(*dive, "-o", "wrong.gif", f"--deepest={wrong}", naming=["deepest"], status=2)
        self.assertFalse((self.folder / "wrong.gif").exists())

    def test_caption(self):
        with_caption, without = self.film("with"), self.folder / "without"
        self.run_redraw("timelapse", "run.redraw", "-o", "without", *(m for m in MAKE if m != "--caption"))
        self.assertNotEqual(self.bytes_of(with_caption), self.bytes_of(without))
        self.refuse("timelapse", "run.redraw", "-o", "small.gif", "--size", "24", "--caption", naming=["too small for a caption"])
        self.assertFalse((self.folder / "small.gif").exists())

    def test_before_after_there_and_back(self):
        plain = sorted(self.film("plain").iterdir())
        for flags in (("--before-after",), ("--there-and-back",), ("--before-after", "--there-and-back")):
            first, again = "-".join(flags), "again" + "-".join(flags)
            for name, threads in ((first, "1"), (again, "2")):
                self.run_redraw("timelapse", "run.redraw", "-o", f"./{name}/", *MAKE, *flags, "--threads", threads)
            self.assertEqual(self.bytes_of(self.folder / first), self.bytes_of(self.folder / again), "made again it is the same")
            frames = sorted((self.folder / first).iterdir())
            self.assertEqual(len(frames), len(plain))
            self.assertEqual("--before-after" in flags, frames[0].read_bytes() != plain[0].read_bytes())
            self.assertEqual("--there-and-back" in flags, frames[0].read_bytes() == frames[-1].read_bytes())
        self.run_redraw("dive", "run.redraw", "-o", "dive/", *MAKE, "--there-and-back")
        frames = sorted((self.folder / "dive").iterdir())
        self.assertEqual(frames[0].read_bytes(), frames[-1].read_bytes())

    def test_default_pace_is_by_change(self):
        made = self.film("as it is")
        self.run_redraw("timelapse", "run.redraw", "-o", "by change", *MAKE, "--pace", "change")
        self.assertEqual(self.bytes_of(made), self.bytes_of(self.folder / "by change"))

    def test_json(self):
        events = self.run_json("timelapse", self.learned(), "-o", "film.gif", *MAKE, "--pace", "change")
        self.assertEqual({e["event"] for e in events[:-1]} - {"progress"}, set())
        shares = [e["progress"] for e in events[:-1]]
        self.assertEqual(shares, sorted(shares))
        self.assertEqual(events[-1]["event"], "done")
        self.assertEqual((events[-1]["film"], events[-1]["width"], events[-1]["height"]), ("film.gif", 96, 64))

    def test_cancelled_film_leaves_nothing(self):
        self.learned()
        before = sorted(path.name for path in self.folder.iterdir())
        for name in FILMS:
            for pace in ("log", "change"):
                process = self.start("timelapse", "run.redraw", "-o", name, "--size", "1024", "--seconds", "60", "--pace", pace,
                                     "--threads", "1", "--json")
                event = json.loads(process.stdout.readline())
                self.assertEqual(event["event"], "progress")
                process.send_signal(signal.SIGINT)
                _, errors = output_of(process)
                self.assertEqual(process.returncode, 128 + signal.SIGINT)
                self.assertEqual(errors, f"redraw: Stopped: {name} was not written.\n")
                self.assertEqual(sorted(path.name for path in self.folder.iterdir()), before, name)

    def test_nothing_of_libav_is_loaded_at_the_start(self):
        told = subprocess.run([REDRAW], env={**self.environment, "LD_TRACE_LOADED_OBJECTS": "1"}, capture_output=True, text=True)
        self.assertIn("libsqlite3", told.stdout)
        for library in ("libav", "libswscale", "libx264", "libvpx"):
            self.assertNotIn(library, told.stdout)

    def test_without_the_video_module(self):
        self.learned()
        broken, stranger = self.folder / "broken.so", self.folder / "stranger.so"
        broken.write_text("no library\n")
        if shutil.which("cc"):
            subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", stranger], input="int nothing;", text=True, check=True)
        for module, reason in ((self.folder / "nowhere.so", "the video module nowhere.so is not installed"),
                               (broken, "the video module does not load"),
                               (stranger, "stranger.so is not a video module of Redraw")):
            if module == stranger and not stranger.exists():
                continue
            self.environment["REDRAW_AV_MODULE"] = str(module)
            for name in ("film.mp4", "film.webm"):
                self.refuse("timelapse", "run.redraw", "-o", name, *MAKE,
                            naming=[f"Cannot write {name}: ", reason, "a .gif and a folder of PNG frames can be written"])
                self.assertFalse((self.folder / name).exists())
            (self.folder / "film.gif").unlink(missing_ok=True)
            self.film("film.gif")


@unittest.skipUnless(VIDEO, "this build writes no MP4 and no WebM")
@unittest.skipUnless(shutil.which("ffprobe") and shutil.which("ffmpeg"), "needs ffprobe and ffmpeg (Debian: ffmpeg)")
class Played(FilmTest):
    """What another player makes of the films."""

    def probe(self, film):
        told = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
                               "stream=codec_name,width,height,nb_read_frames,avg_frame_rate:format=duration", "-of", "json", film],
                              capture_output=True, text=True, check=True)
        self.assertEqual(told.stderr, "")
        return json.loads(told.stdout)

    def gray_frames(self, film, *options):
        raw = subprocess.run(["ffmpeg", "-v", "error", *options, "-i", film, "-vf", "fps=20,format=gray", "-f", "rawvideo", "-"],
                             capture_output=True, check=True).stdout
        return [raw[i:i + 96 * 64] for i in range(0, len(raw), 96 * 64)]

    def test_films_play(self):
        drawn = self.gray_frames(self.film("frames") / "frame-%04d.png", "-framerate", "20")
        self.assertEqual(len(drawn), 20)
        for name, codec in (("film.gif", "gif"), ("film.mp4", "h264"), ("film.webm", "vp9")):
            told = self.probe(self.film(name))
            stream = told["streams"][0]
            self.assertEqual((stream["codec_name"], stream["width"], stream["height"]), (codec, 96, 64))
            self.assertAlmostEqual(float(told["format"]["duration"]), 1, delta=0.06)
            if codec != "gif":  # which keeps one picture for equal frames
                self.assertEqual((stream["nb_read_frames"], stream["avg_frame_rate"]), ("20", "20/1"))
            played = self.gray_frames(self.folder / name)
            self.assertIn(len(played), (19, 20, 21))
            for at in (0, -1):
                error = sum(abs(a - b) for a, b in zip(played[at], drawn[at])) / len(drawn[at])
                self.assertLess(error, 4, f"frame {at} of {name}")
