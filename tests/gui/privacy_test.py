#!/usr/bin/env python3
"""What the studio tells others: it speaks to nothing but the display and the desktop on this machine, and the run that
it keeps tells no folder. docs/privacy.md.

    privacy_test.py REDRAW_STUDIO REDRAW SCREENSHOTS

Exit status 77: this machine cannot run it, and says why."""

import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from desktop import SKIP, Desktop, end_of, missing
from studio_test import HEIGHT, WIDTH, Studio, check, make_picture


def may_trace():
    told = subprocess.run(["strace", "-qq", "-o", "/dev/null", "true"], capture_output=True)
    return told.returncode == 0


class Traced(Studio):
    """With every network call of its threads in a file."""

    def __init__(self, desktop, program, cli, home, picture):
        self.calls = home / "calls"
        super().__init__(desktop, "strace", cli, home, "-f", "-qq", "--seccomp-bpf", "-o", self.calls, "-e", "trace=%network",
                         "-e", "signal=none", program, picture)

    def end(self):
        """Ends the studio itself: strace ends with it, and with its status."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for child in children:
            subprocess.run(["kill", "-TERM", child], check=True)
        check(end_of(self.process) == 0, "the studio ends cleanly")


def main(program, cli, shots):
    lacks = missing() + [name for name in ("strace",) if not shutil.which(name)]
    if not lacks and not may_trace():
        lacks = ["strace that may trace"]
    if lacks:
        print("SKIP: the privacy test needs " + ", ".join(lacks))
        return SKIP
    with tempfile.TemporaryDirectory(prefix="redraw-privacy-") as folder:
        home = pathlib.Path(folder)
        picture = home / "private papers" / "a cub.png"
        picture.parent.mkdir()
        make_picture(picture)
        desktop = Desktop(f"{WIDTH}x{HEIGHT}", shots)
        try:
            studio = Traced(desktop, program, cli, home, picture)
            desktop.wait_for("the picture in the title", lambda: picture.name in desktop.title(studio.window))
            desktop.wait_for("a few steps", lambda: (studio.newest() or {}).get("step", 0) >= 5)
            desktop.key("ctrl+e")
            desktop.key("Return")
            drawing = home / "Pictures" / "a cub-200.png"
            desktop.wait_for("the exported picture", drawing.is_file)
            studio.end()
        finally:
            desktop.close()
        calls = studio.calls.read_text()
        check("AF_UNIX" in calls, "it speaks to its display")
        families = set(re.findall(r"\b(?:AF|PF)_\w+", calls))
        check(families <= {"AF_UNIX"}, f"and to nothing that is not on this machine: {sorted(families)}")
        run, = studio.run_files()
        for written in (run, drawing):
            content = written.read_bytes()
            check(str(home).encode() not in content and b"private papers" not in content, f"{written.name} tells no folder")
        check(b"a cub.png" in run.read_bytes(), "only the picture's name")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
