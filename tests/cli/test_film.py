"""Tests films of `redraw timelapse`. Every format plays, has the same bytes when it is made again, and leaves nothing
when it is cancelled. MP4 and WebM are skipped if the build has no libav, checks with ffprobe if Debian's ffmpeg is not
installed."""
import json
import os
import shutil
import signal
import unittest

from harness import REDRAW, CliTest, gif_frames, png_header

VIDEO = bool(os.environ.get("REDRAW_FILMS"))
FILMS = ("film.gif", "frames") + (("film.mp4", "film.webm") if VIDEO else ())
MAKE = ("--size", "96", "--seconds", "1", "--fps", "20", "--caption", "--threads", "1")


class FilmTest(CliTest):
    PICTURE = (24, 16)

    def setUp(self):
        super().setUp()
        self.fit()
        (self.folder / "again").mkdir()

    def film(self, name, *arguments, run="run.redraw", command="timelapse"):
        self.run_redraw(command, run, "-o", f"./{name}", *MAKE, *arguments)
        return self.folder / name

    def frames(self, name):
        return sorted((self.folder / name).iterdir())

    def bytes_of(self, name):
        path = self.folder / name
        return b"".join(file.read_bytes() for file in (self.frames(name) if path.is_dir() else [path]))

    def check_again(self, expected, *ways):
        """Makes the films again in each of these ways (run, arguments) and compares the bytes."""
        for name, content in expected.items():
            for way, (run, *arguments) in enumerate(ways):
                again = self.film(f"again/{way}{name}", *arguments, run=run)
                self.assertEqual(self.bytes_of(again), content, f"{name} from {run}")


