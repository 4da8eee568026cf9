"""Tests forbidden system calls, a full disk, a folder as output and a deleted current folder: one sentence, no harm."""
import os
import resource
import shutil
import unittest

from harness import REDRAW, SMALL, CliTest, is_sanitized, limited, output_of

needs_strace = unittest.skipIf(is_sanitized() or not shutil.which("strace"),
                               "there is no strace, or a sanitizer, whose own system calls the fault would meet")


class Faults(CliTest):

    @needs_strace
    def test_calls_that_a_container_forbids(self):
        """Old seccomp profiles return EPERM for system calls that they do not know, and some systems have no /proc."""
        def run(fault, *command, status=0, only=()):
            return self.traced("-o", "/dev/null", *only, "-e", f"inject={fault}", REDRAW, *command, status=status)

        self.write("picture.png", 24, 20)
        for call in ("renameat2", "linkat"):
            with self.subTest(call=call):
                fault = f"{call}:error=EPERM"
                run(fault, "fit", "picture.png", "-o", f"{call}.redraw", *SMALL)
                self.assertIn("--force",
                              run(fault, "fit", "picture.png", "-o", f"{call}.redraw", *SMALL, status=1).stderr)
                run(fault, "export", f"{call}.redraw", "-o", f"{call}.png", "--size", "30")
                self.assertTrue((self.folder / f"{call}.png").stat().st_size > 0)
        self.assertEqual(self.names(".*"), [])
        film = ("timelapse", "linkat.redraw", "-o", "a.mp4", "--size", "32", "--seconds", "0.2")
        if not os.environ.get("REDRAW_FILMS"):
            self.skipTest("no films in this build")
        run("readlink,readlinkat:error=ENOENT", *film, only=("-P", "/proc/self/exe"))

    def test_a_full_disk_ends_a_fit_with_a_sentence_and_a_good_run(self):
        """A limit on file sizes simulates a full disk: SQLite reports it in the same way."""
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
