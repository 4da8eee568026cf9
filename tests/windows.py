#!/usr/bin/env python3
"""Tries redraw.exe and redraw-studio.exe under Wine: tests of tests/cli by the word "wine" before the program, the window as
tests/gui drives it, and what only Windows can do wrong.

    windows.py REDRAW REDRAW_EXE [NAME...]

REDRAW is the same program for this system, whose files those of redraw.exe must equal. redraw-studio.exe lies beside redraw.exe. NAME: a test of tests/cli or of this
file; default: all in TESTS, and this file's. Exit status 0: all passed."""
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
# Files of tests/cli that pass under Wine, but for the tests in FAIL. docs/windows.md says why the others are missing.
TESTS = """
test_assets test_compare test_detail test_enlarge test_export test_file_format test_film test_json test_kept_files test_large
test_lesson test_lion test_long_run test_many test_many_foreign test_manual test_metadata test_pack test_page test_page_numbers
test_resume test_run_trouble test_stipple test_streams test_thumbnail test_tiles test_time test_true_numbers test_usage test_waiting
test_weights
""".split()
FAIL = {
    # Lines for shells and desktops of Linux.
    "test_many.Many.test_odd_names_in_every_engine_and_shell", "test_many.Many.test_several_a_job",
    "test_many.Many.test_several_a_job_end_with_their_engine", "test_many.Many.test_what_failed_through_gnu_parallel_once_more",
    "test_thumbnail.Thumbnailer.test_its_line_makes_a_thumbnail",
    # Names that Windows does not allow.
    "test_page.Page.test_hostile_names", "test_thumbnail.Thumbnail.test_a_file_of_any_name_is_a_png",
    # Modules, which are libraries of Linux.
    "test_film.Film.test_nothing_of_libav_is_loaded_at_the_start", "test_film.Film.test_without_the_video_module",
    "test_resume.Resume.test_bf16_resumes_exactly_on_any_threads",
    # Streams: Wine knows no names of files that Linux opened, nor closed streams; Windows' named pipes are no files.
    "test_streams.Streams.test_a_closed_one_and_a_folder", "test_streams.Streams.test_a_named_pipe_is_read_as_standard_input_is",
    "test_streams.Streams.test_a_redirected_file_is_standard_input_too", "test_streams.Streams.test_a_run_is_not_lost_to_it",
    # An open file is moved, which Windows does not allow; libstdc++ replaces a link to a run.
    "test_run_trouble.Training.test_the_file_is_moved", "test_pack.Pack.test_in_its_own_place_with_fewer_moments",
}
# Windows' own libraries, by name; everything else must be inside the program.
SYSTEM_LIBRARIES = {"advapi32.dll", "gdi32.dll", "kernel32.dll", "msvcrt.dll", "ole32.dll", "opengl32.dll", "psapi.dll", "shell32.dll",
                    "user32.dll"}
# A vector of 32 or 64 bytes that is moved to or from the stack as if that was aligned: Windows aligns stacks to 16 bytes.
ALIGNED_ON_STACK = re.compile(r"vmov(aps|apd|dqa\w*) .*[yz]mm.*\(%r[sb]p")
# Opens a file as a virus scanner does, that is so that it can be neither replaced nor deleted, for some milliseconds.
HOLD = """#include <stdio.h>
#include <stdlib.h>
#include <windows.h>
int main(int count, char** words) {
    CreateFileA(words[1], GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
    puts("open"), fflush(stdout);
    Sleep(atoi(words[2]));
}
"""
NAMES = ("Größe.png", "图画.png", "emoji \U0001F98A.png")


def wine_environment(folder):
    """Returns an environment in which Wine keeps its files in a folder, prints no messages and opens no windows."""
    environment = {**os.environ, "WINEPREFIX": str(folder), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}
    environment.pop("DISPLAY", None)
    return environment


def stop_wine():
    subprocess.run(["/usr/lib/wine/wineserver", "--kill", "--wait"], check=False)


