"""Tests that a graphics driver that crashes, ends the program, hangs or computes nothing costs no run: whenever and in whatever
it does so, the run is trained, saved and continued on the CPU. The driver is Mesa's, which a preloaded library names a GPU and
breaks at a chosen dispatch (tests/support/fake_gpu_driver.c). REDRAW_DRIVER_CASES=all tries all cases, else a sample."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from harness import COMPILER, SOURCE, CliTest, family, is_sanitized

NETWORK = ("--layers", "16,16", "--batch", "full", "--threads", "1")
ENDLESS = ("--epochs", "100000000")
ALL = os.environ.get("REDRAW_DRIVER_CASES") == "all"
WAYS = ("segv", "exit", "kill", "hang", "idle")
TESTED = [(way, at) for at in ("1", "3", "50", "500", "5000") for way in WAYS]  # at a dispatch of the self-test or the trial
MEMORIES = [(memory, way, "3") for memory in ("garbage", "folder", "no folder") for way in ("segv", "hang", "idle")]
TRAINING = [(way, at) for at in ("1", "40", "3000") for way in WAYS]  # at a dispatch after a remembered choice


def real_egl():
    libraries = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout
    found = re.search(r"libEGL\.so\.1 .*=> (.*)", libraries)
    return found and found[1]


def alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@unittest.skipUnless(COMPILER, "there is no C compiler")
@unittest.skipUnless(real_egl(), "there is no libEGL")
@unittest.skipIf(is_sanitized(), "sanitizers cannot be preloaded over")
class GpuDriverTest(CliTest):
    PICTURE = (32, 24)

    def setUp(self):
        super().setUp()
        (line,) = self.run_json("devices")
        device = line["devices"][-1]
        if "llvmpipe" not in device["detail"]:
            self.skipTest("this needs Mesa's software renderer: " + device["detail"])
        folder = tempfile.mkdtemp(prefix="redraw-preload-")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        library = f"{folder}/libEGL.so.1"
        subprocess.run([COMPILER, "-shared", "-fPIC", "-Wl,-soname,libEGL.so.1", "-o", library,
                        SOURCE / "tests/support/fake_gpu_driver.c", "-ldl"], check=True)
        self.cache = self.folder / "cache"
        self.environment.update(LD_PRELOAD=library, REAL_EGL=real_egl(), XDG_CACHE_HOME=str(self.cache), LIBGL_ALWAYS_SOFTWARE="1",
                                REDRAW_COMMIT_SECONDS="0.2")

    def fails(self, way, at):
        self.environment.update(FAKE_HOW=way, FAKE_AT=at, REDRAW_DRIVER_SECONDS="2" if way == "hang" else "60")

    def memory(self):
        try:
            return json.loads((self.cache / "redraw/devices.json").read_text())
        except (OSError, ValueError):
            return {}

    def write_memory(self, known):
        (self.cache / "redraw").mkdir(parents=True, exist_ok=True)
        (self.cache / "redraw/devices.json").write_text(json.dumps(known))

    def trained(self, run, *arguments, said="", seconds=4, again=False, least=25):
        """Trains a run until standard error says something that matches `said`, else for some seconds. Returns the last event and
        standard error. The run must be whole and reach `least` dB."""
        begin = ("resume", run) if again else ("fit", "picture.png", "-o", run, "--force", *NETWORK, *ENDLESS)
        with open(self.folder / "events", "w") as events:  # a full pipe would stop the program
            process = self.start(*begin, *arguments, "--json", *(() if said else ("--until-seconds", seconds)), stdout=events)
        heard = ""
        while said and not re.search(said, heard):
            line = process.stderr.readline()
            self.assertNotEqual(line, "", f"it ended: {heard}")
            heard += line
        if said:
            time.sleep(0.5)  # it goes on
            process.send_signal(signal.SIGTERM)
        errors = process.stderr.read()
        process.wait()
        process.stderr.close()
        self.assertEqual(process.returncode, 128 + signal.SIGTERM if said else 0, heard + errors)
        done = json.loads((self.folder / "events").read_text().splitlines()[-1])
        self.assertEqual(done["event"], "done")
        self.assertGreater(done["psnr"], least)
        (info,) = self.run_json("info", run)
        self.assertEqual(info["step"], done["step"])
        return done, heard + errors

    def learn_of_the_driver(self):
        """Lets a driver that works pass its self-test and the trial. Returns the memory, with OpenGL as the faster one."""
        if not hasattr(GpuDriverTest, "known"):
            self.environment["REDRAW_DRIVER_SECONDS"] = "60"
            self.trained("known.redraw", said="OpenGL on Fake GPU 9000 was not chosen: ")
            GpuDriverTest.known = [{**record, "cpu": 1, "gl": 1000} if "gl" in record else record for record in self.memory()]
            self.assertEqual(["gl" in record for record in GpuDriverTest.known], [False, True])
            self.assertEqual({record["state"] for record in GpuDriverTest.known}, {"passed"})
        self.write_memory(GpuDriverTest.known)

    def driver_processes(self, process):
        """Waits until the program has started the driver's process; returns its id in a list."""
        while process.poll() is None:
            children = family(process.pid)[1:]
            if children:
                return children
            time.sleep(0.02)
        return self.fail(f"it ended: {process.stderr.read()}")

    def test_in_the_self_test_and_the_trial(self):
        for way, at in TESTED if ALL else TESTED[3:20:4]:
            with self.subTest(way=way, at=at):
                shutil.rmtree(self.cache, ignore_errors=True)
                self.fails(way, at)
                done, said = self.trained("run.redraw", said="OpenGL on Fake GPU 9000 was not chosen")
                self.assertEqual(done["backend"], "cpu")
                self.assertEqual(said.count("\n"), 1, said)
                if int(at) < 100:
                    self.assertIn("was not chosen. In its self-test it", said)
                    self.assertEqual(len(self.memory()), 1)
                self.assertNotIn("trying", str(self.memory()))
                done, said = self.trained("run.redraw")
                self.assertEqual(done["backend"], "cpu")

    def test_whatever_the_memory(self):
        for memory, way, at in MEMORIES if ALL else MEMORIES[::4]:
            with self.subTest(memory=memory, way=way):
                shutil.rmtree(self.cache, ignore_errors=True)
                file = self.cache / "redraw/devices.json"
                (file if memory == "folder" else file.parent).mkdir(parents=True)
                if memory == "garbage":
                    file.write_bytes(b'{"a": \xff')
                if memory == "no folder":
                    shutil.rmtree(self.cache)
                    self.cache.write_text("")
                self.fails(way, at)
                done, _ = self.trained("run.redraw", said="OpenGL on Fake GPU 9000 was not chosen. In its self-test it")
                self.assertEqual(done["backend"], "cpu")
                if memory == "no folder":
                    self.cache.unlink()

    def test_in_training(self):
        for way, at in TRAINING if ALL else TRAINING[1::3]:
            with self.subTest(way=way, at=at):
                self.learn_of_the_driver()
                self.fails(way, at)
                done, said = self.trained("run.redraw", said="Training continues on the CPU|was not chosen. With this network it")
                self.assertEqual(done["backend"], "cpu")
                self.assertNotIn(1000, [record.get("gl") for record in self.memory()])
                again, said = self.trained("run.redraw", seconds=done["seconds"] + 3, again=True)
                self.assertEqual(again["backend"], "cpu")
                self.assertGreater(again["step"], done["step"])
                self.assertNotIn("Training continues", said)

    def test_a_driver_that_works_trains(self):
        self.learn_of_the_driver()
        self.environment["REDRAW_DRIVER_SECONDS"] = "60"
        done, _ = self.trained("run.redraw", said="OpenGL on Fake GPU 9000: ")
        self.assertEqual(done["backend"], "gl")
        self.assertIn(1000, [record.get("gl") for record in self.memory()])

    def test_stopped_while_it_hangs(self):
        for at, network in (("open", 0), ("1", 0), ("20", 0), ("1", 1), ("40", 1)):
            with self.subTest(at=at, training=network):
                shutil.rmtree(self.cache, ignore_errors=True)
                if network:
                    self.environment.pop("FAKE_HOW", None)
                    self.learn_of_the_driver()
                self.fails("hang", at)
                hung = self.folder / "hung"
                hung.unlink(missing_ok=True)
                self.environment.update(REDRAW_DRIVER_SECONDS="600", FAKE_HUNG=str(hung))
                process = self.start("fit", "picture.png", "-o", "run.redraw", "--force", *NETWORK, *ENDLESS, "--json")
                children = self.driver_processes(process)
                while process.poll() is None and not hung.exists():
                    time.sleep(0.05)
                before = time.monotonic()
                done, _ = self.stop(process)
                self.assertLess(time.monotonic() - before, 30)  # not the driver's 600 seconds
                self.assertEqual((done["event"], done["backend"]), ("done", "cpu"))
                self.assertGreater(self.saved_step("run.redraw"), 0)
                deadline = time.monotonic() + 60
                while any(map(alive, children)) and time.monotonic() < deadline:
                    time.sleep(0.05)
                self.assertFalse(any(map(alive, children)))
                self.assertNotIn("trying", str(self.memory()))

    def test_its_process_ends_with_a_killed_program(self):
        self.fails("hang", "1")
        process = self.start("fit", "picture.png", "-o", "run.redraw", *NETWORK, *ENDLESS)
        children = self.driver_processes(process)
        process.send_signal(signal.SIGKILL)
        self.rest_of(process)
        while any(map(alive, children)):
            time.sleep(0.01)

    def test_chosen_by_name(self):
        for at in ("1", "200"):
            with self.subTest(at=at):
                self.fails("segv", at)
                done, _ = self.trained("run.redraw", "--backend", "gl",
                                       said="The GPU failed: its driver crashed. Training continues on the CPU from step ", least=5)
                self.assertEqual(done["backend"], "cpu")
        self.fails("hang", "open")
        self.refuse("fit", "picture.png", "-o", "new.redraw", *NETWORK, "--epochs", "3", "--backend", "gl",
                    naming=("OpenGL is not available: its driver did not answer.",))

    def test_devices(self):
        self.fails("hang", "open")
        (line,) = self.run_json("devices")
        self.assertEqual(line["devices"][-1], {"name": "gl", "available": False, "detail": "its driver did not answer"})
