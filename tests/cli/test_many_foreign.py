"""Tests a results folder that others can write to or that came from an archive, and commands killed at their start.
Nothing outside the folder is written, and every picture can be made again."""
import csv
import json
import re
import subprocess

from harness import SMALL, blobs, write_png
from many import QUICK, ManyTest

COLD = bytes(33312)  # journal of a writer killed in its first commit: all zeros so far


class Foreign(ManyTest):
    def setUp(self):
        super().setUp()
        self.picture(b"1.png")

    def fit_once(self, run):
        self.run_redraw("fit", "in/1.png", "-o", run, "--once", *SMALL)
        self.assertEqual(json.loads(self.run_redraw("info", run, "--json"))["epoch"], 40)

    def test_every_option_of_plan_is_a_setting_that_it_reads(self):
        own = {"--to", "--enlarge", "--help"}

        def options(command):
            return set(re.findall(r"(?m)^  (?:-\w,)?(--[\w-]+)", self.run_redraw(command, "--help"))) - own
        self.plan("--epochs", "2")
        plan = self.folder / "out/.redraw/plan"
        text = plan.read_text()
        flags = {"--16bit", "--keep-metadata"}
        fit, both = options("plan") - flags, options("plan") & options("enlarge")
        self.assertGreater(len(fit), 25)
        self.assertGreater(len(both), 4)
        words = ["fit " + " ".join(f"{option} 1" for option in sorted(fit)),
                 "enlarge --size 2x " + " ".join(option if option in flags else f"{option} 1" for option in sorted(both))]
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
        asked = self.run_redraw("plan", "in/large", "--to", "larger", *QUICK)  # a single picture may be this large
        self.assertEqual(len(asked.splitlines()), 1)

    # Commands killed at their start.

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
        journal.write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(504))  # it may belong to a run that was moved
        (self.folder / ".redraw/r.redraw.json").unlink()
        self.refuse("fit", "in/1.png", "-o", run, "--once", *SMALL, naming=("delete r.redraw-journal first",))
