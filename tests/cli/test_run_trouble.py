"""Tests a run whose file is in use, moved or deleted, or whose disk is full: training continues and nothing is lost."""
import os
import resource
import shutil
import subprocess
import unittest

from harness import COMPILER, ENDLESS, SMALL, CliTest, limited, preloaded

FOREVER = (*ENDLESS, "--json")


class Training(CliTest):
    PICTURE = (24, 16)

    def setUp(self):
        super().setUp()
        self.environment["REDRAW_COMMIT_SECONDS"] = "0.05"

    def start_fit(self, run, *arguments):
        process = self.start("fit", "picture.png", "-o", run, *FOREVER, *arguments)
        self.addCleanup(lambda: process.poll() is None and process.kill())
        self.wait_until(process, lambda event: event["saved_step"] > 0)
        return process

    def trains_on(self, process, steps=200):
        begun = self.wait_until(process, lambda event: True)["step"]
        self.wait_until(process, lambda event: event["step"] > begun + steps)

    def test_one_trains_and_others_look(self):
        process = self.start_fit("run.redraw")
        self.run_json("info", "run.redraw")
        self.run_redraw("export", "run.redraw", "-o", "a.png", "--size", "40")
        self.run_redraw("compare", "run.redraw", "picture.png")
        self.run_redraw("timelapse", "run.redraw", "-o", "a.gif", "--size", "24", "--seconds", "1")
        self.run_redraw("weights", "run.redraw", "-o", "a.safetensors")
        for command in (("resume", "run.redraw"), ("fit", "picture.png", "-o", "run.redraw", "--force", *SMALL)):
            self.refuse(*command, naming=("run.redraw", "it is open in another Redraw"))
        self.trains_on(process)
        done, errors = self.stop(process)
        self.assertEqual((errors, self.saved_step("run.redraw")), ("", done["step"]))

    def saved_elsewhere(self, process):
        self.assertIn("run.redraw", process.stderr.readline())
        self.trains_on(process)
        end = self.stop(process)[1]
        self.assertEqual((end.count("\n"), end.count("data/redraw/runs")), (1, 1), end)
        (copy,) = (self.folder / "data/redraw/runs").iterdir()
        self.assertGreater(self.saved_step(copy), 200)
        self.run_redraw("export", copy, "-o", "a.png", "--size", "40")

    def test_the_folder_is_removed(self):
        (self.folder / "sub").mkdir()
        process = self.start_fit("sub/run.redraw")
        shutil.rmtree(self.folder / "sub")
        self.saved_elsewhere(process)

    def test_the_file_is_moved(self):
        process = self.start_fit("run.redraw")
        (self.folder / "run.redraw").rename(self.folder / "other.redraw")
        self.saved_elsewhere(process)
        self.run_redraw("resume", "other.redraw", "--until-seconds", "0")  # the run opens as last saved

    def test_another_program_writes_over_it(self):
        process = self.start_fit("run.redraw")
        (self.folder / "run.redraw").write_bytes(b"")
        self.saved_elsewhere(process)

    def test_a_folder_where_its_journal_has_to_be(self):
        process = self.start_fit("run.redraw")
        while True:
            try:
                (self.folder / "run.redraw-journal").mkdir()
                break
            except FileExistsError:  # while committing, the program has its journal there
                pass
        self.saved_elsewhere(process)

    def no_room_then_room(self, process, make_room):
        event = self.wait_until(process, lambda event: event["step"] > event["saved_step"] + 2000)
        stuck = event["saved_step"]
        make_room()
        self.wait_until(process, lambda event: event["saved_step"] > stuck)
        return self.stop(process)

    def test_a_quota_that_is_raised_later(self):
        """A limit on file sizes simulates the quota; without care, SIGXFSZ would kill the program."""
        process = self.start("fit", "picture.png", "-o", "run.redraw", *FOREVER,
                             preexec_fn=limited(resource.RLIMIT_FSIZE, 100_000, resource.RLIM_INFINITY))
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        done, errors = self.no_room_then_room(
            process, lambda: resource.prlimit(process.pid, resource.RLIMIT_FSIZE, unlimited))
        self.assertEqual(errors, "redraw: Cannot write run.redraw: file too large\n")
        self.assertEqual(self.saved_step("run.redraw"), done["step"])

    @unittest.skipUnless(os.geteuid() == 0, "only root may mount a small disk")
    def test_a_full_disk_that_has_room_later(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", disk], capture_output=True, text=True)
        if mounted.returncode != 0:
            self.skipTest(f"no small disk can be mounted here: {mounted.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", "--lazy", disk], check=True)
        process = self.start("fit", "picture.png", "-o", "disk/run.redraw", *FOREVER)
        done, errors = self.no_room_then_room(
            process, lambda: subprocess.run(["mount", "-o", "remount,size=64m", disk], check=True))
        self.assertEqual(errors, "redraw: The disk is full: “run” could not be saved\n")
        self.assertEqual(self.saved_step("disk/run.redraw"), done["step"])
        self.assertEqual([path.name for path in disk.iterdir()], ["run.redraw"])

    @unittest.skipUnless(COMPILER, "there is no C compiler")
    def test_a_clock_that_is_set_back(self):
        """The clock is set back again and again during training: seconds and steps must only grow."""
        self.environment["LD_PRELOAD"] = preloaded(self, "clock_set_back.c")
        lines = self.run_json("fit", "picture.png", "-o", "run.redraw", "--layers", "16,16", "--epochs", "400", "--threads", "1")
        for value in ("seconds", "step"):
            values = [line[value] for line in lines]
            self.assertEqual(values, sorted(values))
            self.assertGreaterEqual(values[0], 0)
        self.assertEqual(lines[-1]["step"], 400)
        self.run_redraw("info", "run.redraw", "--csv", "curves.csv")

    def test_a_huge_export_without_the_memory_for_it(self):
        run = self.fit()
        before = self.names()

        for name, size in (("a.webp", "7900"), ("a.gif", "60000")):
            with self.subTest(name):
                command = "timelapse" if name == "a.gif" else "export"
                self.refuse(command, run, "-o", name, "--size", size, "--threads", "1", naming=("memory",),
                            preexec_fn=limited(resource.RLIMIT_AS, 250 << 20))
                self.assertEqual(self.names(), before)
        self.run_redraw("info", run)
