"""Tests the Dask example of docs/many.md unchanged, on a local cluster."""
import os
import subprocess
import sys

from harness import output_of
from many import ManyTest

try:
    import dask.distributed as distributed
except ImportError:
    distributed = None

PICTURES = 4


class ManyDask(ManyTest):
    def setUp(self):
        super().setUp()
        if distributed is None:
            self.skipTest("Python has no dask.distributed (pip install distributed)")

    def test_the_example_of_the_page(self):
        (self.folder / "many.py").write_text(self.example("python", "dask"))
        self.pictures(PICTURES)
        (self.folder / "in/none.png").write_text("no picture")
        self.write_plan("alone")
        self.shell("sh", "lines")
        self.write_plan("out")
        settings = {"DASK_DISTRIBUTED__DASHBOARD__LINK": "", "DASK_DISTRIBUTED__WORKER__MEMORY__SPILL": "false",
                    "DASK_TEMPORARY_DIRECTORY": str(self.folder / "dask")}
        engine = subprocess.Popen([sys.executable, "-B", "many.py"], cwd=self.folder, env={**os.environ, **self.environment, **settings},
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        out, errors = output_of(engine)
        self.assertEqual(engine.returncode, 0, errors)
        self.assertIn(f"1 of {PICTURES + 1} failed", out)
        self.assertIn("none.png", self.gather(status=1))
        self.assertEqual(self.drawings("out"), self.drawings("alone"))
        self.assertEqual(len(self.drawings("out")), PICTURES)
