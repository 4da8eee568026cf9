"""Tests `redraw export --detail`: draws a bookmark, or the moment of a run whose drawing is as close to the last
one as the number says."""
import re
import sqlite3
import struct
import zlib

from harness import CliTest, png_header
from test_page import read_png


def keep(run, step, words="bookmark"):
    """Adds an event to a run as the studio does for a bookmark, in the format of docs/file-format.md."""
    database = sqlite3.connect(run)
    number, = database.execute("SELECT count(*) + 1 FROM event").fetchone()
    row = (number, step, "other", 0, 0.0, words)
    checksum = zlib.crc32(struct.pack("<qq", number, step) + b"other" + struct.pack("<qd", 0, 0.0) + words.encode())
    database.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, checksum))
    database.commit()
    database.close()


class Detail(CliTest):
    def drawn(self, run, detail, name="a.png", *arguments):
        """Exports with --detail. Returns the file's bytes and the step that the program reports; None for the current
        state."""
        said = self.run_redraw("export", run, "-o", name, "--size", "40", "--detail", detail, *arguments)
        found = re.fullmatch(r"(?s).*That is the drawing of epoch [\d.,]+ \((?:step ([\d,]+), )?detail \d\.\d\d\), .*\.\n", said)
        self.assertTrue(found, said)
        step = found[1] and int(found[1].replace(",", ""))
        self.assertEqual("as it is now" in said, step is None, said)
        return self.read(name), step

    def at(self, run, *arguments):
        return self.export(run, "at.png", "--size", "40", *arguments)

    def test_from_the_first_kept_step_to_now_and_never_backwards(self):
        run = self.fit()
        before, moments = -1, set()
        for i in range(21):
            drawing, step = self.drawn(run, i / 20)
            if i == 20:
                self.assertIsNone(step)
                self.assertEqual(drawing, self.at(run))
                continue
            self.assertGreaterEqual(step, before)
            before = step
            moments.add(step)
            if i in (0, 7, 19):
                self.assertEqual(drawing, self.at(run, "--at", step))
        self.assertIn(0, moments)
        self.assertGreater(len(moments), 8)

    def test_every_size_format_and_part(self):
        run = self.fit()
        _, step = self.drawn(run, 0.5)
        for name, arguments in (("a.jpg", ()), ("b.png", ("--16bit",)), ("c.csv", ()), ("d.png", ("--crop", "3,4,10,12"))):
            self.drawn(run, 0.5, name, *arguments)
            at = self.export(run, f"at-{name}", "--size", "40", "--at", step, *arguments)
            self.assertEqual(self.read(name), at, name)
        self.assertEqual(png_header(self.folder / "d.png")[:2], (10, 12))
        self.assertEqual(self.export(run, "a.html", "--detail", "0.5"), self.export(run, "at.html", "--at", step))

    def test_on_standard_output_there_is_the_drawing_alone(self):
        run = self.fit()
        _, step = self.drawn(run, 0.5)
        drawing, _ = self.start("export", run, "-o", "-", "--size", "40", "--detail", "0.5", text=False).communicate()
        self.assertEqual(drawing, self.at(run, "--at", step))

    def test_the_kept_moment(self):
        run = self.fit()
        self.refuse("export", run, "-o", "a.png", "--detail", "kept", naming=("run.redraw", "no bookmark"))
        keep(run, 7)
        self.assertEqual(self.drawn(run, "kept"), (self.at(run, "--at", 7), 7))
        events = self.run_json("info", run)[0]["events"]
        self.assertEqual(events[-1], {"step": 7, "text": "bookmark"})
        keep(run, 12)
        self.assertEqual(self.drawn(run, "kept")[1], 12)
        self.run_redraw("pack", run, "--keyframes", "4")
        self.assertEqual(self.drawn(run, "kept")[1], 12)
        self.assertEqual(len(self.run_json("info", run)[0]["keyframes"]), 4)
        keep(run, 1 << 50)  # a bookmark of a step that the run lost by going back: the nearest is used
        self.assertEqual(self.drawn(run, "kept")[1], 40)
        keep(run, 1 << 50, "bookmark removed")
        self.assertEqual(self.drawn(run, "kept")[1], 12)
        for step in 7, 12:
            keep(run, step, "bookmark removed")
        self.refuse("export", run, "-o", "a.png", "--detail", "kept", naming=("no bookmark",))

    def test_bookmarks_by_name(self):
        run = self.fit()
        for step, words in ((12, "bookmark: soft one"), (7, "bookmark"), (20, "bookmark: twice"), (21, "bookmark: twice"), (30, "bookmark: gone"), (30, "bookmark removed")):
            keep(run, step, words)
        marks = self.run_json("info", run)[0]["bookmarks"]
        self.assertEqual([(mark["step"], mark["name"]) for mark in marks], [(12, "soft one"), (7, ""), (20, "twice"), (21, "twice")])
        self.assertIn("soft one (step 12)", self.run_redraw("info", run))
        self.assertEqual(self.drawn(run, "kept")[1], 21)
        for name, step in (("soft one", 12), ("epoch 7", 7)):
            said = self.run_redraw("export", run, "-o", "b.png", "--size", "40", "--bookmark", name)
            self.assertIn(f"(step {step}, ", said)
            self.assertEqual(self.read("b.png"), self.at(run, "--at", step))
        for name, why in (("soft", "no bookmark"), ("gone", "no bookmark"), ("twice", "several bookmarks")):
            self.refuse("export", run, "-o", "a.png", "--bookmark", name, naming=("run.redraw", why))
        for arguments in (("--at", "7"), ("--detail", "kept")):
            self.run_redraw("export", run, "-o", "a.png", "--bookmark", "soft one", *arguments, status=2)
        self.run_redraw("pack", run, "--keyframes", "2")
        self.assertLessEqual({7, 12, 20, 21}, set(self.run_json("info", run)[0]["keyframes"]))

    def test_odd_bookmarks_are_cut_off_or_words_of_another_program(self):
        run = self.fit()
        for step, words in ((1, "bookmark: " + "n" * 5000), (2, "bookmark: a\x1b[31m\nb"), (3, "Bookmark: no"), (4, "bookmark:no"), (5, "bookmark removed: no")):
            keep(run, step, words)
        marks = self.run_json("info", run)[0]["bookmarks"]
        self.assertEqual([mark["step"] for mark in marks], [1, 2])
        self.assertLess(len(marks[0]["name"]), 110)
        self.assertTrue(marks[1]["name"].isprintable(), marks[1])
        self.run_redraw("resume", run, "--epochs", "41")
        self.assertEqual(len(self.run_json("info", run)[0]["bookmarks"]), 2)

    def test_a_timelapse_ends_with_it(self):
        run = self.fit()
        keep(run, 7)
        frames = {}
        for name, arguments in (("kept", ("--detail", "kept")), ("at", ("--at", "7")), ("whole", ())):
            said = self.run_redraw("timelapse", run, "-o", name, "--size", "40", "--fps", "4", "--seconds", "3",
                                   "--pace", "log", *arguments)
            self.assertEqual("That is the drawing of epoch 7 (step 7" in said, name == "kept", said)
            frames[name] = [frame.read_bytes() for frame in sorted((self.folder / name).iterdir())]
        self.assertEqual(frames["kept"], frames["at"])
        self.assertEqual(frames["at"][0], frames["whole"][0])
        self.assertNotEqual(frames["at"][-1], frames["whole"][-1])
        pixels = read_png(self.folder / "at" / max(path.name for path in (self.folder / "at").iterdir()))
        self.at(run, "--at", 7)
        self.assertEqual(pixels, read_png(self.folder / "at.png"))
        self.refuse("timelapse", run, "-o", "b.gif", "--at", "7000", naming=("7000", "was not kept"))
        self.refuse("timelapse", run, "-o", "b.gif", "--against", run, "--at", "7", naming=("--against",))
        self.refuse("timelapse", run, "-o", "b.gif", "--detail", "1", "--at", "7", naming=("--at",), status=2)

    def test_keeping_changes_no_bit_of_what_is_trained(self):
        for name in ("kept.redraw", "left.redraw"):
            self.fit(name, "--epochs", "20")
        keep(self.folder / "kept.redraw", 3)
        keep(self.folder / "kept.redraw", 4, "bookmark: soft")
        for name in ("kept.redraw", "left.redraw"):
            self.run_redraw("resume", name, "--epochs", "40")
        self.assertEqual(self.weights("kept.redraw"), self.weights("left.redraw"))

    def test_what_is_no_detail_is_refused(self):
        run = self.fit()
        for detail in ("1.5", "-0.1", "nan", "inf", "", "Kept", "half", "0,5", "1e999", "0.5x"):
            with self.subTest(detail=detail):
                self.run_redraw("export", run, "-o", "a.png", f"--detail={detail}", status=2)
                self.assertEqual(len(self.errors.strip().splitlines()), 1, self.errors)
                self.assertIn("--detail", self.errors)
                self.assertFalse((self.folder / "a.png").exists())
        self.run_redraw("export", run, "-o", "a.png", "--detail", "0.5", "--at", "7", status=2)
        self.assertIn("--at", self.errors)

    def test_a_run_of_one_moment_has_no_detail_to_choose(self):
        run = self.fit()
        database = sqlite3.connect(run)
        database.execute("DELETE FROM keyframe WHERE step > 0")
        database.commit()
        database.close()
        self.refuse("export", run, "-o", "a.png", "--detail", "0.5", naming=("run.redraw", "only one"))
