"""Tests standard input and output instead of files: the same bits, the same refusals, and no success for half-written
output."""
import os
import signal
import subprocess
import unittest

from harness import REDRAW, SMALL, STOP, CliTest, end_of, is_sanitized


class Streams(CliTest):
    PICTURE = (24, 16)

    def feed(self, *arguments, data=None, status=0, **options):
        """Runs the program with these bytes or this file as standard input. Returns standard output in bytes;
        self.errors gets standard error."""
        options = {"text": False, "stderr": subprocess.PIPE, "stdout": subprocess.PIPE, "capture_output": False, **options}
        done = self.call(REDRAW, *arguments, status=status, **options, **({} if data is None else {"input": data}))
        self.errors = done.stderr.decode()
        return done.stdout

    def refuse_output(self, saying, *command, **options):
        self.feed(*command, status=1, **options)
        self.assertEqual(len(self.errors.splitlines()), 1, self.errors)
        self.assertRegex(self.errors, f"(standard output|/dev/stdout): {saying}")

    def refuse_input(self, saying, *arguments, command=("fit", "-", "-o", "bad.redraw", *SMALL), **options):
        self.feed(*command, *arguments, status=1, **options)
        self.assertEqual(len(self.errors.strip().splitlines()), 1, self.errors)
        self.assertIn("standard input", self.errors)
        self.assertIn(saying, self.errors)
        self.assertFalse((self.folder / "bad.redraw").exists())

    def picture(self):
        return self.read("picture.png")

    # Tests of standard input.

    def test_a_piped_picture_is_learned_as_its_file_is(self):
        self.feed("fit", "-", "-o", "piped.redraw", *SMALL, data=self.picture())
        self.assertEqual(self.weights("piped.redraw"), self.weights(self.fit()))
        self.assertEqual(self.run_json("info", "piped.redraw")[0]["picture"], "standard input")

    def test_a_named_pipe_is_read_as_standard_input_is(self):
        os.mkfifo(self.folder / "pipe")
        for command in (("fit", "pipe", "-o", "a.redraw", *SMALL), ("enlarge", "pipe", "-o", "a.png", "--epochs", "1"),
                        ("compare", "a.redraw", "pipe")):
            writer = subprocess.Popen(["sh", "-c", "cat picture.png >pipe"], cwd=self.folder)
            self.run_redraw(*command)
            self.assertEqual(writer.wait(), 0)
        self.assertEqual(self.weights("a.redraw"), self.weights(self.fit()))
        self.assertEqual(self.run_json("info", "a.redraw")[0]["picture"], "pipe")
        self.needs("bash")
        shell = ("bash", "-c", 'exec "$0" fit <(cat "$1") "${@:2}"', REDRAW, "picture.png", *SMALL)
        self.assertRegex(self.call(*shell, "-o", "b.redraw").stdout, r"^/(dev|proc)/\S*fd/\d+: PNG 24 x 16,")
        self.assertEqual(self.weights("b.redraw"), self.weights("a.redraw"))
        (self.folder / "picture.png").write_bytes(b"This is a letter.\n")
        self.assertRegex(self.call(*shell, "-o", "c.redraw", status=1).stderr, r"^redraw: Cannot open /\S+: it is text")

    def test_a_run_of_no_name_is_named_by_it(self):
        self.feed("fit", "-", *SMALL, data=self.picture())
        run, = (self.folder / "data/redraw/runs").iterdir()
        self.assertRegex(run.name, r"^standard input [-0-9 ]+\.redraw$")

    def test_a_redirected_file_is_standard_input_too(self):
        with open(self.folder / "picture.png", "rb") as picture:
            self.feed("fit", "-", "-o", "run.redraw", *SMALL, stdin=picture)
        with open(self.folder / "picture.png", "rb") as picture:  # the drawing must not overwrite this open file
            before = self.picture()
            self.feed("enlarge", "-", "-o", "picture.png", status=1, stdin=picture)
            self.assertIn("picture.png", self.errors)
            self.assertEqual(self.picture(), before)

    def test_enlarge_compare_and_import_read_it(self):
        from_file = self.run_redraw("enlarge", "picture.png", "-o", "a.png", "--epochs", "3")
        self.assertEqual(self.feed("enlarge", "-", "-o", "b.png", "--epochs", "3", data=self.picture()).decode(),
                         from_file.replace("a.png", "b.png"))
        self.assertEqual(self.read("a.png"), self.read("b.png"))
        run = self.fit()
        said = self.feed("compare", run, "-", "--json", data=self.picture())
        self.assertEqual(said.decode(), self.run_redraw("compare", run, "picture.png", "--json")
                         .replace('"picture.png"', '"standard input"'))
        self.refuse_input("Cannot import", command=("import", "-", "-o", "bad.redraw"), data=b"{}")
        self.feed("import", "-", "-o", "bad.redraw", "--picture", "-", data=b"{}", status=2)
        self.assertIn("standard input", self.errors)

    def test_what_is_no_picture_is_refused_as_a_file_is(self):
        for data in (b"", b"This is a letter.\n", self.picture()[:60], b"%PDF-1.4", bytes(5000)):
            with self.subTest(data=data[:20]):
                (self.folder / "file.png").write_bytes(data)
                sentence = self.refuse("fit", "file.png", "-o", "bad.redraw", naming=("file.png",))
                self.refuse_input(sentence.split("file.png")[1], data=data)

    def test_a_closed_one_and_a_folder(self):
        for command in (("fit", "-"), ("enlarge", "-", "-o", "a.png"), ("compare", self.fit(), "-"),
                        ("import", "-", "-o", "bad.redraw")):
            self.refuse_input("it is closed", command=command, preexec_fn=lambda: os.close(0))
        folder = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        self.refuse_input("it is a folder", stdin=folder)

    def test_a_terminal(self):
        for end in (terminal := self.terminal()):
            self.addCleanup(os.close, end)
        self.refuse_input("it is a terminal", stdin=terminal[1])
        self.refuse_output("it is a terminal", "export", self.fit(), "-o", "-", stdout=terminal[1])

    @unittest.skipIf(is_sanitized(), "a sanitizer needs memory of its own")
    def test_one_without_an_end_ends_at_the_limit(self):
        with open("/dev/zero", "rb") as zero:
            process = self.start("fit", "-", "-o", "bad.redraw", stdin=zero)
        _, errors, used = self.usage_of(process, status=1)
        self.assertRegex(errors, "^redraw: [^\n]*standard input[^\n]* 1074 MB\n$")
        self.assertLess(used.ru_maxrss, 1_700_000)  # KiB: 1074 MB of input, and half of that while the buffer grows

    def test_files_that_cannot_be_streams(self):
        run = self.fit()
        for command in (("info", "-"), ("resume", "-"), ("fit", "picture.png", "-o", "-"), ("pack", run, "-o", "-"),
                        ("fit", "picture.png", "--config", "-"), ("timelapse", run, "-o", "-"), ("info", run, "--csv", "-"),
                        ("weights", run, "-o", "-"), ("compare", run, "--drawing", "-"), ("import", "a.json", "-o", "-")):
            self.refuse(*command, naming=("- will not do here",), status=2)
        self.assertFalse((self.folder / "-").exists())

    def test_a_file_of_that_name(self):
        (self.folder / "-").write_bytes(self.picture())
        self.run_redraw("fit", "./-", "-o", "run.redraw", *SMALL)
        self.run_redraw("export", "run.redraw", "-o", "./-.png")
        self.assertTrue((self.folder / "-.png").exists())

    # Tests of standard output.

    def test_a_drawing_on_standard_output_is_that_of_the_file(self):
        run = self.fit()
        for more in ((), ("--size", "100"), ("--16bit",), ("--at", "7")):
            drawing = self.export(run, "a.png", *more)
            self.assertEqual(self.feed("export", run, "-o", "-", *more), drawing)
            self.assertRegex(self.errors, r"^standard output: \d+ x \d+\n$")

    def test_all_else_goes_to_standard_error(self):
        self.run_redraw("enlarge", "picture.png", "-o", "a.png", "--epochs", "3")
        for more, said in (((), "own half"), (("--json",), '"event":"done"')):
            drawing = self.feed("enlarge", "-", "-o", "-", "--epochs", "3", *more, data=self.picture())
            self.assertEqual(drawing, self.read("a.png"))
            self.assertIn(said, self.errors)
        drawing = self.feed("fit", "-", "-o", "run.redraw", *SMALL, "--export", "-", data=self.picture())
        self.assertIn("run: ", self.errors)
        self.assertEqual(drawing, self.feed("export", "run.redraw", "-o", "-"))
        self.assertEqual(drawing, self.feed("resume", "run.redraw", "--export", "-"))

    def test_from_one_to_the_other(self):
        """Tests the pipe redraw export | redraw enlarge | redraw fit."""
        run = self.fit()
        larger = self.feed("enlarge", "-", "-o", "-", "--epochs", "3", data=self.feed("export", run, "-o", "-"))
        self.feed("fit", "-", "-o", "last.redraw", *SMALL, data=larger)
        self.assertEqual([self.run_json("info", "last.redraw")[0][side] for side in ("width", "height")], [48, 32])

    def test_what_cannot_be_written_is_no_success(self):
        run = self.fit()
        process = self.start("export", run, "-o", "-", "--size", "3000", text=False)
        self.assertEqual(process.stdout.read(8), b"\x89PNG\r\n\x1a\n")
        process.stdout.close()
        errors = process.stderr.read()
        process.stderr.close()
        self.assertEqual((end_of(process), errors), (128 + signal.SIGPIPE, b""))
        with open("/dev/full", "wb") as full:
            self.refuse_output("no space left on device", "export", run, "-o", "-", stdout=full)
        for command in (("export", run), ("enlarge", "picture.png", "--epochs", "1")):
            self.refuse_output("it is closed", *command, "-o", "-", preexec_fn=lambda: os.close(1))

    def test_a_run_is_not_lost_to_it(self):
        self.fit("other.redraw")
        run = self.fit()
        for target, reason in ((run, "it is the run itself"), (self.folder / "other.redraw", "it is a Redraw run")):
            before = target.read_bytes()
            with open(target, "ab") as appended:
                self.refuse_output(reason, "export", run, "-o", "-", stdout=appended)
            self.assertEqual(target.read_bytes(), before)

    def test_stopped_on_the_way_it_says_that_it_is_not_whole(self):
        process = self.start("export", self.fit(), "-o", "-", "--size", "20000", "--threads", "1", text=False)
        self.assertEqual(process.stdout.read(8), b"\x89PNG\r\n\x1a\n")
        process.send_signal(STOP)
        _, errors = self.rest_of(process)
        self.assertEqual(process.returncode, 128 + STOP)
        self.assertIn(b"standard output", errors)
