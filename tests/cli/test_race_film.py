"""A race as a film from outside: every format, the same bytes each time, and what is no race is refused."""
import shutil
import unittest

from harness import CliTest, blobs, gif_frames, png_header, write_png
from test_film import FILMS

MAKE = ("--size", "96", "--seconds", "1", "--fps", "10", "--threads", "1")
RIVALS = ("--against", "b.redraw", "--against", "c.redraw")


class RaceFilm(CliTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "picture.png", 24, 16, blobs)
        self.fit("a.redraw")
        self.fit("b.redraw", "--layers", "12")
        self.fit("c.redraw", "--layers", "6,6", "--epochs", "20")

    def bytes_of(self, film):
        files = sorted(film.iterdir()) if film.is_dir() else [film]
        return [file.read_bytes() for file in files]

    def race(self, name, *arguments):
        self.run_redraw("timelapse", "a.redraw", *arguments, "-o", name, *MAKE)
        return self.bytes_of(self.folder / name)

    def test_same_film_again(self):
        """In every format, on other threads, and from copies of the runs, which are left as they were."""
        before = [(self.folder / run).read_bytes() for run in ("a.redraw", "b.redraw", "c.redraw")]
        first = {name: self.race(name, *RIVALS, "--finish", "12", "--caption") for name in FILMS}
        for run in ("b.redraw", "c.redraw"):
            shutil.copy(self.folder / run, self.folder / ("copy-" + run))
        (self.folder / "again").mkdir()
        copies = [argument.replace("b.", "copy-b.").replace("c.", "copy-c.") for argument in RIVALS]
        for name, expected in first.items():
            again = self.race(f"again/{name}", *copies, "--finish", "12", "--caption", "--threads", "2")
            self.assertEqual(again, expected, name)
        self.assertEqual(before, [(self.folder / run).read_bytes() for run in ("a.redraw", "b.redraw", "c.redraw")])

    def test_frames(self):
        """Two stand above their curves, three and four in two rows; the finish line, the pace and the order are seen."""
        two = self.race("two", "--against", "b.redraw", "--hold", "0")
        self.assertEqual(len(two), 10)
        self.assertEqual(len(set(two)), 10, "a frame is held")
        sizes = {}
        for count, rivals in (("two", ("b",)), ("three", ("b", "c")), ("four", ("b", "c", "c"))):
            self.race("size-" + count, *(word for run in rivals for word in ("--against", run + ".redraw")))
            sizes[count] = png_header(sorted((self.folder / ("size-" + count)).iterdir())[0])[:2]
        self.assertEqual(len({width for width, _ in sizes.values()}), 1)
        self.assertGreater(sizes["two"][0], 2 * 96)
        self.assertLess(sizes["three"][1], sizes["four"][1])
        self.assertNotEqual(self.race("line", *RIVALS, "--finish", "12"), self.race("none", *RIVALS))
        self.assertNotEqual(self.race("even", *RIVALS, "--pace", "steps"), self.race("log", *RIVALS))
        self.assertNotEqual(self.race("bc", *RIVALS)[0], self.race("cb", *RIVALS[2:], *RIVALS[:2])[0])
        width, height, delays = gif_frames((self.race("race.gif", *RIVALS), self.folder / "race.gif")[1])
        self.assertEqual(((width, height), sum(delays)), (sizes["three"], 100))

    def test_what_is_no_race(self):
        race = ("timelapse", "a.redraw", "-o", "wrong.gif", *MAKE)
        self.fit("other.redraw", "--train-size", "12")
        for arguments, naming in (
                (("--against", "other.redraw"), ["other.redraw", "other pixels than a.redraw"]),
                (("--against", "gone.redraw"), ["gone.redraw", "no such file"]),
                (("--against", "picture.png"), ["picture.png"]),
                (("--against", "b.redraw") * 4, ["up to 3 rivals"]),
                ((*RIVALS, "--pace", "change"), ["equal seconds"]),
                ((*RIVALS, "--size", "16000"), ["64 million pixels"]),
                (("--finish", "30"), ["--against"])):
            self.refuse(*race, *arguments, naming=naming)
        for wrong in ("0", "-3", "nan", "201"):
            self.refuse(*race, *RIVALS, f"--finish={wrong}", naming=["finish"], status=2)
        self.refuse("timelapse", "a.redraw", "--against", "b.redraw", "-o", "b.redraw", *MAKE, naming=["b.redraw"])
        self.assertFalse((self.folder / "wrong.gif").exists())
