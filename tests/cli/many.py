"""Shared by the tests of batches: a folder `in` of pictures, its plan, and the results."""
import json
import os
import re
import subprocess

from harness import SOURCE, WINE, CliTest, blobs, name_of, words_of, write_png

QUICK = ("--enlarge", "2x", "--epochs", "1")


class ManyTest(CliTest):
    def picture(self, name=b"picture.png", shift=0):
        path = self.folder / "in" / os.fsdecode(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_png(path, 20, 16, lambda x, y: blobs(x + shift, y))
        return path

    def pictures(self, count):
        for number in range(count):
            self.picture(b"number %d.png" % number, number)

    def plan(self, *arguments, to="out", **options):
        return self.run_redraw("plan", "in", "--to", to, *arguments, **options).splitlines()

    def write_plan(self, to):
        """Writes the plan to the file `lines`, which the examples of docs/many.md read."""
        lines = self.plan(*QUICK, to=to)
        (self.folder / "lines").write_text("\n".join(lines) + "\n")
        return lines

    def shell(self, *words, **options):
        return subprocess.run(words, cwd=self.folder, env=self.environment, capture_output=True, text=True, **options)

    def do(self, line, status=0, shell="sh"):
        done = self.call(*(words_of(line) if WINE else (shell, "-c", line)), status=status)
        self.errors = done.stderr
        return done.stdout

    def gather(self, *arguments, status=0):
        return self.run_redraw("gather", "out", *arguments, status=status)

    def states(self, status=1):
        lines = [json.loads(line) for line in self.gather("--json", status=status).splitlines()]
        return {name_of(line["picture"]): line for line in lines if line["event"] == "picture"}

    def drawings(self, folder="out"):
        return {os.fsencode(path.name): path.read_bytes() for path in (self.folder / folder).glob("*.png")}

    def page(self):
        return (SOURCE / "docs/many.md").read_text(encoding="utf-8")

    def example(self, language, word):
        """Returns the code example of docs/many.md in this language that contains the word."""
        return next(code for code in re.findall(rf"```{language}\n(.*?)```", self.page(), re.S) if word in code)
