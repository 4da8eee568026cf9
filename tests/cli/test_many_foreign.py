"""A folder of results that others can write to, or that came out of an archive; and commands that are killed as they begin.
Nothing outside the folder is written, and every picture can be made again."""
import csv
import json
import os
import random
import re
import subprocess
import time

from harness import REDRAW, SMALL, blobs, write_png
from many import QUICK, ManyTest

COLD = bytes(33312)  # the journal of a writer that was killed in its first commit: nothing is filled in yet


class Foreign(ManyTest):
    def setUp(self):
        super().setUp()
        self.picture(b"1.png")

    def fit_once(self, run):
        self.run_redraw("fit", "in/1.png", "-o", run, "--once", *SMALL)
        self.assertEqual(json.loads(self.run_redraw("info", run, "--json"))["epoch"], 40)

    def test_a_result_that_is_a_link_is_refused(self):
        """tests/batch/batch.cpp tries all that can be one."""
        precious = self.folder / "precious.txt"
        precious.write_text("years of work")
        line, = self.plan(*QUICK)
        os.symlink(precious, self.folder / "out/1.png")
        self.do(line, status=1)
        self.assertIn("symbolic link", self.errors)
        self.assertEqual(precious.read_text(), "years of work")
        self.gather(status=1)

    def test_a_record_that_is_no_file_is_said(self):
        self.plan(*QUICK)
        record = self.folder / "out/.redraw/1.png.json"
        for make, remove in ((os.mkdir, os.rmdir), (os.mkfifo, os.unlink)):
            make(record)
            picture = self.states()["1.png"]
            self.assertEqual(picture["state"], "stopped")
            self.assertIn("1.png.json is not a regular file", picture["reason"])
            remove(record)

    def test_settings_that_plan_never_writes(self):
        """tests/batch/batch.cpp tries all of them."""
        self.plan("--epochs", "2")
        plan = self.folder / "out/.redraw/plan"
        plan.write_text(re.sub("(?m)^settings .*", "settings fit --export /a.png", plan.read_text()))
        self.refuse("gather", "out", "--missing", naming=("which redraw plan never writes",))

    def test_every_option_of_plan_is_a_setting_that_it_reads(self):
        own = {"--to", "--enlarge", "--help"}

        def options(command):
            return set(re.findall(r"(?m)^  (?:-\w,)?(--[\w-]+)", self.run_redraw(command, "--help"))) - own
        self.plan("--epochs", "2")
        plan = self.folder / "out/.redraw/plan"
        text = plan.read_text()
        fit, both = options("plan") - {"--16bit"}, options("plan") & options("enlarge")
        self.assertGreater(len(fit), 25)
        self.assertGreater(len(both), 4)
        words = ["fit " + " ".join(f"{option} 1" for option in sorted(fit)),
                 "enlarge --size 2x " + " ".join(option if option == "--16bit" else f"{option} 1" for option in sorted(both))]
        for settings in words:
            plan.write_text(re.sub("(?m)^settings .*", "settings " + settings, text))
            self.gather(status=1)

    def test_a_table_holds_no_formulas_and_no_endless_numbers(self):
        self.plan(*QUICK)
        record = {"state": "failed", "reason": "=HYPERLINK(\"x\")", "psnr": 1e308, "seconds": 1e300}
        (self.folder / "out/.redraw/1.png.json").write_text(json.dumps(record))
        self.gather("--csv", "all.csv", status=1)
        with open(self.folder / "all.csv", newline="", encoding="utf-8") as file:
            row, = csv.DictReader(file)
        self.assertEqual((row["reason"], row["psnr"], row["seconds"]), ("'=HYPERLINK(\"x\")", "", ""))

    def test_other_results_and_copies_of_systems_are_no_pictures(self):
        self.do(self.plan(*QUICK)[0])
        subprocess.run(["mv", self.folder / "out", self.folder / "in/large"], check=True)
        for folder in ("@eaDir/1.png", "#recycle", "$RECYCLE.BIN", "lost+found"):
            (self.folder / "in" / folder).mkdir(parents=True)
            write_png(self.folder / "in" / folder / "SYNOPHOTO_THUMB_M.png", 24, 16, blobs)
        self.assertEqual(len(self.plan(*QUICK)), 1)
        self.assertIn("5 other files left alone", self.errors)
        asked = self.run_redraw("plan", "in/large", "--to", "larger", *QUICK)  # for itself it may be
        self.assertEqual(len(asked.splitlines()), 1)

    # Killed as it begins.

    def test_the_journal_of_a_first_commit_keeps_nobody_from_it(self):
        run = self.folder / "r.redraw"
        journal = self.folder / "r.redraw-journal"
        begun = ("fit", "in/1.png", "-o", run, *SMALL, "--until-seconds", "0")
        for again in (lambda: self.fit_once(run), lambda: self.run_redraw("fit", "in/1.png", "-o", run, "--force", *SMALL),
                      lambda: self.run_redraw("resume", run), lambda: self.run_redraw("pack", run)):
            self.run_redraw(*begun, "--force")
            journal.write_bytes(COLD)
            again()
            self.assertFalse(journal.exists())
        run.unlink()
        journal.write_bytes(COLD)
        self.fit_once(run)
        run.unlink()
        journal.write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(504))  # it may be of a run that was moved
        (self.folder / ".redraw/r.redraw.json").unlink()
        self.refuse("fit", "in/1.png", "-o", run, "--once", *SMALL, naming=("delete r.redraw-journal first",))

    def test_killed_at_any_time_it_is_made_by_the_next_one(self):
        chosen = random.Random(7)
        for number in range(int(os.environ.get("REDRAW_KILLS", 12))):
            run = self.folder / f"{number}.redraw"
            process = subprocess.Popen([REDRAW, "fit", self.folder / "in/1.png", "-o", run, "--once", *SMALL],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment)
            time.sleep(chosen.uniform(0, 0.1))  # a kill that comes too late finds it done
            process.kill()
            process.wait()
            self.fit_once(run)
