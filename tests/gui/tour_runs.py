"""Runs as things one keeps: listed with their drawings, compared, raced, branched."""

import subprocess
import time

WHITE = (255, 255, 255)
CARDS = ((640, 328), (640, 407), (640, 486))
OPEN_BUTTON, COMPARE, DIFFER = (382, 563), (630, 563), (1024, 478)
FILE, RECENT, RACE = (28, 27), (60, 102), (60, 144)
LAYERS, START = (640, 389), (520, 526)
TIMELAPSE_CONTINUE, SLIDER_MIDDLE = (1072, 670), (900, 778)


def OPEN(run, picture):
    return []  # the start screen comes first


def tour(studio, desktop, picture):
    second = studio.runs / "a cub 2026-01-02 10-00-00.redraw"
    subprocess.run([studio.cli, "fit", picture, "-o", second, "--train-size", "64", "--layers", "16,16", "--epochs", "200",
                    "--until-psnr", "99"], check=True, capture_output=True)
    damaged = studio.runs / "torn 2026-01-03 10-00-00.redraw"
    damaged.write_bytes(second.read_bytes()[:20000])

    # The folder is read again for the sheet; the start screen below shows the same cards.
    desktop.key("ctrl+shift+o")
    desktop.wait_for("small drawings in the list",
                     lambda: studio.shot("runs-sheet").has_colour(WHITE, (340, 460, 400, 520), least=300))
    desktop.key("Escape")
    studio.shot("runs-start")

    # The larger network is opened, the smaller one compared with it.
    desktop.key("ctrl+shift+o")
    desktop.click(*CARDS[2])
    desktop.click(*OPEN_BUTTON)
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    desktop.key("ctrl+shift+o")
    desktop.click(*CARDS[1])
    desktop.click(*COMPARE)
    time.sleep(1)
    desktop.click(*DIFFER)
    time.sleep(0.3)
    studio.shot("runs-compare")
    desktop.key("Escape")

    desktop.click(*SLIDER_MIDDLE)
    desktop.click(*TIMELAPSE_CONTINUE)
    time.sleep(2)
    studio.shot("runs-branch0")
    desktop.click(*FILE)
    desktop.click(*RECENT)
    studio.shot("runs-recent")
    desktop.click(*RACE)
    time.sleep(0.5)
    desktop.click(*LAYERS)
    desktop.type("64 64 64")
    desktop.key("Return")
    studio.shot("runs-race-sheet")
    desktop.click(*START)
    time.sleep(1)
    studio.shot("runs-race")
    time.sleep(2)
    desktop.key("ctrl+shift+o")
    time.sleep(2)
    studio.shot("runs-branch")
