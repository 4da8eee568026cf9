"""A race of four networks on one picture: its sheet, panes, curves and finish line; after a kill all four runs are intact."""

from studio_test import check

WHITE = (255, 255, 255)
PANES = ("left pane", "right pane", "third pane", "fourth pane")


def tour(studio, desktop, picture):
    studio.click("File", "Race…")
    foot = studio.place("Start the race")
    studio.enter("layers", "64 64 64")
    studio.click("Add", "Add")
    check(studio.place("Start the race") == foot, "the sheet of a race keeps its size, whoever races")
    studio.enter("finish line", "30")
    studio.shot("race-sheet")
    studio.click("Start the race")
    studio.has_runs(5)
    studio.seen("race", lambda shot: all(shot.has_colour(WHITE, studio.place(pane), least=300) for pane in PANES))
    check(all(studio.place("drawing label")[0] <= x0 for x0, *_ in studio.frames.places("reference label")), "A stands on the left")
    desktop.wait_for("what differs", lambda: any(studio.has(f"{count} settings differ") for count in range(2, 25)))

    # Presents the race as on a projector.
    studio.focus()
    desktop.key("F5")
    for racer in "ABCD":
        studio.place(f"racer {racer}")
    studio.place("curves plot")
    studio.shot("race-podium")
    desktop.key("F5")

    # Compares two of the networks across the wipe.
    studio.act("Compare with something else")
    desktop.key("2")
    studio.place("wipe")
    desktop.key("1")

    studio.share("Film")
    studio.click("race film" if studio.has("race film") else "The race")
    studio.shot("race-film-sheet")
    studio.click("GIF")
    desktop.key("Return")
    desktop.wait_for("the film", lambda: list(studio.home.rglob("a cub-film.gif")))

    # Kills the studio in the middle of the race: every run file must be intact, with its steps.
    race = sorted(studio.run_files(), key=lambda run: run.name)[-4:]
    steps = lambda: [studio.info(run).get("step", 0) for run in race]
    desktop.wait_for("each to be on disk with steps", lambda: all(steps()))
    before = steps()
    studio.kill()
    check(all(now >= then for now, then in zip(steps(), before)), "a kill loses none of the four")
    check(len({studio.info(run)["config"]["preset"] for run in race}) >= 2, "each learned with its own settings")
