"""Presets of one's own: kept from what is set, chosen beside the built-in ones, shared as a small file that is dropped on the
window, and read by the command line. A damaged one ends in a sentence."""

import json
import subprocess

from studio_test import check, settled

FIT = ["--preset", "siren"]


def presets(studio):
    return studio.home / "config" / "redraw" / "presets"


def keep(studio, desktop):
    studio.click("File")
    studio.click("Presets…")
    studio.click("preset name")
    desktop.type("Lions")
    studio.click("Save")
    kept = presets(studio) / "Lions.redraw-preset.json"
    desktop.wait_for("the preset's file", kept.exists)
    text = json.loads(kept.read_text())
    check(text["network"]["layers"] == [32, 32, 32], "the settings at the left are kept")
    check("data" not in text and "first_omega" not in text["network"], "and what is open stays open")
    desktop.wait_for("it in the list", lambda: studio.has("Lions"))
    settled(studio, desktop)
    studio.shot("presets-sheet")
    desktop.xdotool("windowsize", "--sync", studio.window, *desktop.pixels(800, 520))
    studio.drawn()
    x0, y0, x1, y1 = studio.place("Import…")
    check(x0 > 0 and x1 < 800 and y1 < 520, "all of it is seen in a small window")
    desktop.xdotool("windowsize", "--sync", studio.window, *desktop.pixels(1280, 800))
    desktop.key("Escape")
    return kept


def choose(studio, desktop, name):
    studio.click("preset")
    studio.place(name)
    studio.shot("presets-list")
    studio.click(name)


def share(studio, desktop, kept):
    sent = studio.home / "from a friend.redraw-preset.json"
    sent.write_text(json.dumps({"preset": "grid", "network": {"layers": [24, 24]}, "schedule": {"epochs": 9}}))
    desktop.drop([sent], (640, 300))
    desktop.wait_for("the dropped preset", (presets(studio) / sent.name).exists)
    damaged = studio.home / "damaged.redraw-preset.json"
    damaged.write_text('{"network": {"layers": [0]}}')
    desktop.drop([damaged], (640, 300))
    studio.drawn()
    studio.shot("presets-damaged")
    check(not (presets(studio) / damaged.name).exists(), "a damaged one is not taken")
    runs = len(studio.run_files())
    choose(studio, desktop, "from a friend")
    desktop.wait_for("a run with it", lambda: len(studio.run_files()) == runs + 1 and studio.config()["network"]["layers"] == [24, 24])
    check(studio.config()["preset"] == "grid" and studio.config()["schedule"]["epochs"] == 9, "a friend's preset is learned with")
    check(studio.config()["data"]["train_size"]["longer_side"] == 64, "and the picture's own size stays")


def on_the_command_line(studio, picture):
    def fit(name):
        return subprocess.run([studio.cli, "fit", picture, "-o", studio.home / "cli.redraw", "--force", "--train-size", "40",
                               "--epochs", "2", "--preset", name], env=dict(studio.environment), capture_output=True, text=True)
    for name in ("Lions", str(presets(studio) / "Lions.redraw-preset.json")):
        check(fit(name).returncode == 0, f"redraw fit --preset {name}")
    wrong = fit(str(studio.home / "damaged.redraw-preset.json"))
    check(wrong.returncode == 1 and wrong.stderr.count("\n") == 1 and "layers[0]" in wrong.stderr, wrong.stderr.strip())


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    settled(studio, desktop)
    kept = keep(studio, desktop)
    share(studio, desktop, kept)
    on_the_command_line(studio, picture)
