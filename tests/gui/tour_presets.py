"""User presets: saved from the current settings, chosen beside the built-in ones, imported by dropping a file on the window,
and used by the command line. A damaged preset is refused with one line of error."""

import json
import subprocess

from studio_test import check

FIT = ["--preset", "siren"]


def keep(studio, desktop, kept):
    studio.click("File", "Presets…", "preset name")
    desktop.type("Lions")
    studio.click("Save")
    desktop.wait_for("the preset's file", kept.exists)
    text = json.loads(kept.read_text())
    check(text["network"]["layers"] == [32, 32, 32], "the settings at the left are kept")
    check("data" not in text and "first_omega" not in text["network"], "and what is open stays open")
    studio.place("Lions")
    studio.settled("presets-sheet")
    desktop.key("Escape")


def share(studio, desktop, presets):
    sent, damaged = (studio.home / f"{name}.redraw-preset.json" for name in ("from a friend", "damaged"))
    sent.write_text(json.dumps({"preset": "grid", "network": {"layers": [24, 24]}, "schedule": {"epochs": 9}}))
    damaged.write_text('{"network": {"layers": [0]}}')
    for file in (damaged, sent):
        desktop.drop([file], (640, 300))
    desktop.wait_for("the dropped preset", (presets / sent.name).exists)
    check(not (presets / damaged.name).exists(), "a damaged one is not taken")
    studio.unfold("NETWORK")
    studio.click("preset", "from a friend")
    studio.has_runs(2)
    desktop.wait_for("a run with it", lambda: studio.config("network").get("layers") == [24, 24])
    config = studio.newest()["config"]
    check(config["preset"] == "grid" and config["schedule"]["epochs"] == 9, "a friend's preset is learned with")
    check(config["data"]["train_size"]["longer_side"] == 64, "and the picture's own size stays")
    return damaged


def tour(studio, desktop, picture):
    presets = studio.settings_file.parent / "presets"
    kept = presets / "Lions.redraw-preset.json"
    keep(studio, desktop, kept)
    damaged = share(studio, desktop, presets)
    fit = (studio.cli, "fit", picture, "-o", studio.home / "cli.redraw", "--force", "--train-size", "40", "--epochs", "2", "--preset")
    for name, status in (("Lions", 0), (kept, 0), (damaged, 1)):
        ended = subprocess.run([*fit, name], env=studio.environment, capture_output=True, text=True)
        check((ended.returncode, ended.stderr.count("\n")) == (status, status), f"redraw fit --preset {name} {ended.stderr.strip()}")
    check("layers[0]" in ended.stderr, "what is damaged in it is named")