class Film(FilmTest):
    def test_same_film_again(self):
        """Films have the same bytes from a copy of the run, on other threads, and after other programs opened the
        run."""
        first = {name: self.bytes_of(self.film(name)) for name in FILMS}
        self.run_redraw("info", "run.redraw")
        shutil.copy(self.folder / "run.redraw", self.folder / "copy.redraw")
        self.check_again(first, ("run.redraw", "--threads", "2"), ("copy.redraw",))

    def test_size_length_and_hold(self):
        width, height, delays = gif_frames(self.film("film.gif", "--seconds", "2", "--hold", "0.4"))
        self.assertEqual((width, height, sum(delays)), (96, 64, 200))
        self.assertGreaterEqual(min(delays[0], delays[-1]), 40)
        self.film("frames", "--hold", "0", "--pace", "steps")
        frames = self.frames("frames")
        self.assertEqual((len(frames), png_header(frames[0])[:2]), (20, (96, 64)))
        self.assertEqual(len({frame.read_bytes() for frame in frames}), 20, "a drawing is held")

    def test_dive(self):
        """A dive goes to the given place, with the same bytes each time; places outside the picture are refused."""
        for name in FILMS:
            first = self.bytes_of(self.film(name, "--to", "12,8", command="dive"))
            again = self.film(f"again/{name}", "--to", "12,8", "--threads", "2", command="dive")
            self.assertEqual(self.bytes_of(again), first, name)
        frames = self.frames("frames")
        self.assertEqual((len(frames), png_header(frames[0])[:2]), (20, (96, 64)))
        elsewhere = self.film("elsewhere", "--to", "20,3", "--deepest", "8", command="dive")
        self.assertNotEqual(self.bytes_of(elsewhere), self.bytes_of("frames"))
        dive = ("dive", "run.redraw", *MAKE, "-o", "wrong.gif")
        for wrong in ("25,1", "1,17", "-1,2", "1", "a,b", "1,2,3", "nan,1", "1,inf"):
            self.refuse(*dive, f"--to={wrong}", naming=["a pixel of the picture"])
        for wrong in ("1", "0", "-4", "513", "nan"):
            self.refuse(*dive, f"--deepest={wrong}", naming=["deepest"], status=2)
        self.assertFalse((self.folder / "wrong.gif").exists())

    def test_neurons_added_up(self):
        """The film goes from the drawing without neurons to that of all, with the same bytes each time; by default it
        takes six seconds."""
        for name in FILMS:
            first = self.bytes_of(self.film(name, "--add-up"))
            self.assertEqual(self.bytes_of(self.film(f"again/{name}", "--add-up", "--threads", "2")), first, name)
        plain = [m for m in MAKE if m != "--caption"]
        self.run_redraw("timelapse", "run.redraw", "-o", "sum", "--add-up", *plain)
        self.export("run.redraw", "all.png", "--size", "96")
        frames = self.frames("sum")
        self.assertEqual(len(frames), 20)
        self.assertNotEqual(frames[0].read_bytes(), frames[-1].read_bytes())
        self.assertEqual(frames[-1].read_bytes(), self.read("all.png"))
        done = self.run_json("timelapse", "run.redraw", "-o", "six.gif", "--add-up", "--size", "32", "--fps", "5")[-1]
        self.assertEqual((done["event"], done["seconds"]), ("done", 6))
        self.assertGreater(done["neurons"], 0)
        self.assertNotIn("keyframes", done)
        self.refuse("timelapse", "run.redraw", "-o", "wrong.gif", "--add-up", "--curve", naming=["--curve"], status=2)
        self.refuse("timelapse", "run.redraw", "-o", "wrong.gif", "--add-up", "--against", "run.redraw", naming=["--against"], status=2)

    def test_it_says_the_length_that_it_makes(self):
        done = self.run_json("timelapse", "run.redraw", "-o", "short.gif", "--size", "16", "--fps", "1", "--seconds", "0.5")[-1]
        self.assertEqual(done["seconds"], 1)
        self.assertEqual(sum(gif_frames(self.folder / "short.gif")[2]), 100)  # hundredths of a second

    def test_caption(self):
        self.run_redraw("timelapse", "run.redraw", "-o", "without", *(m for m in MAKE if m != "--caption"))
        self.assertNotEqual(self.bytes_of(self.film("with")), self.bytes_of("without"))
        self.refuse("timelapse", "run.redraw", "-o", "small.gif", "--size", "24", "--caption", naming=["caption"])
        self.assertFalse((self.folder / "small.gif").exists())

    def test_before_after_there_and_back(self):
        self.film("plain")
        for flags in (("--before-after",), ("--there-and-back",), ("--before-after", "--there-and-back")):
            self.assertEqual(self.bytes_of(self.film("".join(flags), *flags)),
                             self.bytes_of(self.film("again" + "".join(flags), *flags, "--threads", "2")))
            frames, plain = ([path.read_bytes() for path in self.frames(name)] for name in ("".join(flags), "plain"))
            self.assertEqual(len(frames), len(plain))
            self.assertEqual("--before-after" in flags, frames[0] != plain[0])
            self.assertEqual("--there-and-back" in flags, frames[0] == frames[-1])
        self.film("dive", "--there-and-back", command="dive")
        self.assertEqual(self.frames("dive")[0].read_bytes(), self.frames("dive")[-1].read_bytes())

    def test_sizes_corner_and_curve(self):
        """Several sizes give several films. Screen sizes are kept exactly, also with the inset picture and the
        curve."""
        self.run_redraw("timelapse", "run.redraw", "-o", "film.gif", *MAKE, "--size=80", "--size=1080p", "--size=9:16",
                        "--fps", "2", "--inset", "--curve")
        sizes = {name: gif_frames(self.folder / name)[:2] for name in self.names() if name.startswith("film")}
        self.assertEqual({name: size for name, size in sizes.items() if name != "film-80.gif"},
                         {"film-96.gif": sizes["film-96.gif"], "film-1080p.gif": (1920, 1080), "film-9x16.gif": (1080, 1920)})
        self.assertEqual(sizes["film-80.gif"][0], 80)
        self.assertGreater(sizes["film-80.gif"][1], 54)  # the curve is below the drawing
        plain = [frame.read_bytes() for frame in self.frames(self.film("plain").name)]
        for flag in ("--inset", "--curve"):
            films = [self.bytes_of(self.film(name, flag, "--threads", threads)) for name, threads in (("a" + flag, "1"), ("b" + flag, "2"))]
            self.assertEqual(films[0], films[1])
            self.assertNotEqual(self.frames("a" + flag)[0].read_bytes(), plain[0])
        self.refuse("timelapse", "run.redraw", "-o", "wrong.gif", "--size", "8:5", naming=["8:5"], status=2)

    def test_clip(self):
        """A clip shows four seconds of learning, then wipes between the picture and the last drawing."""
        self.run_redraw("timelapse", "run.redraw", "-o", "clip.gif", "--clip")
        width, height, delays = gif_frames(self.folder / "clip.gif")
        self.assertEqual((width, height, sum(delays)), (1080, 720, 600))
        self.run_redraw("timelapse", "run.redraw", "-o", "clip", "--clip", "--size", "48")
        frames = [frame.read_bytes() for frame in self.frames("clip")]
        self.assertEqual(len(frames), 180)
        self.assertEqual(frames[119], frames[120])
        self.assertGreater(len(set(frames[120:])), 20)
        self.refuse("timelapse", "run.redraw", "-o", "wrong.gif", "--clip", "--seconds", "9", naming=["--clip"], status=2)
        self.refuse("timelapse", "run.redraw", "-o", "wrong.gif", "--clip", "--against", "run.redraw", naming=["--against"])

    def test_default_pace_is_by_change(self):
        by_change = self.film("by change", "--pace", "change")
        self.assertEqual(self.bytes_of(self.film("as it is")), self.bytes_of(by_change))

    def test_json(self):
        events = self.run_json("timelapse", "run.redraw", "-o", "film.gif", *MAKE, "--pace", "change")
        self.assertEqual({e["event"] for e in events[:-1]} - {"progress"}, set())
        shares = [e["progress"] for e in events[:-1]]
        self.assertEqual(shares, sorted(shares))
        self.assertEqual(events[-1]["event"], "done")
        self.assertEqual((events[-1]["film"], events[-1]["width"], events[-1]["height"]), ("film.gif", 96, 64))

    def test_cancelled_film_leaves_nothing(self):
        before = self.names()
        for name in FILMS:
            for pace in ("log", "change"):
                process = self.start("timelapse", "run.redraw", "-o", name, "--size", "1024", "--seconds", "60", "--pace", pace,
                                     "--threads", "1", "--json")
                self.assertEqual(json.loads(process.stdout.readline())["event"], "progress")
                _, errors = self.stop(process, signal.SIGINT)
                self.assertIn(name, errors)
                self.assertEqual(self.names(), before, name)

    def test_nothing_of_libav_is_loaded_at_the_start(self):
        told = self.call(REDRAW, env={**self.environment, "LD_TRACE_LOADED_OBJECTS": "1"})
        self.assertIn("libsqlite3", told.stdout)
        for library in ("libav", "libswscale", "libx264", "libvpx"):
            self.assertNotIn(library, told.stdout)

    def test_without_the_video_module(self):
        broken, stranger = self.folder / "broken.so", self.folder / "stranger.so"
        broken.write_text("no library\n")
        program = self.folder / "bin/ffmpeg"  # a program that must not be run
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\ntouch '{self.folder}/was run'\n")
        program.chmod(0o755)
        self.environment["PATH"] = f"{program.parent}:{os.environ['PATH']}"
        if shutil.which("cc"):
            self.call("cc", "-shared", "-fPIC", "-x", "c", "-", "-o", stranger, input="int nothing;")
        for module, reason in ((self.folder / "nowhere.so", "the video module nowhere.so is not installed"),
                               (broken, "the video module does not load"), (self.folder, "the video module does not load"),
                               (stranger, "stranger.so is not a video module of Redraw")):
            if module == stranger and not stranger.exists():
                continue
            self.environment["REDRAW_AV_MODULE"] = str(module)
            for name in ("film.mp4", "film.webm"):
                self.refuse("timelapse", "run.redraw", "-o", name, *MAKE,
                            naming=[name, reason, ".gif"])
                self.assertFalse((self.folder / name).exists())
            (self.folder / "film.gif").unlink(missing_ok=True)
            self.film("film.gif")
        self.assertFalse((self.folder / "was run").exists())


