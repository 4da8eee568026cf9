"""Runs as things one keeps: listed with their drawings, compared, branched, raced."""

import json
import subprocess

from studio_test import check

WHITE, TEXT = (255, 255, 255), (0xE8, 0xEA, 0xEE)
DASHES = (424, 470, 456, 486)  # of the layout at 1280 x 800
NEWER, OLDER = -2, -1  # of the two runs of that picture, in the list that is drawn last: the sheet


def OPEN(run, picture):
    return []  # the start screen comes first


def newest_layers(studio, count):
    """Of the runs made last, by what the command line says of them."""
    newest = sorted(studio.runs.glob("a cub *.redraw"), key=lambda run: run.name)[-count:]
    return sorted(json.loads(subprocess.run([studio.cli, "info", run, "--json"], check=True, capture_output=True).stdout)
                  ["config"]["network"]["layers"] for run in newest)


def name_of(studio, run):
    return json.loads(subprocess.run([studio.cli, "info", run, "--json"], capture_output=True).stdout or "{}").get("picture")


def pictured(shot, card):
    """The small drawing at the left of a run's card."""
    x0, y0, _, y1 = card
    return shot.has_colour(WHITE, (x0, y0, x0 + (y1 - y0), y1), least=300)


def tour(studio, desktop, picture):
    second = studio.runs / "a cub 2026-01-02 10-00-00.redraw"
    subprocess.run([studio.cli, "fit", picture, "-o", second, "--train-size", "64", "--layers", "16,16", "--epochs", "200",
                    "--until-psnr", "99"], check=True, capture_output=True)
    damaged = studio.runs / "torn 2026-01-03 10-00-00.redraw"
    damaged.write_bytes(second.read_bytes()[:20000])

    # The folder is read again for the sheet; the start screen below shows the same cards.
    desktop.key("ctrl+shift+o")
    desktop.wait_for("small drawings in the list",
                     lambda: pictured(studio.shot("runs-sheet"), studio.place("a cub.png")))
    desktop.key("Escape")
    check(pictured(studio.shot("runs-start"), studio.place("a cub.png")), "the start screen shows what the runs draw")

    # The larger network is opened, the smaller one compared with it.
    desktop.key("ctrl+shift+o")
    studio.click("a cub.png", OLDER)
    studio.click("Open")
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    desktop.key("ctrl+shift+o")
    studio.click("a cub.png", NEWER)
    studio.click("Compare")
    desktop.wait_for("the sheet to close", lambda: not studio.has("Compare"))
    desktop.wait_for("the other run's dashes above the curves",
                     lambda: studio.shot("runs-compare").has_colour(TEXT, DASHES, least=12))

    # Going on from an earlier moment makes a branch, listed under its run.
    runs = len(studio.run_files())
    desktop.click(*studio.on_slider(0.63))
    studio.place("Back to now")
    studio.click("Continue from here")
    desktop.wait_for("the branch", lambda: len(studio.run_files()) == runs + 1)

    # A wider network races it.
    studio.click("File")
    studio.click("Race…")
    studio.click("layers")
    desktop.type("64 64 64")
    desktop.key("Return")
    studio.click("Start the race")
    desktop.wait_for("both runs of the race", lambda: len(studio.run_files()) == runs + 3)
    desktop.wait_for("B's drawing", lambda: studio.shot("runs-race").has_colour(WHITE, studio.place("left pane"), least=900))
    check(newest_layers(studio, 2) == [[32, 32, 32], [64, 64, 64]],
          "a race is two new runs, with the settings of this one and of the sheet")

    # Its settings again, for the picture that is open: found by what it says.
    desktop.key("ctrl+shift+o")
    studio.shot("runs-branch")
    studio.click("filter")
    desktop.type("layers of 16")
    studio.click("Use its settings")
    desktop.wait_for("a new run", lambda: len(studio.run_files()) == runs + 4)
    desktop.wait_for("its layers", lambda: (studio.config() or {})["network"]["layers"] == [16, 16])
    check(True, "comparing, racing and using settings again kept every run")

    # Friction 7: renamed, several chosen, moved to the trash and put back.
    named = lambda name: [run for run in studio.run_files() if name_of(studio, run) == name]
    before = len(studio.run_files())
    desktop.key("ctrl+shift+o")
    studio.click("filter")
    desktop.type("layers of 64")
    studio.click("a cub.png")
    desktop.key("F2")
    studio.place("new name")
    desktop.type("Wide net")
    studio.click("Rename")
    desktop.wait_for("the new name in the file", lambda: named("Wide net"))
    studio.place("Wide net")
    desktop.key("Down")
    desktop.key("Up")
    desktop.key("ctrl+a")
    desktop.key("Delete")
    desktop.wait_for("both to be in the trash",
                     lambda: len(studio.run_files()) == before - 1 and not named("Wide net"))
    studio.shot("runs-trash")
    studio.click("Put back")
    desktop.wait_for("it to be back", lambda: len(studio.run_files()) == before and named("Wide net"))
    desktop.key("Escape")
    check(True, "a run is renamed, goes to the trash and comes back")
