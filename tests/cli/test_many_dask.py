"""The Dask example of docs/many.md, as it stands there, on a cluster of this machine's own."""
import os
import re
import subprocess
import sys

from harness import SOURCE, CliTest, blobs, main, output_of, write_png

try:
    import dask.distributed as distributed
except ImportError:
    distributed = None

PICTURES = 4


class ManyDask(CliTest):
    def setUp(self):
        super().setUp()
        if distributed is None:
            self.skipTest("Python has no dask.distributed (pip install distributed)")

    def drawings(self, folder):
        return {path.name: path.read_bytes() for path in (self.folder / folder).glob("*.png")}

    def plan(self, to):
        (self.folder / "lines").write_text(self.run_redraw("plan", "in", "--to", to, "--enlarge", "2x", "--epochs", "1"))

    def test_the_example_of_the_page(self):
        text = (SOURCE / "docs/many.md").read_text(encoding="utf-8")
        example = next(code for code in re.findall(r"```python\n(.*?)```", text, re.S) if "dask" in code)
        (self.folder / "many.py").write_text(example)
        (self.folder / "in").mkdir()
        for number in range(PICTURES):
            write_png(self.folder / f"in/number {number}.png", 20, 16, lambda x, y: blobs(x + number, y))
        (self.folder / "in/none.png").write_text("no picture")
        self.plan("alone")
        subprocess.run(["sh", "lines"], cwd=self.folder, env=self.environment, check=False, capture_output=True)
        self.plan("out")
        settings = {"DASK_DISTRIBUTED__DASHBOARD__LINK": "", "DASK_DISTRIBUTED__WORKER__MEMORY__SPILL": "false",
                    "DASK_TEMPORARY_DIRECTORY": str(self.folder / "dask")}
        engine = subprocess.Popen([sys.executable, "-B", "many.py"], cwd=self.folder, env={**os.environ, **self.environment, **settings},
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        out, errors = output_of(engine)
        self.assertEqual(engine.returncode, 0, errors)
        self.assertIn(f"1 of {PICTURES + 1} failed", out)
        self.assertIn("none.png", self.run_redraw("gather", "out", status=1))
        self.assertEqual(self.drawings("out"), self.drawings("alone"))
        self.assertEqual(len(self.drawings("out")), PICTURES)


if __name__ == "__main__":
    main()
