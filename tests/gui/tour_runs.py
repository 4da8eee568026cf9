"""Runs as things one keeps: listed with their drawings, compared, raced, branched."""

import subprocess
import time

ACCENT = (0xF5, 0xA5, 0x24)


def OPEN(run, picture):
    return []  # the start screen comes first


def tour(studio, desktop, picture):
    second = studio.runs / "a cub 2026-01-02 10-00-00.redraw"
    subprocess.run([studio.cli, "fit", picture, "-o", second, "--train-size", "64", "--layers", "16,16", "--epochs", "200",
                    "--until-psnr", "99"], check=True, capture_output=True)
    damaged = studio.runs / "torn 2026-01-03 10-00-00.redraw"
    damaged.write_bytes(second.read_bytes()[:20000])

    desktop.key("ctrl+shift+o")  # reads the folder again
    time.sleep(2)
    studio.shot("runs-sheet")
    desktop.key("Escape")
    studio.shot("runs-start")
