"""Full disks, closed pipes, forbidden folders, damaged files: a sentence, and nothing lost."""
import os
import resource
import shutil
import unittest

from harness import REDRAW, SMALL, CliTest, as_nobody, is_sanitized, limited, output_of

needs_strace = unittest.skipIf(is_sanitized() or not shutil.which("strace"),
                               "there is no strace, or a sanitizer, whose own system calls the fault would meet")


class Faults(CliTest):
    def test_a_closed_pipe_leaves_a_good_run(self):
        self.write("picture.png", 48, 40)
        process = self.start("fit", "picture.png", "-o", "run.redraw", "--epochs", "100000000", "--json")
        process.stdout.readline()
        process.stdout.close()
        output_of(process)  # nobody listens: it ends by itself
        process.stderr.close()
        self.run_json("info", "run.redraw")

    def test_results_that_cannot_be_printed_are_an_error(self):
        run = self.fit()
        for command in (("info", run, "--json"), ("devices", "--json"), ("info", run)):
            with self.subTest(command=command), open("/dev/full", "w") as full:
                self.run_redraw(*command, status=1, stdout=full)

    def test_a_pipe_that_nobody_reads_is_said_as_one(self):
        run = self.fit()
        for command in (("--help",), ("--version",), ("fit", "--help"), ("info", run), ("info", run, "--json"), ("man",)):
            reader, writer = os.pipe()
            os.close(reader)
            with self.subTest(command=command), os.fdopen(writer, "w") as closed:
                self.refuse(*command, naming=("broken pipe",), stdout=closed)

    def test_outputs_that_are_no_files(self):
        run = self.fit()
        (self.folder / "folder.png").mkdir()
        for target in ("folder.png", "no/such/folder/a.png"):
            self.refuse("export", run, "-o", target, "--size", "40", naming=(target.split("/")[-1],))
        self.refuse("export", run, "-o", "/dev/full", "--size", "40", naming=())
        self.refuse("weights", run, "-o", "no/such/folder/a.safetensors", naming=("a.safetensors",))
        self.refuse("fit", "picture.png", "-o", "no/such/folder/a.redraw", *SMALL, naming=("a.redraw",))

    @unittest.skipUnless(os.geteuid() != 0 or shutil.which("setpriv"), "root may write everywhere")
    def test_a_folder_that_may_not_be_written(self):
        run = self.fit()
        self.folder.chmod(0o755)
        run.chmod(0o644)
        closed = self.folder / "closed"
        closed.mkdir(mode=0o555)
        self.addCleanup(closed.chmod, 0o755)
        done = self.call(*as_nobody(), REDRAW, "export", run, "-o", closed / "a.png", "--size", "40", cwd="/", status=1)
        self.assertIn("a.png", done.stderr)
        self.assertEqual(list(closed.iterdir()), [])

    def test_an_existing_run_is_not_overwritten(self):
        before = self.fit().read_bytes()
        self.refuse("fit", "picture.png", "-o", "run.redraw", *SMALL, naming=("run.redraw",))
        self.assertEqual(self.read("run.redraw"), before)

    @needs_strace
    def test_a_failed_export_leaves_the_old_one(self):
        """The first write to a file, its flush and its rename are made to fail, one after the other."""
        run = self.fit()
        before = self.export(run, "a.png", "--size", "600")
        for calls, error in (("pwrite64", "ENOSPC"), ("fsync,fdatasync", "EIO"),
                             ("rename,renameat,renameat2", "EIO")):
            with self.subTest(calls=calls):
                done = self.traced("-o", "/dev/null", "-e", f"trace={calls}", "-e", f"inject={calls}:error={error}:when=1",
                                   REDRAW, "export", run, "-o", "a.png", "--size", "700", status=1)
                self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
                self.assertIn("a.png", done.stderr)
                self.assertEqual(self.read("a.png"), before)
                self.assertEqual(self.names("*a.png*"), ["a.png"], "it left something beside")

    @needs_strace
    def test_calls_that_a_container_forbids(self):
        """Old seccomp profiles answer EPERM to calls that they do not know, and some systems have no /proc."""
        def run(fault, *command, status=0, only=()):
            return self.traced("-o", "/dev/null", *only, "-e", f"inject={fault}", REDRAW, *command, status=status)

        self.write("picture.png", 24, 20)
        for call in ("renameat2", "linkat"):
            with self.subTest(call=call):
                fault = f"{call}:error=EPERM"
                run(fault, "fit", "picture.png", "-o", f"{call}.redraw", *SMALL)
                self.assertIn("exists already",
                              run(fault, "fit", "picture.png", "-o", f"{call}.redraw", *SMALL, status=1).stderr)
                run(fault, "export", f"{call}.redraw", "-o", f"{call}.png", "--size", "30")
                self.assertTrue((self.folder / f"{call}.png").stat().st_size > 0)
        self.assertEqual(self.names(".*"), [])
        film = ("timelapse", "linkat.redraw", "-o", "a.mp4", "--size", "32", "--seconds", "0.2")
        if not os.environ.get("REDRAW_FILMS"):
            self.skipTest("no films in this build")
        run("readlink,readlinkat:error=ENOENT", *film, only=("-P", "/proc/self/exe"))

    def test_a_full_disk_ends_a_fit_with_a_sentence_and_a_good_run(self):
        """A limit on the file's size stands in for the disk: SQLite is told that nothing more fits."""
        self.write("picture.png", 48, 40)
        process = self.start("fit", "picture.png", "-o", "run.redraw", "--epochs", "1000", preexec_fn=limited(resource.RLIMIT_FSIZE, 1 << 20))
        _, errors = output_of(process)
        self.assertEqual(process.returncode, 1, errors)
        self.assertIn("run.redraw", errors)
        self.run_json("info", "run.redraw")
        self.run_redraw("export", "run.redraw", "-o", "a.png", "--size", "40")

    def test_a_folder_as_output_is_named(self):
        run = self.fit()
        for command in (("fit", "picture.png", *SMALL), ("enlarge", "picture.png"), ("export", run)):
            self.refuse(*command, "-o", "/", naming=("/",))
            self.assertNotIn("write :", self.errors)

    def test_the_current_folder_was_deleted(self):
        self.fit()
        gone = self.folder / "gone"
        for command in (("fit", self.folder / "picture.png", "-o", "a.redraw", *SMALL), ("gather", "out"), ("info", "a.redraw"),
                        ("plan", "in", "--to", "out"), ("plan", self.folder, "--to", "out"), ("resume", "a.redraw"),
                        ("enlarge", self.folder / "picture.png", "-o", "a.png", "--epochs", "1"),
                        ("tiles", self.folder / "picture.png", "--to", "out"),
                        ("export", self.folder / "run.redraw", "-o", "a.png"),
                        ("pack", self.folder / "run.redraw", "-o", "a.redraw")):
            gone.mkdir()
            done = self.start(*command, cwd=gone, preexec_fn=gone.rmdir)
            _, errors = output_of(done)
            self.assertIn(done.returncode, (1, 2), f"{command} {errors}")
            self.assertEqual(len(errors.splitlines()), 1)
            self.assertNotIn("filesystem error", errors)

    def test_damaged_runs(self):
        data = self.fit().read_bytes()
        for name, bytes_ in (("empty", b""), ("header", data[:100]), ("half", data[:len(data) // 2]),
                             ("noise", data[:4096] + bytes(255 - b for b in data[4096:]))):
            for command in (("info",), ("resume",), ("export", "-o", "a.png", "--size", "40"),
                            ("weights", "-o", "a.safetensors")):
                (self.folder / "damaged.redraw").write_bytes(bytes_)
                self.refuse(command[0], "damaged.redraw", *command[1:], naming=("damaged.redraw",))
