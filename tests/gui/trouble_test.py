#!/usr/bin/env python3
"""The studio when its surroundings fail: its run is open elsewhere or overwritten, or the X server goes away.

    trouble_test.py REDRAW_STUDIO REDRAW SCREENSHOTS

Exit status 77: this machine cannot run the test; the output says why."""

import pathlib
import signal
import subprocess
import sys

from desktop import end_of, output_of, session
from studio_test import Studio, check, home_environment, make_picture


def started(studio, *arguments, **environment):
    """Starts the studio without waiting for its window; captures its standard error."""
    return studio.desktop.start([*studio.program, *map(str, arguments)], cwd=studio.home, stderr=subprocess.PIPE, text=True,
                                environment={**home_environment(studio.home), **environment})


def learning(studio, picture):
    """Starts a studio that trains on the picture; returns its process, its run file, and a step that is saved."""
    process = started(studio, picture)
    studio.has_runs(1)
    run, = studio.run_files()
    return process, run, studio.desktop.wait_for("some steps on the disk", lambda: studio.info(run).get("step"))


def hold_still(studio, other, run):
    """Stops the other process between two saves: it keeps the run open and does not change it."""
    stopped = lambda: pathlib.Path(f"/proc/{other.pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T"
    while True:
        other.send_signal(signal.SIGSTOP)
        studio.desktop.wait_for("the other to stand still", stopped)
        if not list(run.parent.glob("*-journal")) and studio.info(run).get("step"):
            return
        other.send_signal(signal.SIGCONT)  # lets the other process finish its save before the next try


def viewed_elsewhere(studio, desktop, picture):
    folder = studio.home / "theirs"
    folder.mkdir()
    run = folder / "elsewhere.redraw"
    other = subprocess.Popen([studio.cli, "fit", str(picture), "-o", str(run), "--epochs", "100000000", "--json"],
                             stdout=subprocess.DEVNULL)
    seen = lambda: {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}
    try:
        desktop.wait_for("some steps on the disk", lambda: studio.info(run).get("step"))
        hold_still(studio, other, run)
        before = seen()
        studio.start(run)
        studio.titled("view only")
        studio.place("Try again")
        studio.shot("1-view")
        desktop.key("space", "n", "ctrl+r")
        studio.open_export()
        desktop.key("Return")
        desktop.wait_for("the exported picture", (studio.pictures / "a cub-200.png").is_file)
        check(seen() == before, "it was drawn and exported, and neither the file nor its folder changed")
        check(not studio.run_files(), "and no other run was begun")

        still = studio.step()
        other.send_signal(signal.SIGCONT)
        desktop.wait_for("what the other has committed since", lambda: studio.step() > still)
        other.terminate()
        end_of(other)
        studio.click("Try again")
        desktop.wait_for("the run without anybody else", lambda: "view only" not in studio.title())
        step = studio.info(run)["step"]
        desktop.key("space")
        desktop.wait_for("training of its own", lambda: studio.info(run).get("step", 0) > step)
        studio.end()
    finally:
        other.send_signal(signal.SIGCONT)
        other.terminate()
        end_of(other)


def written_over(studio, picture):
    """Overwrites the open run without taking locks, as cp and sync clients do."""
    process, run, saved = learning(studio, picture)
    run.write_bytes(b"")
    process.terminate()
    _, said = output_of(process)
    copy, = set(studio.run_files()) - {run}
    check(process.returncode == 1 and said.count("\n") == 1 and run.name in said and str(copy) in said,
          f"a run that was written over is saved elsewhere, and it says so: {said.strip()}")
    check(studio.info(copy)["step"] >= saved, "with all that was learned")
    run.unlink()
    copy.unlink()


def server_gone(studio, desktop, picture):
    process, run, saved = learning(studio, picture)
    desktop.server.kill()
    _, said = output_of(process)
    check(process.returncode == 1 and run.name in said, f"without its window server the studio ends by itself: {said.strip()}")
    check(studio.info(run)["step"] >= saved, "the run is saved")
    check(list(studio.runs.iterdir()) == [run], "and nothing lies beside it")


def main(program, cli, shots):
    with session(shots) as (desktop, home):
        picture = home / "a cub.png"
        make_picture(picture)
        studio = Studio(desktop, program, cli, home)
        viewed_elsewhere(studio, desktop, picture)
        written_over(studio, picture)
        server_gone(studio, desktop, picture)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
