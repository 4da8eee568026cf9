"""Full disks, closed pipes, forbidden folders, damaged files: a sentence, and nothing lost."""
import os
import pathlib
import shutil
import subprocess
import unittest

from harness import REDRAW, CliTest, SMALL, blobs, is_sanitized, output_of, write_png


class Faults(CliTest):
    def test_a_closed_pipe_leaves_a_good_run(self):
        write_png(self.folder / "picture.png", 48, 40, blobs)
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
                sentence = self.refuse(*command, naming=(), stdout=closed)
                self.assertEqual(sentence, "redraw: cannot print the results: broken pipe.")

    def test_outputs_that_are_no_files(self):
        run = self.fit()
        (self.folder / "folder.png").mkdir()
        for target in ("/dev/full", "folder.png", "no/such/folder/a.png"):
            name = target if target.endswith(".png") else None
            with self.subTest(target=target):
                self.run_redraw("export", run, "-o", target, "--size", "40", status=1)
                self.assertEqual(len(self.errors.strip().splitlines()), 1, self.errors)
                if name:
                    self.assertIn(name.split("/")[-1], self.errors)
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
        nobody = ["setpriv", "--reuid=65534", "--clear-groups"] if os.geteuid() == 0 else []
        done = subprocess.run([*nobody, REDRAW, "export", run, "-o", closed / "a.png", "--size", "40"], text=True,
                              env=self.environment, capture_output=True, cwd="/")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("a.png", done.stderr)
        self.assertEqual(list(closed.iterdir()), [])

    def test_an_existing_run_is_not_overwritten(self):
        before = self.fit().read_bytes()
        self.refuse("fit", "picture.png", "-o", "run.redraw", *SMALL, naming=("run.redraw",))
        self.assertEqual((self.folder / "run.redraw").read_bytes(), before)

    @unittest.skipUnless(shutil.which("strace"), "strace is not there")
    @unittest.skipIf(is_sanitized(), "a sanitizer makes system calls of its own, and the fault would meet these")
    def test_a_failed_export_leaves_the_old_one(self):
        """The first write to a file, its flush and its rename are made to fail, one after the other."""
        run = self.fit()
        self.run_redraw("export", run, "-o", "a.png", "--size", "600")
        before = (self.folder / "a.png").read_bytes()
        for calls, error in (("pwrite64", "ENOSPC"), ("fsync,fdatasync", "EIO"),
                             ("rename,renameat,renameat2", "EIO")):
            with self.subTest(calls=calls):
                done = subprocess.run(
                    ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={calls}",
                     "-e", f"inject={calls}:error={error}:when=1", REDRAW, "export", run, "-o", "a.png", "--size", "700"],
                    text=True, capture_output=True, env=self.environment, cwd=self.folder)
                if "ptrace" in done.stderr.lower():
                    self.skipTest("strace may not trace here")
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
                self.assertIn("a.png", done.stderr)
                self.assertEqual((self.folder / "a.png").read_bytes(), before)
                self.assertEqual(len(list(self.folder.glob("*a.png*"))), 1, "it left something beside")

    @unittest.skipUnless(shutil.which("strace"), "strace is not there")
    @unittest.skipIf(is_sanitized(), "a sanitizer makes system calls of its own, and the fault would meet these")
    def test_calls_that_a_container_forbids(self):
        """Old seccomp profiles answer EPERM to calls that they do not know, and some systems have no /proc."""
        def run(fault, *command, status=0, only=()):
            done = subprocess.run(["strace", "-f", "-qq", "-o", "/dev/null", *only, "-e", f"inject={fault}", REDRAW, *command],
                                  text=True, capture_output=True, env=self.environment, cwd=self.folder)
            if "ptrace" in done.stderr.lower():
                self.skipTest("strace may not trace here")
            self.assertEqual(done.returncode, status, done.stderr)
            return done

        write_png(self.folder / "picture.png", 24, 20, blobs)
        for call in ("renameat2", "linkat"):
            with self.subTest(call=call):
                fault = f"{call}:error=EPERM"
                run(fault, "fit", "picture.png", "-o", f"{call}.redraw", *SMALL)
                self.assertIn("exists already",
                              run(fault, "fit", "picture.png", "-o", f"{call}.redraw", *SMALL, status=1).stderr)
                run(fault, "export", f"{call}.redraw", "-o", f"{call}.png", "--size", "30")
                self.assertTrue((self.folder / f"{call}.png").stat().st_size > 0)
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name.startswith(".")], [])
        film = ("timelapse", "linkat.redraw", "-o", "a.mp4", "--size", "32", "--seconds", "0.2")
        with self.subTest(call="readlink"):
            if "is not installed" in subprocess.run([REDRAW, *film], text=True, capture_output=True, env=self.environment,
                                                    cwd=self.folder).stderr:
                self.skipTest("no films in this build")
            run("readlink,readlinkat:error=ENOENT", *film, only=("-P", "/proc/self/exe"))

    def test_a_full_disk_ends_a_fit_with_a_sentence_and_a_good_run(self):
        """A limit on the file's size stands in for the disk: SQLite is told that nothing more fits."""
        import resource
        write_png(self.folder / "picture.png", 48, 40, blobs)

        def small():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))

        process = self.start("fit", "picture.png", "-o", "run.redraw", "--epochs", "1000", preexec_fn=small)
        _, errors = output_of(process)
        self.assertEqual(process.returncode, 1, errors)
        self.assertIn("run.redraw", errors)
        self.run_json("info", "run.redraw")
        self.run_redraw("export", "run.redraw", "-o", "a.png", "--size", "40")

    def test_a_folder_as_output_is_named(self):
        write_png(self.folder / "picture.png", 24, 16, blobs)
        run = self.fit()
        for command in (("fit", "picture.png", *SMALL), ("enlarge", "picture.png"), ("export", run)):
            self.refuse(*command, "-o", "/", naming=("/",))
            self.assertNotIn("write :", self.errors)

    def test_the_current_folder_was_deleted(self):
        write_png(self.folder / "picture.png", 24, 16, blobs)
        self.fit()
        gone = self.folder / "gone"
        for command in (("fit", self.folder / "picture.png", "-o", "a.redraw", *SMALL), ("gather", "out"), ("info", "a.redraw"),
                        ("plan", "in", "--to", "out"), ("plan", self.folder, "--to", "out"), ("resume", "a.redraw"),
                        ("enlarge", self.folder / "picture.png", "-o", "a.png", "--epochs", "1"),
                        ("tiles", self.folder / "picture.png", "--to", "out"),
                        ("export", self.folder / "run.redraw", "-o", "a.png"),
                        ("pack", self.folder / "run.redraw", "-o", "a.redraw")):
            gone.mkdir()
            words = ["sh", "-c", 'rmdir "$0"; exec "$@"', gone, REDRAW, *map(str, command)]
            words[4] = str(pathlib.Path(REDRAW).resolve())
            done = subprocess.run(words, cwd=gone, env=self.environment, capture_output=True, text=True)
            with self.subTest(command=command):
                self.assertIn(done.returncode, (1, 2), done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1)
                self.assertNotIn("filesystem error", done.stderr)

    def test_damaged_runs(self):
        data = self.fit().read_bytes()
        for name, bytes_ in (("empty", b""), ("header", data[:100]), ("half", data[:len(data) // 2]),
                             ("noise", data[:4096] + bytes(255 - b for b in data[4096:]))):
            for command in (("info",), ("resume",), ("export", "-o", "a.png", "--size", "40"),
                            ("weights", "-o", "a.safetensors")):
                with self.subTest(name=name, command=command[0]):
                    (self.folder / "damaged.redraw").write_bytes(bytes_)
                    self.refuse(command[0], "damaged.redraw", *command[1:], naming=("damaged.redraw",))