def define_tests(linux, program):
    import desktop
    import harness
    import robot
    import studio_test
    studio = str(pathlib.Path(program).with_name("redraw-studio.exe"))

    class Program(unittest.TestCase):
        def test_needs_no_library_but_windows_own(self):
            for file in (program, studio):
                listed = subprocess.run(["x86_64-w64-mingw32-objdump", "-p", file], capture_output=True, text=True, check=True)
                needed = {name.lower() for name in re.findall(r"DLL Name: (\S+)", listed.stdout)}
                needed = {name for name in needed if not name.startswith("api-ms-win-")}
                self.assertIn(b"longPathAware", pathlib.Path(file).read_bytes())
                self.assertIn("kernel32.dll", needed)
                self.assertLessEqual(needed, SYSTEM_LIBRARIES)

        def test_looks_for_no_joystick(self):
            self.assertNotIn(b"xinput1_4.dll", pathlib.Path(studio).read_bytes())

        def test_moves_no_aligned_vector_on_the_stack(self):
            moves = wide = 0
            with subprocess.Popen(["x86_64-w64-mingw32-objdump", "-d", program], stdout=subprocess.PIPE, text=True) as listing:
                for line in listing.stdout:
                    wide += "ymm" in line or "zmm" in line
                    moves += bool(ALIGNED_ON_STACK.search(line))
            self.assertGreater(wide, 1000)
            self.assertEqual(moves, 0)

    class LikeLinux(harness.CliTest):
        PICTURE = 48, 36
        FIT = "--layers", "32,32", "--threads", "2", "--precision", "fp32", "--seed", "3"

        def on_linux(self, *arguments, **options):
            return self.call(linux, *arguments, **options)

        def network(self, run):
            """Returns the network of a run, exported on Linux, as the bytes of its .safetensors file."""
            self.on_linux("weights", run, "-o", "network.safetensors")
            return self.read("network.safetensors")

        def test_learns_the_sample_alike(self):
            sample = harness.SOURCE / "assets/sample.png"
            fit = "fit", sample, "--epochs", 20, "--threads", 2, "--precision", "fp32"
            self.run_redraw(*fit, "-o", "windows.redraw")
            self.on_linux(*fit, "-o", "linux.redraw").stdout
            self.assertEqual(self.network("windows.redraw"), self.network("linux.redraw"))

        def test_draws_films_and_exports_a_run_of_linux(self):
            for output in ("linear", "sigmoid"):
                with self.subTest(output=output):
                    run = f"{output}.redraw"
                    self.on_linux("fit", "picture.png", "-o", run, *self.FIT, "--epochs", 200, "--output", output)
                    for what in (("export", "drawn.png", "--size", 900, "--16bit"), ("weights", "network.safetensors"),
                                 ("timelapse", "film.gif", "--size", 100, "--seconds", 1)):
                        command, name, *options = what
                        self.run_redraw(command, run, "-o", f"windows {name}", *options)
                        self.on_linux(command, run, "-o", f"linux {name}", *options)
                        self.assertEqual(self.read(f"windows {name}"), self.read(f"linux {name}"), name)

        def test_learns_alike_without_vector_instructions(self):
            self.environment["REDRAW_INSTRUCTION_SET"] = "scalar"
            bce = "--output", "sigmoid", "--loss", "bce"
            for options in ((), ("--activation", "gelu"), ("--activation", "tanh"), ("--activation", "sigmoid", *bce)):
                with self.subTest(options=options):
                    fit = "fit", "picture.png", "--force", *self.FIT, "--epochs", 20, *options, "--json"
                    told = self.run_redraw(*fit, "-o", "windows.redraw"), self.on_linux(*fit, "-o", "linux.redraw").stdout
                    self.assertEqual(self.network("windows.redraw"), self.network("linux.redraw"))
                    losses = [{line["step"]: line["loss"] for line in map(json.loads, events.splitlines()) if "loss" in line}
                              for events in told]
                    steps = losses[0].keys() & losses[1].keys()
                    self.assertTrue(steps)
                    self.assertEqual([losses[0][step] for step in steps], [losses[1][step] for step in steps])

        def test_follows_links(self):
            (self.folder / "other").mkdir()
            run, drawn = self.folder / "other/run.redraw", self.folder / "other/drawn.png"
            for name, target in (("link.redraw", run), ("link.png", drawn), ("folder", drawn.parent)):
                (self.folder / name).symlink_to(target)
            self.fit(run)
            drawn.touch()
            self.run_redraw("fit", "picture.png", "-o", "link.redraw", *harness.SMALL, "--seed", 5, "--force")
            self.run_redraw("export", "folder/run.redraw", "-o", "link.png")
            self.assertEqual(self.run_json("info", run)[0]["config"]["seed"], 5)
            self.assertEqual(harness.png_header(drawn)[:2], self.PICTURE)
            self.run_redraw("pack", "link.redraw")
            self.refuse("fit", run, "-o", "link.redraw", "--force", naming=["link.redraw"])
            self.assertTrue(all((self.folder / name).is_symlink() for name in ("link.redraw", "link.png", "folder")))

        def test_paths_longer_than_259_characters(self):
            folder = self.folder.joinpath(*["a folder whose name is long enough for three of them" * 2] * 3)
            folder.mkdir(parents=True)
            self.fit(folder / "run.redraw")
            self.run_redraw("export", folder / "run.redraw", "-o", folder / "drawn.png")
            self.assertEqual(harness.png_header(folder / "drawn.png")[:2], self.PICTURE)

        def test_names_of_all_languages(self):
            for name in NAMES:
                with self.subTest(name=name):
                    folder, run = self.folder / f"Ordner {name[:-4]}", name.replace(".png", ".redraw")
                    folder.mkdir()
                    (folder / name).write_bytes(self.read("picture.png"))
                    self.run_redraw("fit", name, "-o", run, *harness.SMALL, cwd=folder)
                    self.run_redraw("export", run, "-o", f"drawn {name}", cwd=folder)
                    self.run_redraw("weights", f"{folder.name}/{run}", "-o", f"{folder.name}/{name}.safetensors")
                    self.assertEqual(sorted(path.name for path in folder.iterdir()),
                                     sorted([name, run, f"drawn {name}", f"{name}.safetensors"]))
                    self.assertIn(run, self.run_redraw("info", run, cwd=folder))
                    self.refuse("info", f"no {name}", naming=[f"no {name}"], cwd=folder)

        def test_pipes_are_binary(self):
            picture = self.read("picture.png")
            whole = self.call(harness.REDRAW, "fit", "-", "-o", "piped.redraw", *self.FIT, "--epochs", 50,
                              input=picture, text=False)
            self.assertEqual(whole.returncode, 0)
            self.run_redraw("fit", "picture.png", "-o", "file.redraw", *self.FIT, "--epochs", 50)
            self.assertEqual(self.network("piped.redraw"), self.network("file.redraw"))
            drawn = self.call(harness.REDRAW, "export", "file.redraw", "-o", "-", text=False).stdout
            self.assertEqual(drawn, self.export("file.redraw", "drawn.png"))

        def test_a_reader_that_goes_away(self):
            process = self.start("fit", "picture.png", "-o", "run.redraw", *harness.ENDLESS, "--json")
            process.stdout.readline()
            process.stdout.close()
            self.assertEqual(harness.end_of(process), 128 + signal.SIGPIPE)
            self.assertEqual(process.stderr.read(), "")
            process.stderr.close()
            self.assertGreater(self.saved_step("run.redraw"), 0)

        def test_killed_then_resumed_equals_uninterrupted(self):
            fit = "fit", "picture.png", *self.FIT, "--epochs", 6000
            self.environment["REDRAW_COMMIT_SECONDS"] = "0.1"
            process = self.start(*fit, "-o", "killed.redraw", "--json")
            self.wait_until(process, lambda event: event["saved_step"] > 0)
            process.kill()
            self.rest_of(process)
            self.run_redraw("resume", "killed.redraw", "--threads", 2)
            self.on_linux(*fit, "-o", "whole.redraw")
            self.assertEqual(self.network("killed.redraw"), self.network("whole.redraw"))
            self.assertEqual(self.names(".redraw-*") + self.names("*-journal"), [])

        def test_replaces_and_refuses_as_on_linux(self):
            run = self.fit("run.redraw")
            first = self.export(run, "drawn.png")
            self.assertEqual(self.export(run, "drawn.png"), first)
            self.refuse("fit", "picture.png", "-o", run, *harness.SMALL, naming=["run.redraw"])
            self.run_redraw("fit", "picture.png", "-o", run, *harness.SMALL, "--force")
            self.refuse("export", run, "-o", "none/drawn.png", naming=["drawn.png", "no such folder"])
            self.refuse("info", "none.redraw", naming=["none.redraw", "no such file"])
            for name in ("a?b.png", "ab:c.png", "con.png"):  # NTFS would put the second into a stream of a file "ab"
                self.refuse("export", run, "-o", name, naming=[name, "Windows allows no"])
            self.refuse("fit", "picture.png", "-o", "ab:c.redraw", *harness.SMALL, naming=["Windows allows no"])

        def hold(self, name, milliseconds):
            """Opens a file as a virus scanner does. Returns the process, once the file is open."""
            if not (self.folder / "hold.exe").exists():
                (self.folder / "hold.c").write_text(HOLD)
                self.call("x86_64-w64-mingw32-gcc", "hold.c", "-o", "hold.exe")
            holder = subprocess.Popen(["wine", "hold.exe", name, str(milliseconds)], cwd=self.folder, env=self.environment,
                                      stdout=subprocess.PIPE)
            self.addCleanup(holder.communicate)
            self.addCleanup(holder.kill)
            holder.stdout.readline()
            return holder

        def test_waits_while_a_scanner_has_the_old_file_open(self):
            run = self.fit("run.redraw")
            first = self.export(run, "drawn.png")
            for milliseconds in (300, 60000):
                holder = self.hold("drawn.png", milliseconds)
                self.run_redraw("export", run, "-o", "drawn.png", "--size", 10, status=int(milliseconds > 300))
                holder.kill()
                holder.wait()
                self.assertNotEqual(self.read("drawn.png"), first)
            self.assertEqual(self.names(".redraw-*"), [])

        def test_ctrl_c_leaves_no_temporary_file(self):
            run = self.fit("run.redraw", "--layers", "400,400", "--epochs", 60)
            for command in (("export", run, "-o", "drawn.png", "--size", 16384), ("pack", run)):
                with self.subTest(command=command[0]):
                    process = self.start(*command)
                    part, = harness.wait_for(lambda: self.names(".redraw-*.part"), process)
                    if command[0] == "export":
                        self.hold(part, 300)
                    self.stop(process)
                    self.assertEqual(self.names(".redraw-*"), [])

        def test_only_one_program_writes_a_run(self):
            process = self.start("fit", "picture.png", "-o", "run.redraw", *harness.ENDLESS, "--json")
            self.wait_until(process, lambda event: event["step"] > 0)
            self.refuse("resume", "run.redraw", naming=["run.redraw", "open"])
            self.refuse("fit", "picture.png", "-o", "run.redraw", *harness.SMALL, "--force", naming=["run.redraw"])
            self.run_redraw("info", "run.redraw")
            self.call(linux, "resume", "run.redraw", status=1)
            process.kill()
            self.rest_of(process)

    class Window(studio_test.Studio):
        """The studio under Wine, on a desktop of its own."""

        def __init__(self, on, home):
            super().__init__(on, ("wine", studio, "--threads", "2", "--backend", "cpu"), linux, home)
            drive = {name: f"Z:{value}" for name, value in self.environment.items() if name.startswith(("XDG_", "REDRAW_"))}
            self.environment.update(drive, XDG_PICTURES_DIR=f"Z:{home}/Pictures", LIBGL_ALWAYS_SOFTWARE="1",
                                    MESA_SHADER_CACHE_DISABLE="true")

        def learned(self):
            self.desktop.wait_for("the end of learning", lambda: self.has("Replay"))
            return self.run_files()[-1]

        def ended(self):
            self.desktop.subject = None
            return studio_test.end_of(self.process)

        def close(self):
            """Closes the window as its title bar's button does."""
            hand = robot.Robot(self.desktop.environment["DISPLAY"])
            window = int(self.window)
            hand.send(window, window, "WM_PROTOCOLS", [hand.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0])
            hand.close()
            return self.ended()

    class Studio(unittest.TestCase):
        def setUp(self):
            if lacks := desktop.missing():
                self.skipTest(f"the window needs {', '.join(lacks)}")
            stop_wine()  # Wine that was started without a display shows no window
            self.home = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="redraw-wine-home-")))
            self.desktop = desktop.Desktop("1440x900", os.environ.get("SHOTS", self.home / "shots"))
            self.addCleanup(stop_wine)
            self.addCleanup(self.desktop.close)
            self.window = Window(self.desktop, self.home)
            self.picture = self.home / f"Ordner {NAMES[0][:-4]}" / NAMES[2]
            self.picture.parent.mkdir()
            self.picture.write_bytes(studio_test.SAMPLE.read_bytes())

        def equals_linux(self, run):
            """Learns the same on Linux and compares the networks bit for bit."""
            epochs = self.window.info(run)["config"]["schedule"]["epochs"]
            self.window.redraw("fit", self.picture, "-o", self.home / "linux.redraw", "--epochs", epochs, "--threads", 2, "--force")
            for file in (run, self.home / "linux.redraw"):
                self.window.redraw("weights", file, "-o", f"{file}.safetensors")
            networks = [pathlib.Path(f"{file}.safetensors").read_bytes() for file in (run, self.home / "linux.redraw")]
            self.assertEqual(*networks)

        def test_learns_exports_and_closes(self):
            self.window.start(self.picture)
            self.window.titled(self.picture.stem)
            run = self.window.learned()
            self.window.shot("learned")
            self.window.open_export()
            self.window.click("Export")
            exported = self.desktop.wait_for("the export", lambda: list(self.window.pictures.glob("*.png")))
            self.assertIn(self.picture.stem, exported[0].name)
            self.assertEqual(self.window.close(), 0)
            self.equals_linux(run)

        def test_goes_on_after_a_kill_and_after_the_end_of_the_session(self):
            self.window.settings_file.write_text('{"replay_birth": false, "duty_percent": 25}')  # learns for four times as long
            self.window.start(self.picture)
            for end in ("a kill", "the end of the session"):
                with self.subTest(end=end):
                    self.desktop.wait_for("steps", lambda: self.window.step() > 30)
                    if end == "a kill":
                        self.desktop.wait_for("the settings", lambda: self.window.settings().get("open", {}).get("run"))
                        self.window.kill()
                    else:
                        subprocess.run(["wine", "wineboot", "--end-session"], env=self.desktop.environment, check=True)
                        self.assertEqual(self.window.ended(), 1)
                        self.assertGreater(self.window.newest()["step"], 30)
                    self.window.start()
                    self.window.click("Resume")
            self.equals_linux(self.window.learned())

        def test_pastes_and_copies_pictures(self):
            self.window.start(studio_test.SAMPLE)
            owner = pathlib.Path(desktop.__file__).with_name("clipboard_owner.py")
            copied = self.desktop.start([desktop.SYSTEM_PYTHON, str(owner), "--picture", str(studio_test.SAMPLE)])
            self.desktop.wait_for("the picture", lambda: self.desktop.clipboard(self.home / "copied.png")[2])
            self.desktop.key("ctrl+v")
            self.window.titled("pasted picture")
            self.window.learned()
            copied.kill()
            self.desktop.key("ctrl+c")
            self.desktop.wait_for("the drawing", lambda: "image/png" in self.desktop.clipboard(self.home / "drawing.png")[0])
            self.assertEqual(harness.png_header(self.home / "drawing.png")[:2], (474, 474))

    return [Program, LikeLinux, Studio]


