"""Tests that Redraw's estimates of memory are close to what small commands take at their peak, and that a command too
large for its container is refused. test_memory.py tests more and larger ones."""
import unittest

from harness import COMPILER, SMALL, CliTest, is_sanitized
from peaks import Peaks


@unittest.skipUnless(COMPILER, "there is no C compiler")
@unittest.skipIf(is_sanitized(), "a sanitizer takes memory of its own")
class PeakMemory(Peaks, CliTest):
    def setUp(self):
        super().setUp()
        self.photograph("picture.png", 900, 600)
        self.run_redraw("fit", "picture.png", "-o", "run.redraw", *SMALL[:2], "--train-size", "200", "--epochs", "2", *SMALL[4:])

    def test_learning(self):
        self.compare("fit", "picture.png", "-o", "new.redraw", "--force", "--train-size", "600", "--epochs", "1", "--threads", "1")

    def test_drawing(self):
        self.compare("export", "run.redraw", "-o", "drawing.webp", "--size", "1500")
        self.compare("compare", "run.redraw", "picture.png", "--size", "900")
        self.compare("timelapse", "run.redraw", "-o", "film.gif", "--size", "900", "--seconds", "0.5")

    def test_enough_memory_is_no_refusal(self):
        self.run_redraw("compare", "run.redraw", "picture.png", env=self.limited_to(1 << 30))

    def test_nothing_is_written_or_lost(self):
        before = self.names("*.redraw")
        for command in (("fit", "picture.png", "-o", "new.redraw"), ("resume", "run.redraw", "--epochs", "3"),
                        ("pack", "run.redraw", "-o", "packed.redraw"), ("export", "run.redraw", "-o", "drawing.png"),
                        ("export", "run.redraw", "-o", "page.html"), ("timelapse", "run.redraw", "-o", "film.gif"),
                        ("dive", "run.redraw", "-o", "film.gif"), ("compare", "run.redraw", "picture.png"),
                        ("enlarge", "picture.png", "-o", "large.png")):
            with self.subTest(command=command[0]):
                self.refuse(*command, naming=("memory",), env=self.limited_to(0))
        self.assertEqual(self.names("*.redraw"), before)
        self.assertEqual(self.names("[dfl]*.*"), [])
        self.run_json("info", "run.redraw")

    def test_a_large_picture_is_refused_while_it_is_read(self):
        self.photograph("large.png", 3000, 2000)
        self.refuse("fit", "large.png", "-o", "new.redraw", naming=("large.png", "not enough memory"), env=self.limited_to(50_000_000))
