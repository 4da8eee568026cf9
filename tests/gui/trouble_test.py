#!/usr/bin/env python3
"""The studio when its surroundings fail: OpenGL is too old, the run is open elsewhere, or written over; the window server
goes away.

    trouble_test.py REDRAW_STUDIO REDRAW SCREENSHOTS

Exit status 77: this machine cannot run it, and says why."""

import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

from desktop import SKIP, Desktop, end_of, missing, output_of
from frames import Frames
from studio_test import HEIGHT, QUIET, WIDTH, check, make_picture


class Surroundings:
    def __init__(self, desktop, program, cli, home):
        self.desktop, self.program, self.cli, self.home = desktop, program, cli, home
        self.runs = home / "data" / "redraw" / "runs"
        self.environment = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config"),
                            "XDG_CACHE_HOME": str(home / "cache")}

    def start(self, *arguments, **environment):
        process = self.desktop.start([self.program, *map(str, arguments)], cwd=self.home, stderr=subprocess.PIPE, text=True,
                                     environment={**self.environment, **environment})
        return process

    def info(self, run):
        told = subprocess.run([self.cli, "info", str(run), "--json"], capture_output=True, text=True)
        return json.loads(told.stdout) if told.returncode == 0 else {"step": 0}

    def old_opengl(self):
        process = self.start(MESA_GL_VERSION_OVERRIDE="2.1")
        _, said = output_of(process)
        check(process.returncode == 1 and said.startswith("redraw-studio: The studio needs a display with OpenGL 3.3: ")
              and said.count("\n") == 1, f"an old OpenGL is refused with a sentence: {said.strip()}")

    def hold_still(self, other, run):
        """Between two commits: it still has the run, and changes nothing meanwhile."""
        stopped = lambda: pathlib.Path(f"/proc/{other.pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T"
        while True:
            other.send_signal(signal.SIGSTOP)
            self.desktop.wait_for("the other to stand still", stopped)
            if not list(run.parent.glob("*-journal")) and self.info(run)["step"] > 0:
                return
            other.send_signal(signal.SIGCONT)  # and until it is asked again it has gone on

    def viewed_elsewhere(self, picture):
        folder, pictures = self.home / "theirs", self.home / "Pictures"
        folder.mkdir()
        pictures.mkdir()
        run = folder / "elsewhere.redraw"
        other = subprocess.Popen([self.cli, "fit", str(picture), "-o", str(run), "--epochs", "100000000", "--json"],
                                 stdout=subprocess.DEVNULL)
        desktop = self.desktop
        seen = lambda: {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}
        try:
            desktop.wait_for("some steps on the disk", lambda: self.info(run)["step"] > 0)
            self.hold_still(other, run)
            before = seen()
            log = desktop.shots.resolve() / "frames.jsonl"
            log.unlink(missing_ok=True)
            frames = desktop.frames = Frames(log)
            process = self.start(run, REDRAW_FRAME_LOG=str(log))
            desktop.subject = process
            window = desktop.window("view only")
            desktop.xdotool("windowmove", window, 0, 0)
            desktop.xdotool("windowactivate", "--sync", window)
            desktop.wait_for("the way out", lambda: frames.places("Try again"))
            desktop.move(*QUIET)
            desktop.screenshot("1-view")
            check(True, "a run that is open elsewhere is viewed")
            for key in ("space", "n", "ctrl+r"):
                desktop.key(key)
            desktop.key("ctrl+e")
            desktop.wait_for("the sheet", lambda: frames.places("Keep aspect"))
            desktop.key("Return")
            desktop.wait_for("the exported picture", (pictures / "a cub-200.png").is_file)
            check(seen() == before, "it was drawn and exported, and neither the file nor its folder changed")
            check(not list((self.home / "data").rglob("*.redraw")), "and no other run was begun")

            still = frames.newest()["step"]
            other.send_signal(signal.SIGCONT)
            desktop.wait_for("what the other has committed since", lambda: frames.newest()["step"] > still)
            other.terminate()
            end_of(other)
            x0, y0, x1, y1 = frames.places("Try again")[-1]
            desktop.click((x0 + x1) / 2, (y0 + y1) / 2)
            desktop.wait_for("the run without anybody else", lambda: "view only" not in desktop.title(window))
            step = self.info(run)["step"]
            desktop.key("space")
            desktop.wait_for("training of its own", lambda: self.info(run)["step"] > step)
            check(True, "once nobody has it open, it can be trained")
            desktop.subject = None
            process.terminate()
            check(end_of(process) == 0, "the studio ends cleanly")
            process.stderr.close()
        finally:
            other.send_signal(signal.SIGCONT)
            other.terminate()
            end_of(other)

    def learning(self, picture):
        """A studio that learns it, and its run."""
        process = self.start(picture)
        newest = lambda: next(iter(sorted(self.runs.glob("*.redraw"))), None)
        self.desktop.wait_for("a run", newest)
        self.desktop.wait_for("some steps on the disk", lambda: self.info(newest())["step"] > 0)
        return process, newest()

    def written_over(self, picture):
        """By a program that asks for no locks, as cp and sync clients do."""
        process, run = self.learning(picture)
        saved = self.info(run)["step"]
        run.write_bytes(b"")
        process.terminate()
        _, said = output_of(process)
        (copy,) = set(self.runs.glob("*.redraw")) - {run}
        sentence = (rf"redraw-studio: Cannot write {re.escape(run.name)}: another program has written over it meanwhile; "
                    rf"everything but \d+ kept steps? is saved in {re.escape(str(copy))} instead\.\n")
        check(process.returncode == 1 and re.fullmatch(sentence, said),
              f"a run that was written over is saved elsewhere, and it says so: {said.strip()}")
        check(self.info(copy)["step"] >= saved, "with all that was learned")
        run.unlink()
        copy.unlink()

    def server_gone(self, picture):
        process, run = self.learning(picture)
        saved = self.info(run)["step"]
        self.desktop.server.kill()
        _, said = output_of(process)
        check(process.returncode == 1, "without its window server the studio ends by itself")
        check(f"redraw-studio: The display is gone. {run.name} is saved.\n" in said, f"and says so: {said.strip()}")
        check(self.info(run)["step"] >= saved, "the run is saved")
        check([path.name for path in self.runs.iterdir()] == [run.name], "and nothing lies beside it")


def main(program, cli, shots):
    lacks = missing()
    if lacks:
        print("SKIP: the GUI test needs " + ", ".join(lacks))
        return SKIP
    with tempfile.TemporaryDirectory(prefix="redraw-trouble-") as folder:
        home = pathlib.Path(folder)
        picture = home / "a cub.png"
        make_picture(picture)
        desktop = Desktop(f"{WIDTH}x{HEIGHT}", shots)
        try:
            around = Surroundings(desktop, program, cli, home)
            around.old_opengl()
            around.viewed_elsewhere(picture)
            around.written_over(picture)
            around.server_gone(picture)
        finally:
            desktop.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