def tests_in(suite):
    for part in suite:
        yield from tests_in(part) if isinstance(part, unittest.TestSuite) else (part,)


def main(linux, program, names):
    sys.path[:0] = [str(HERE / folder) for folder in ("cli", "gui", "support")]
    from debian_python import want
    want("numpy", "PIL.Image")  # before a test starts this program again for them
    failed = []
    with tempfile.TemporaryDirectory(prefix="redraw-wine-") as folder:
        os.environ.update(wine_environment(folder))
        os.environ.pop("DISPLAY", None)
        program = str(pathlib.Path(program).resolve())
        starter = pathlib.Path(folder) / "redraw"
        starter.write_text(f"#!/bin/sh\nexec wine {shlex.quote(program)} \"$@\"\n")
        starter.chmod(0o755)
        os.environ.update(REDRAW=str(starter), REDRAW_WINE="1", LC_ALL="C.UTF-8")
        # Keeps Wine's services between two calls, which would take a second to start and would keep the pipes of the call.
        subprocess.run(["/usr/lib/wine/wineserver", "--persistent"], check=True)
        subprocess.run(["wine", "wineboot", "--init"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        suite, loader = unittest.TestSuite(), unittest.defaultTestLoader
        own = {case.__name__: case for case in define_tests(str(pathlib.Path(linux).resolve()), program)}
        for name in names or ["Program", "LikeLinux", *TESTS, "Studio"]:  # the last ends Wine's services
            case, _, test = name.partition(".")
            if case in own:
                suite.addTest(own[case](test) if test else loader.loadTestsFromTestCase(own[case]))
            else:
                suite.addTests(test for test in tests_in(loader.loadTestsFromName(name)) if test.id() not in FAIL)
        failed = not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful()
        stop_wine()
    sys.exit(failed)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
