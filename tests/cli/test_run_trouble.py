"""A run whose file is in use, moved, deleted, or on a disk that is full: training goes on, nothing is lost."""
import json
import os
import resource
import shutil
import signal
import subprocess
import unittest

from harness import COMPILER, SMALL, CliTest, blobs, preloaded, write_png

FOREVER = ("--layers", "16,16", "--epochs", "100000000", "--threads", "1", "--json")


class Training(CliTest):
    def setUp(self):
        super().setUp()
        self.environment["REDRAW_COMMIT_SECONDS"] = "0.05"
        write_png(self.folder / "picture.png", 24, 16, blobs)

    def start_fit(self, run, *arguments):
        process = self.start("fit", "picture.png", "-o", run, *FOREVER, *arguments)
        self.addCleanup(lambda: process.poll() is None and process.kill())
        self.wait_until(process, lambda event: event["saved_step"] > 0)
        return process

    def wait_until(self, process, happened):
        for line in process.stdout:
            event = json.loads(line)
            if event["event"] == "progress" and happened(event):
                return event
        self.fail(f"it ended: {process.stderr.read()}")

    def trains_on(self, process, steps=200):
        begun = self.wait_until(process, lambda event: True)["step"]
        self.wait_until(process, lambda event: event["step"] > begun + steps)

    def stop(self, process):
        """Its exit status, its last event (nothing when it failed) and what it said on standard error."""
        process.send_signal(signal.SIGTERM)
        out, errors = self.rest_of(process)
        events = [json.loads(line) for line in out.splitlines()]
        return process.returncode, events[-1] if events else None, errors

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
        status, done, errors = self.stop(process)
        self.assertEqual((status, errors), (128 + signal.SIGTERM, ""))
        self.assertEqual(self.run_json("info", "run.redraw")[0]["step"], done["step"])

    def saved_elsewhere(self, process):
        self.assertRegex(process.stderr.readline(), "^redraw: Cannot write run.redraw: it was moved or deleted meanwhile\n$")
        self.trains_on(process)
        status, _, end = self.stop(process)
        self.assertEqual((status, end.count("\n")), (128 + signal.SIGTERM, 1), end)
        self.assertIn("; everything is saved in ", end)
        (copy,) = (self.folder / "data/redraw/runs").iterdir()
        (info,) = self.run_json("info", copy)
        self.assertGreater(info["step"], 200)
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
        self.run_redraw("resume", "other.redraw", "--until-seconds", "0")  # as it was last saved

    def no_room_then_room(self, process, make_room):
        event = self.wait_until(process, lambda event: event["step"] > event["saved_step"] + 2000)
        stuck = event["saved_step"]
        make_room()
        self.wait_until(process, lambda event: event["saved_step"] > stuck)
        status, done, errors = self.stop(process)
        self.assertEqual(status, 128 + signal.SIGTERM, errors)
        return done, errors

    def test_a_quota_that_is_raised_later(self):
        """A limit on the size of files stands for it; without care the program would die of SIGXFSZ."""
        process = self.start("fit", "picture.png", "-o", "run.redraw", *FOREVER,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY)))
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        done, errors = self.no_room_then_room(
            process, lambda: resource.prlimit(process.pid, resource.RLIMIT_FSIZE, unlimited))
        self.assertEqual(errors, "redraw: Cannot write run.redraw: file too large\n")
        self.assertEqual(self.run_json("info", "run.redraw")[0]["step"], done["step"])

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
        self.assertEqual(errors, "redraw: Cannot write run.redraw: no space left on device\n")
        self.assertEqual(self.run_json("info", "disk/run.redraw")[0]["step"], done["step"])
        self.assertEqual([path.name for path in disk.iterdir()], ["run.redraw"])

    @unittest.skipUnless(COMPILER, "there is no C compiler")
    def test_a_clock_that_is_set_back(self):
        """Again and again while it trains: seconds and steps only grow."""
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
        before = {path.name for path in self.folder.iterdir()}

        def little_memory():
            resource.setrlimit(resource.RLIMIT_AS, (250 << 20, 250 << 20))

        for name, size in (("a.webp", "7900"), ("a.gif", "60000")):
            with self.subTest(name):
                command = "timelapse" if name == "a.gif" else "export"
                self.refuse(command, run, "-o", name, "--size", size, "--threads", "1", naming=("memory",),
                            preexec_fn=little_memory)
                self.assertEqual({path.name for path in self.folder.iterdir()}, before)
        self.run_redraw("info", run)
