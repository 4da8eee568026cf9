"""Tests batches. `redraw plan` prints one command for each picture, whatever its name; each may be repeated or run by
two workers at once. `redraw gather` reports all results."""
import csv
import json
import os
import shutil
import signal
import sqlite3
import subprocess

from harness import SEVERAL, WINE, catches, name_of, png_header, wait_for, with_slashes, words_of
from many import QUICK, ManyTest

LEARNT = ("--layers", "16,16", "--epochs", "40")
ODD = (b"plain.png", b"two words.png", b"it's {} {.} {1} $HOME `id` \"x\" \\ ;&|*?.png", b"-o.png", b"--help.png",
       b"new\nline\n.png", b"ends so.png\n", b"\xff\xe9 and \xc3\xa9.png", b"tab\t\x1b[31m\r.png", b"%41%.png", b"~.png",
       "漢字.png".encode(), b"n" * 240 + b".png", b"\n.png", b" .png", b"\\n%s.png", b"'; touch gotcha; '.png",
       b"$(touch gotcha)`touch gotcha`.png", b"\x1b]0;gotcha\x07.png")


class Many(ManyTest):
    # Tests of `redraw plan`.

    def check_odd_names(self, run):
        lines = self.plan(*QUICK)
        self.assertEqual(len(lines), len(ODD))
        for line in lines:
            self.assertTrue(line.isprintable(), ascii(line))
        run("".join(line + "\n" for line in lines))
        self.gather()
        self.assertEqual(len(self.drawings()), len(ODD))
        self.assertIn(b"new\nline\n.png", self.drawings())
        self.assertEqual(list(self.folder.rglob("gotcha")), [], "a name was run as a command")
        self.assertEqual(self.gather("--missing"), "")
        shutil.rmtree(self.folder / "out")

    def engine(self, *command):
        self.needs(command[0])
        return lambda lines: subprocess.run(command, input=lines.encode(), cwd=self.folder, env=self.environment, check=True,
                                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def test_odd_names_in_every_engine_and_shell(self):
        for name in ODD:
            self.picture(name)
        parallel = ("parallel", "--will-cite", "-j2", "--joblog", "log")
        for command in (parallel, ("xargs", "-d", "\n", "-n", "1", "-P", "2", "sh", "-c"), ("dash",), ("bash",), ("zsh",),
                        ("ksh",), ("busybox", "sh")):
            with self.subTest(command=command):
                self.check_odd_names(self.engine(*command))
                if command == parallel:
                    with open(self.folder / "log", encoding="utf-8") as log:
                        self.assertEqual([line.split("\t")[6] for line in log][1:], ["0"] * len(ODD))

    def test_what_failed_through_gnu_parallel_once_more(self):
        for name in (b"a.png", b"b.png", b"aa.png"):
            self.picture(name)
        whole = self.read("in/b.png")
        (self.folder / "in/b.png").write_bytes(whole[:40])
        new = self.folder / "in/aa.png"
        new.rename(self.folder / "aa.png")
        lines = "\n".join(self.plan(*QUICK)) + "\n"
        self.needs("parallel")

        def run(*more):
            done = self.shell("parallel", "--will-cite", "-j2", "--joblog", "log", *more, input=lines)
            with open(self.folder / "log", encoding="utf-8") as log:
                return done.returncode, len(log.readlines()) - 1
        self.assertEqual(run(), (1, 2))
        self.gather(status=1)
        (self.folder / "in/b.png").write_bytes(whole)
        (self.folder / "aa.png").rename(new)
        lines = "\n".join(self.plan(*QUICK)) + "\n"  # the picture's new name is added at the end of the plan
        self.assertEqual(run("--resume-failed"), (0, 4))  # finished pictures are not started again
        self.gather()
        self.assertEqual(len(self.drawings()), 3)

    def test_several_a_job(self):
        """A failing picture fails its job but stops no other picture; run again, the job makes only the failed one."""
        self.assertIn(f"several='{SEVERAL}'", self.page())
        broken = self.picture(ODD[2])
        whole = broken.read_bytes()

        def run(*more, status):
            done = self.shell("parallel", "--will-cite", "-j2", "-q", "-n", "5", "--joblog", "log", *more, "sh", "-c", SEVERAL,
                              "sh", input="\n".join(self.plan(*QUICK)) + "\n")
            self.assertEqual(done.returncode, status, done.stderr)
            return done.stdout.splitlines()
        self.needs("parallel")
        for name in ODD:
            self.picture(name)
        broken.write_bytes(whole[:40])
        self.assertEqual(len(run(status=1)), len(ODD) - 1)
        self.assertEqual(len(self.drawings()), len(ODD) - 1)
        broken.write_bytes(whole)
        said = run("--resume-failed", status=0)
        self.assertEqual(len(said), 5)
        self.assertEqual(sum("is done already" in line for line in said), 4)
        self.gather()
        self.assertEqual(len(self.drawings()), len(ODD))

    def test_several_a_job_end_with_their_engine(self):
        for number in range(8):
            self.picture(b"%d.png" % number)
        self.needs("parallel")
        lines = "\n".join(self.plan("--layers", "16,16", "--epochs", "100000000")) + "\n"
        engine = subprocess.Popen(["parallel", "--will-cite", "-j2", "-q", "-n", "4", "sh", "-c", SEVERAL, "sh"],
                                  stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True,
                                  cwd=self.folder, env=self.environment)
        engine.stdin.write(lines)
        engine.stdin.close()

        def count(state):
            return [picture["state"] for picture in self.states().values()].count(state)
        wait_for(lambda: count("running") == 2, engine)
        engine.send_signal(signal.SIGINT)
        engine.wait()
        wait_for(lambda: count("running") == 0)
        self.assertEqual((count("stopped"), count("waiting")), (2, 6))  # no further picture was started

    def test_the_same_name_twice_and_the_same_picture_twice(self):
        for name in (b"a/x.png", b"b/x.png", b"b/x.bmp"):
            self.picture(name)
        os.link(self.folder / "in/a/x.png", self.folder / "in/again.png")
        os.symlink("a/x.png", self.folder / "in/once more.png")
        os.symlink(".", self.folder / "in/a/round")  # links to folders are not followed
        (self.folder / "in/notes.txt").write_text("no picture")
        lines = self.run_redraw("plan", "in/a", "in/b", "in", "in/a/x.png", "--to", "out", *QUICK).splitlines()
        self.assertEqual(len(lines), 3)
        self.assertIn("2 more names are links", self.errors)
        self.assertIn("left alone", self.errors)
        for line in lines:
            self.do(line)
        self.assertEqual(sorted(self.drawings()), [b"x-2.png", b"x-3.png", b"x.png"])

    def test_folders_below_keep_their_names(self):
        self.picture(b"2019/may/x.png")
        self.do(self.plan(*QUICK)[0])
        self.assertTrue((self.folder / "out/2019/may/x.png").exists())

    def test_planned_again_it_grows_and_names_stay(self):
        self.picture(b"b.png")
        self.picture(b"gone.png")
        first = self.plan(*QUICK)
        self.assertEqual(self.plan(*QUICK), first)
        os.remove(self.folder / "in/gone.png")
        self.picture(b"a.png")
        second = self.plan(*QUICK)
        self.assertEqual([name_of(words_of(line)[2]) for line in second], ["b.png", "a.png"])
        self.assertIn("1 is not there any more", self.errors)
        self.refuse("plan", "in", "--to", "out", "--enlarge", "3x", naming=("other settings", "--size 2x"))

    def test_what_lies_there_already_is_nobodys_result(self):
        self.picture(b"a.png")
        (self.folder / "out").mkdir()
        (self.folder / "out/a.png").write_text("mine")
        self.do(self.plan(*QUICK)[0])
        self.assertEqual((self.folder / "out/a.png").read_text(), "mine")
        self.assertEqual(png_header(self.folder / "out/a-2.png")[:2], (40, 32))

    def test_every_setting_of_fit_is_handed_on(self):
        self.picture()
        (self.folder / "settings.json").write_text("{}")
        line, = self.plan("--config", "settings.json", "--seed", "7", "--epochs", "3", "--until-psnr", "20", "--threads", "2")
        for text in ("/settings.json", "--seed 7", "--epochs 3", "--until-psnr 20", "--threads 2"):
            self.assertIn(text, with_slashes(line))
        self.do(line)
        (self.folder / "mine.json").write_text('{"preset": "siren"}')
        line, = self.plan("--preset", "mine.json", "--epochs", "3", to="mine")
        self.assertIn("/mine.json", with_slashes(line))
        line, = self.plan("--preset", "grid", "--epochs", "3", to="grid")
        self.assertIn(" --preset grid ", line)

    def test_refusals(self):
        self.picture()
        for arguments, naming in ((("--enlarge", "0.5x"), "smaller"), (("--enlarge", "2x", "--layers", "4"), "--layers"),
                                  (("--enlarge", "2x", "--epochs", "0.5"), "--epochs"), (("--epochs", "-1"), "epochs"),
                                  (("--16bit",), "--enlarge")):
            self.refuse("plan", "in", "--to", "out", *arguments, naming=(naming,), status=2)
        self.refuse("plan", "nothing", "--to", "out", naming=("nothing", "no such file"))
        self.refuse("plan", "in", "--to", "in", naming=("another folder",))
        self.refuse("gather", "in", naming=("Cannot read the plan of in",))
        self.refuse("fit", "in/picture.png", "--once", naming=("--run",), status=2)
        self.refuse("enlarge", "in/picture.png", "-o", "-", "--once", naming=("--once",), status=2)

    # Tests of commands that are repeated or run twice at once.

    def start_line(self, line):
        return self.start(*words_of(line)[1:])

    def test_two_at_once_make_it_once(self):
        self.picture()
        line, = self.plan("--layers", "16,16", "--epochs", "100000000")
        first = self.start_line(line)
        wait_for(lambda: self.states()["picture.png"]["state"] == "running", first)
        self.assertIn("is in progress in another Redraw", self.do(line))
        first.send_signal(signal.SIGINT)
        first.communicate()
        self.assertEqual(first.returncode, 128 + signal.SIGINT)
        stopped = self.states()["picture.png"]
        self.assertEqual(stopped["state"], "stopped")
        self.assertIn("stopped at epoch", stopped["reason"])

    def parameters(self, name):
        self.run_redraw("weights", f"{name}/picture.redraw", "-o", "network.safetensors")
        return self.read("network.safetensors")

    def test_what_was_killed_goes_on_from_its_run(self):
        self.picture()
        settings = ("--layers", "16,16", "--epochs", "6000")
        whole, = self.plan(*settings, to="whole")
        self.do(whole)
        line, = self.plan(*settings)
        self.environment["REDRAW_COMMIT_SECONDS"] = "0.01"
        process = self.start_line(line)
        run = self.folder / "out/picture.redraw"

        def has_learnt():
            return run.exists() and json.loads(self.run_redraw("info", run, "--json"))["step"] > 0
        wait_for(has_learnt, process)
        process.kill()
        process.communicate()
        if process.returncode == -signal.SIGKILL:  # unless the process ended first
            self.assertIn("without an error", self.states()["picture.png"]["reason"])
        self.do(line)
        self.gather()
        self.assertEqual(self.parameters("out"), self.parameters("whole"))
        before = run.read_bytes()
        self.assertIn("is done already", self.do(line))
        self.assertEqual(run.read_bytes(), before)

    def test_a_run_without_a_step_begins_again_with_its_picture(self):
        """A run killed before its first commit does not contain the opened picture yet."""
        self.picture()
        line, = self.plan(*LEARNT, "--train-size", "10")
        self.do(line + " --until-seconds 0")
        with sqlite3.connect(self.folder / "out/picture.redraw") as run:
            run.execute("DELETE FROM source")
        run.close()
        (self.folder / "out/.redraw/picture.redraw.json").write_text("")
        self.do(line)
        with sqlite3.connect(self.folder / "out/picture.redraw") as run:
            self.assertEqual(run.execute("SELECT count(*) FROM source").fetchone(), (1,))
        run.close()

    # Tests of `redraw gather`.

    def test_gathered(self):
        for name in (b"done.png", b"waiting.png", b"again.png"):
            self.picture(name)
        bad = "bad, 'indeed'.jpg" if WINE else 'bad, "indeed".jpg'
        (self.folder / "in" / bad).write_text("no picture")
        lines = {name_of(words_of(line)[2]): line for line in self.plan(*LEARNT)}
        self.do(lines["done.png"])
        self.do(lines["again.png"])
        os.remove(self.folder / "out/again.redraw")
        self.do(lines[bad], status=1)
        said = self.gather("--csv", "all.csv", "--sheet", "all.png", status=1)
        self.assertIn("1 of 4 pictures is done, 1 failed, 2 waiting.", said)
        self.assertIn("it is text, not a picture", said)
        self.assertIn("3 pictures have no result.", self.errors)
        with open(self.folder / "all.csv", newline="", encoding="utf-8") as file:
            rows = {name_of(row["picture"]): row for row in csv.DictReader(file)}
        self.assertEqual({name: row["state"] for name, row in rows.items()},
                         {"again.png": "waiting", bad: "failed", "done.png": "done", "waiting.png": "waiting"})
        self.assertEqual((rows["done.png"]["width"], rows["done.png"]["height"]), ("20", "16"))
        self.assertGreater(float(rows["done.png"]["psnr"]), 5)
        self.assertEqual(rows["again.png"]["reason"], "Its result was deleted or moved.")
        self.assertEqual(rows["waiting.png"]["reason"], "Not started.")
        self.assertEqual(png_header(self.folder / "all.png")[:2], (2 * 168, 2 * 192))
        self.assertEqual(sorted(self.gather("--missing", status=1).splitlines()),
                         sorted(line for name, line in lines.items() if name != "done.png"))

    def test_a_contact_sheet_of_several_pages(self):
        for number in range(501):
            (self.folder / "in").mkdir(exist_ok=True)
            (self.folder / f"in/{number:03}.png").write_bytes(b"")  # an unreadable picture
        self.plan(*QUICK)
        self.gather("--sheet", "all.png", status=1)
        self.assertEqual(png_header(self.folder / "all.png")[:2], (20 * 168, 25 * 192))
        self.assertEqual(png_header(self.folder / "all-2.png")[:2], (20 * 168, 192))
        self.assertFalse((self.folder / "all-3.png").exists())

    def test_watched_to_the_end(self):
        for name in (b"a.png", b"b.png"):
            self.picture(name)
        lines = self.plan(*QUICK)
        watcher = self.start("gather", "out", "--watch", "--json")
        first = json.loads(watcher.stdout.readline())
        self.assertEqual((first["event"], first["pictures"], first["waiting"]), ("progress", 2, 2))
        for line in lines:
            self.do(line)
        with watcher:
            out, _ = self.rest_of(watcher)
        self.assertEqual(watcher.returncode, 0)
        self.assertEqual(json.loads(out.splitlines()[-1])["done"], 2)

    def test_a_watcher_that_is_stopped_stops_nothing(self):
        self.picture()
        self.plan(*QUICK)
        watcher = self.start("gather", "out", "--watch")
        catches(watcher, signal.SIGINT)
        watcher.send_signal(signal.SIGINT)
        with watcher:
            out, _ = self.rest_of(watcher)
        self.assertEqual(watcher.returncode, 128 + signal.SIGINT)
        self.assertIn("0 of 1 picture", out)
