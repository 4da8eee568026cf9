"""Tests thumbnails of runs for file managers: small, fast, and without changing the run, also while it learns. The
command in assets/redraw.thumbnailer must work."""
import configparser
import os
import resource
import shlex
import shutil
import unittest
import xml.etree.ElementTree as xml

from harness import BIN, ENDLESS, REDRAW, SOURCE, CliTest, as_nobody, limited, png_header


class Thumbnail(CliTest):
    def thumbnail(self, run, size=256, output="out.png"):
        """Returns width and height of the thumbnail."""
        self.assertEqual(self.run_redraw("thumbnail", run, "-o", output, "--size", size), "")
        return png_header(self.folder / output)[:2]

    def test_at_most_as_large_as_asked_and_in_proportion(self):
        for width, height, sizes in ((300, 40, ((1, (1, 1)), (30, (30, 4)), (128, (128, 17)), (300, (300, 40)), (1024, (300, 40)))),
                                     (1, 400, ((128, (1, 128)),))):
            self.write("picture.png", width, height)
            run = self.fit("run.redraw", "--force", "--train-size", "original", "--epochs", "2")
            for size, expected in sizes:
                self.assertEqual(self.thumbnail(run, size), expected)

    def test_it_is_the_drawing_and_the_run_stays_as_it_is(self):
        """A thumbnail of the learned size equals the exported drawing, since nothing is averaged."""
        run = self.fit()
        before, content = os.stat(run), run.read_bytes()
        self.assertEqual(self.thumbnail(run), (24, 16))
        after = os.stat(run)
        self.assertEqual((after.st_ino, after.st_mtime_ns, run.read_bytes()), (before.st_ino, before.st_mtime_ns, content))
        self.assertEqual(self.names(), ["out.png", "picture.png", "run.redraw"])
        self.assertEqual(self.read("out.png"), self.export(run, "export.png", "--size", "24", "--threads", "1"))

    def test_every_preset(self):
        self.write("picture.png", 64, 48)
        for preset in ("siren", "grid", "enlarge", "lineart", "fourier", "tanh"):
            self.run_redraw("fit", "picture.png", "-o", f"{preset}.redraw", "--preset", preset, "--epochs", "1", "--threads", "1")
            self.assertEqual(self.thumbnail(f"{preset}.redraw", 32), (32, 24))

    def test_a_picture_in_colour_that_is_transparent_stays_so(self):
        run = self.fit("alpha.redraw", "--channels", "alpha")
        self.thumbnail(run)
        self.assertEqual(png_header(self.folder / "out.png")[3], 6)  # colour type 6 is RGBA

    def test_a_file_of_any_name_is_a_png(self):
        """A file manager creates the output file and chooses its name."""
        run = self.fit()
        (self.folder / "tumbler-X1Y2Z3").write_bytes(b"")
        for name in ("tumbler-X1Y2Z3", "thumb.jpg", "-o", "a\nb"):
            self.assertEqual(self.thumbnail(run, 16, f"./{name}"), (16, 11))

    def test_an_empty_file_is_filled_and_not_replaced(self):
        """Tumbler keeps the file that it created open and reads that file."""
        run = self.fit()
        with open(self.folder / "tumbler-X1Y2Z3.png", "w+b") as held:
            self.thumbnail(run, 24, "tumbler-X1Y2Z3.png")
            self.assertEqual(held.read(), self.read("tumbler-X1Y2Z3.png"))

    def test_a_file_without_room_stays_empty(self):
        run = self.fit()
        (self.folder / "held").touch()
        self.refuse("thumbnail", run, "-o", "held", naming=("held", "file too large"),
                    preexec_fn=limited(resource.RLIMIT_FSIZE, 50, resource.RLIM_INFINITY))
        self.assertEqual(self.read("held"), b"")

    @unittest.skipUnless(os.geteuid() != 0 or shutil.which("setpriv"), "root may write everywhere")
    def test_a_run_that_may_only_be_read(self):
        """Simulates the sandbox in which GNOME makes thumbnails: no home, only the run and a folder for the PNG."""
        closed, out = self.folder / "closed", self.folder / "out"
        closed.mkdir()
        out.mkdir()
        self.folder.chmod(0o755)
        out.chmod(0o777)
        run = self.fit("closed/run.redraw")
        run.chmod(0o444)
        closed.chmod(0o555)
        self.addCleanup(closed.chmod, 0o755)
        done = self.call(*as_nobody(), REDRAW, "thumbnail", run, "-o", out / "a", cwd="/", env={})
        self.assertEqual(done.stderr, "")
        self.assertEqual(png_header(out / "a")[:2], (24, 16))

    def test_a_run_that_learns_is_not_disturbed(self):
        self.environment["REDRAW_COMMIT_SECONDS"] = "0.05"
        self.write("picture.png", 24, 16)
        process = self.start("fit", "picture.png", "-o", "run.redraw", *ENDLESS, "--json")
        self.addCleanup(lambda: process.poll() is None and process.kill())
        saved = self.wait_until(process, lambda event: event["saved_step"] > 0)["saved_step"]
        for _ in range(20):
            self.assertEqual(self.thumbnail("run.redraw"), (24, 16))
        saved = self.wait_until(process, lambda event: event["saved_step"] > saved)["saved_step"]
        self.wait_until(process, lambda event: event["saved_step"] > saved)
        done, errors = self.stop(process)
        self.assertEqual((self.saved_step("run.redraw"), errors), (done["step"], ""))

    def test_what_is_no_run_is_one_sentence(self):
        run = self.fit()
        content = run.read_bytes()
        broken = {"half": content[:len(content) // 2], "head": content[:100], "empty": b"", "text": b"hello",
                  "zeros": content[:100] + bytes(len(content) - 100), "newer": content[:60] + b"\x7f\0\0\0" + content[64:]}
        for name, data in broken.items():
            (self.folder / f"{name}.redraw").write_bytes(data)
        os.mkfifo(self.folder / "pipe.redraw")
        for name in (*(f"{name}.redraw" for name in broken), "pipe.redraw", "gone.redraw", "picture.png", "."):
            self.refuse("thumbnail", name, "-o", "out.png", naming=("redraw: ",))
            self.assertFalse((self.folder / "out.png").exists())

    def test_a_run_is_never_replaced(self):
        run, other = self.fit(), self.fit("other.redraw")
        content = run.read_bytes()
        self.refuse("thumbnail", run, "-o", run, naming=("it is the run itself",))
        self.refuse("thumbnail", other, "-o", run, naming=("it is a Redraw run",))
        self.refuse("thumbnail", run, "-o", "no/folder/a.png", naming=("a.png",))
        self.assertEqual(run.read_bytes(), content)

    def test_wrong_usage(self):
        run = self.fit()
        for words in (("-o", "a.png", "--size", "0"), ("-o", "a.png", "--size", "5000"), ("-o", "a.png", "--size", "x"), (),
                      ("-o", "-")):
            self.refuse("thumbnail", run, *words, naming=("redraw: ",), status=2)


class Thumbnailer(CliTest):
    """Tests the desktop's key file for the keys that GNOME, Xfce and LXQt read."""

    def setUp(self):
        super().setUp()
        parser = configparser.RawConfigParser(delimiters=("=",), comment_prefixes=("#",), strict=True)
        parser.optionxform = str  # keys contain capitals
        parser.read(SOURCE / "assets/redraw.thumbnailer", encoding="utf-8")
        self.assertEqual(parser.sections(), ["Thumbnailer Entry"])
        self.entry = dict(parser["Thumbnailer Entry"])

    def test_the_keys(self):
        self.assertEqual(set(self.entry), {"TryExec", "Exec", "MimeType"})
        types = {kind.get("type") for kind in xml.parse(SOURCE / "assets/redraw.xml").getroot()}
        self.assertTrue(self.entry["MimeType"].endswith(";"))
        self.assertEqual(set(self.entry["MimeType"].rstrip(";").split(";")), types)

    def test_as_glib_reads_it(self):
        try:
            from gi.repository import GLib
        except ImportError:
            self.skipTest("python3-gi is not installed")
        file = GLib.KeyFile()
        file.load_from_file(str(SOURCE / "assets/redraw.thumbnailer"), GLib.KeyFileFlags.NONE)
        self.assertEqual(file.get_string("Thumbnailer Entry", "Exec"), self.entry["Exec"])
        self.assertEqual(list(file.get_string_list("Thumbnailer Entry", "MimeType")),
                         self.entry["MimeType"].rstrip(";").split(";"))

    def test_its_line_makes_a_thumbnail(self):
        run = self.fit("a run, größer.redraw")
        out = self.folder / "gnome-desktop-thumbnail"
        values = {"%s": "16", "%o": str(out), "%i": str(run), "%u": run.as_uri(), "%%": "%"}
        words = [values.get(word, word) for word in shlex.split(self.entry["Exec"])]
        self.assertFalse([word for word in words if word.startswith("%")], "a code that nobody fills in")
        self.assertTrue(shutil.which(self.entry["TryExec"], path=BIN))
        done = self.call(*words, env={**self.environment, "PATH": str(BIN)}, cwd="/")
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        self.assertEqual(png_header(out)[:2], (16, 11))
