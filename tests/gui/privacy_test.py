#!/usr/bin/env python3
"""Privacy (docs/privacy.md): the studio opens only local sockets, for the display and the desktop, and its files reveal no
name of a folder.

    privacy_test.py REDRAW_STUDIO REDRAW SCREENSHOTS

Exit status 77: this machine cannot run the test; the output says why."""

import pathlib
import re
import shutil
import subprocess
import sys

from desktop import end_of, session
from studio_test import Studio, check, make_picture


def lacking():
    if not shutil.which("strace"):
        return ["strace"]
    traced = subprocess.run(["strace", "-qq", "-o", "/dev/null", "true"], capture_output=True)
    return ["strace that may trace"] if traced.returncode else []


def main(program, cli, shots):
    with session(shots, lacks=lacking()) as (desktop, home):
        picture, calls = home / "private papers" / "a cub.png", home / "calls"
        picture.parent.mkdir()
        make_picture(picture)
        trace = ("strace", "-f", "-qq", "--seccomp-bpf", "-o", calls, "-e", "trace=%network", "-e", "signal=none", program)
        studio = Studio(desktop, trace, cli, home)
        studio.start(picture)
        studio.titled(picture.name)
        desktop.wait_for("a few steps", lambda: studio.newest().get("step", 0) >= 5)
        desktop.key("ctrl+e", "Return")
        drawing = studio.pictures / "a cub-200.png"
        desktop.wait_for("the exported picture", drawing.is_file)
        pid = studio.process.pid
        # Ends the studio itself, whose exit status strace passes on.
        for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            subprocess.run(["kill", "-TERM", child], check=True)
        check(end_of(studio.process) == 0, "the studio ends cleanly")
        families = set(re.findall(r"\b(?:AF|PF)_\w+", calls.read_text()))
        check(families == {"AF_UNIX"}, f"it speaks to its display, and to nothing that is not on this machine: {sorted(families)}")
        run, = studio.run_files()
        for written in (run, drawing):
            content = written.read_bytes()
            check(str(home).encode() not in content and b"private papers" not in content, f"{written.name} tells no folder")
        check(b"a cub.png" in run.read_bytes(), "only the picture's name")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