class Race(FilmTest):
    """Tests the film of a race: every format, the same bytes each time, and refused races."""
    RACERS = ("run.redraw", "b.redraw", "c.redraw")
    RIVALS = ("--against", "b.redraw", "--against", "c.redraw", "--fps", "10")

    def setUp(self):
        super().setUp()
        self.fit("b.redraw", "--layers", "12")
        self.fit("c.redraw", "--layers", "6,6", "--epochs", "20")

    def race(self, name, *arguments):
        self.film(name, *arguments)
        return [frame.read_bytes() for frame in self.frames(name)]

    def test_same_film_again(self):
        """Films have the same bytes in every format, on other threads and from copies of the runs, which stay
        unchanged."""
        before = [self.read(run) for run in self.RACERS]
        first = {name: self.bytes_of(self.film(name, *self.RIVALS, "--finish", "12")) for name in FILMS}
        for run in self.RACERS[1:]:
            shutil.copy(self.folder / run, self.folder / ("copy-" + run))
        copies = ["copy-" + word if word in self.RACERS else word for word in self.RIVALS]
        self.check_again(first, ("run.redraw", *copies, "--finish", "12", "--threads", "2"))
        self.assertEqual([self.read(run) for run in self.RACERS], before)

    def test_frames(self):
        """Tests the layout: two runs above their curves, three and four in two rows. The finish line, the pace and the
        order of the runs change the frames."""
        rivals = self.RIVALS
        self.assertEqual(len(set(self.race("two", *rivals[:2], "--hold", "0", "--fps", "10"))), 10, "a frame is held")
        sizes = []
        for count, words in enumerate((rivals[:2], rivals[:4], rivals[:4] + rivals[2:4])):
            self.race(f"size-{count}", *words, "--fps", "10")
            sizes.append(png_header(self.frames(f"size-{count}")[0])[:2])
        self.assertEqual(len({width for width, _ in sizes}), 1)
        self.assertGreater(sizes[0][0], 2 * 96)
        self.assertLess(sizes[1][1], sizes[2][1])
        plain = self.race("plain", *rivals)
        self.assertNotEqual(self.race("line", *rivals, "--finish", "12"), plain)
        self.assertNotEqual(self.race("even", *rivals, "--pace", "steps"), plain)
        self.assertNotEqual(self.race("cb", *rivals[2:4], *rivals[:2], "--fps", "10")[0], plain[0])
        width, height, delays = gif_frames(self.film("race.gif", *rivals))
        self.assertEqual(((width, height), sum(delays)), (sizes[1], 100))

    def test_what_is_no_race(self):
        race = ("timelapse", "run.redraw", "-o", "wrong.gif", *MAKE)
        self.fit("other.redraw", "--train-size", "12")
        for arguments, naming in (
                (("--against", "other.redraw"), ["other.redraw", "run.redraw"]),
                (("--against", "gone.redraw"), ["gone.redraw", "no such file"]),
                (("--against", "picture.png"), ["picture.png"]),
                (("--against", "b.redraw") * 4, ["--against", "3"]),
                ((*self.RIVALS[:4], "--pace", "change"), ["steps", "log", "change"]),
                ((*self.RIVALS[:4], "--size", "16000"), ["64 million"]),
                (("--finish", "30"), ["--against"])):
            self.refuse(*race, *arguments, naming=naming)
        for wrong in ("0", "-3", "nan", "201"):
            self.refuse(*race, *self.RIVALS[:4], f"--finish={wrong}", naming=["finish"], status=2)
        self.refuse("timelapse", "run.redraw", "--against", "b.redraw", "-o", "b.redraw", *MAKE, naming=["b.redraw"])
        self.assertFalse((self.folder / "wrong.gif").exists())


