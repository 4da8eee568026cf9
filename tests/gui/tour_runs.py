"""Runs as things one keeps: listed with their drawings, compared, branched, raced."""

import json
import subprocess
import sys
import time

from studio_test import check

WHITE, ACCENT, TEXT = (255, 255, 255), (0xF5, 0xA5, 0x24), (0xE8, 0xEA, 0xEE)
# Units of the layout at 1280 x 800.
CARDS = ((640, 328), (640, 407), (640, 486))
OPEN_BUTTON, COMPARE = (382, 563), (630, 563)
FILE, RACE = (28, 27), (60, 155)
LAYERS, START = (640, 389), (520, 526)
CONTINUE, SLIDER = (1072, 670), (900, 778)
FILTER, USE = (619, 164), (507, 660)  # with more runs than fit
LEFT = (326, 140, 782, 444)
DASHES = (424, 470, 456, 486)
SHEET_OPEN, SCRUBBED = (340, 555, 350, 571), (1144, 408, 1156, 430)  # where something is amber then


def OPEN(run, picture):
    return []  # the start screen comes first


def newest_layers(studio, count):
    """Of the runs made last, by what the command line says of them."""
    newest = sorted(studio.runs.glob("a cub *.redraw"), key=lambda run: run.name)[-count:]
    return sorted(json.loads(subprocess.run([studio.cli, "info", run, "--json"], check=True, capture_output=True).stdout)
                  ["config"]["network"]["layers"] for run in newest)


def press(desktop, what, place, done):
    """Clicks until it took: a machine that draws slowly misses a click now and then."""
    for _ in range(12):
        desktop.click(*place)
        end = time.monotonic() + 6
        while time.monotonic() < end:
            if done():
                return
            time.sleep(0.25)
    desktop.screenshot("failed")
    sys.exit(f"FAILED: {what}")


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
    shot = studio.shot("runs-start")
    check(shot.has_colour(WHITE, (520, 580, 580, 640), least=300), "the start screen shows what the runs draw")

    # The larger network is opened, the smaller one compared with it.
    desktop.key("ctrl+shift+o")
    desktop.click(*CARDS[2])
    press(desktop, "the run in the title", OPEN_BUTTON, lambda: picture.name in desktop.title(studio.window))
    desktop.key("ctrl+shift+o")
    desktop.click(*CARDS[1])
    press(desktop, "Compare closes the sheet", COMPARE,
          lambda: not studio.shot("runs-compare").has_colour(ACCENT, SHEET_OPEN))
    desktop.wait_for("the other run's dashes above the curves",
                     lambda: studio.shot("runs-compare").has_colour(TEXT, DASHES, least=12))

    # Going on from an earlier moment makes a branch, listed under its run.
    runs = len(studio.run_files())
    press(desktop, "back in time", SLIDER, lambda: studio.shot("runs-branch").has_colour(ACCENT, SCRUBBED, least=20))
    press(desktop, "the branch", CONTINUE, lambda: len(studio.run_files()) == runs + 1)

    # A wider network races it.
    desktop.click(*FILE)
    desktop.click(*RACE)
    desktop.click(*LAYERS)
    desktop.type("64 64 64")
    desktop.key("Return")
    studio.shot("runs-race-sheet")
    press(desktop, "both runs of the race", START, lambda: len(studio.run_files()) == runs + 3)
    desktop.wait_for("B's drawing", lambda: studio.shot("runs-race").has_colour(WHITE, LEFT, least=900))
    check(newest_layers(studio, 2) == [[32, 32, 32], [64, 64, 64]],
          "a race is two new runs, with the settings of this one and of the sheet")

    # Its settings again, for the picture that is open: found by what it says.
    desktop.key("ctrl+shift+o")
    studio.shot("runs-branch")
    desktop.click(*FILTER)
    desktop.type("layers of 16")
    press(desktop, "a new run", USE, lambda: len(studio.run_files()) == runs + 4)
    desktop.wait_for("its layers", lambda: (studio.config() or {})["network"]["layers"] == [16, 16])
    check(True, "comparing, racing and using settings again kept every run")