@unittest.skipUnless(VIDEO, "this build writes no MP4 and no WebM")
@unittest.skipUnless(shutil.which("ffprobe") and shutil.which("ffmpeg"), "needs ffprobe and ffmpeg (Debian: ffmpeg)")
class Played(FilmTest):
    """Tests that another player plays the films."""

    def probe(self, film):
        told = self.call("ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
                         "stream=codec_name,width,height,nb_read_frames,avg_frame_rate:format=duration", "-of", "json", film)
        self.assertEqual(told.stderr, "")
        return json.loads(told.stdout)

    def gray_frames(self, film, *options):
        raw = self.call("ffmpeg", "-v", "error", *options, "-i", film, "-vf", "fps=20,format=gray", "-f", "rawvideo", "-",
                        text=False).stdout
        return [raw[i:i + 96 * 64] for i in range(0, len(raw), 96 * 64)]

    def test_films_play(self):
        drawn = self.gray_frames(self.film("frames") / "frame-%04d.png", "-framerate", "20")
        self.assertEqual(len(drawn), 20)
        for name, codec in (("film.gif", "gif"), ("film.mp4", "h264"), ("film.webm", "vp9")):
            told = self.probe(self.film(name))
            stream = told["streams"][0]
            self.assertEqual((stream["codec_name"], stream["width"], stream["height"]), (codec, 96, 64))
            self.assertAlmostEqual(float(told["format"]["duration"]), 1, delta=0.06)
            if codec != "gif":  # GIF joins equal frames
                self.assertEqual((stream["nb_read_frames"], stream["avg_frame_rate"]), ("20", "20/1"))
            played = self.gray_frames(self.folder / name)
            self.assertIn(len(played), (19, 20, 21))
            for at in (0, -1):
                error = sum(abs(a - b) for a, b in zip(played[at], drawn[at])) / len(drawn[at])
                self.assertLess(error, 4, f"frame {at} of {name}")
