"""Runs in the studio: listed with thumbnails, compared, branched, raced, renamed and moved to the trash."""

from studio_test import check

OPEN = False  # no run is open: the start screen is shown
WHITE, TEXT = (255, 255, 255), (0xE8, 0xEA, 0xEE)
DASHES = (424, 672, 456, 688)  # the compared run's dashed line above the curves, in the layout at 1280 x 800
# Indices of the picture's runs among the controls named after it: those of the sheet, drawn last, are the last two.
NEWER, OLDER = -2, -1


def tour(studio, desktop, picture):
    second = studio.runs / "a cub 2026-01-02 10-00-00.redraw"
    studio.redraw("fit", picture, "-o", second, "--train-size", "64", "--layers", "13,13", "--epochs", "200", "--until-psnr", "99")
    (studio.runs / "torn 2026-01-03 10-00-00.redraw").write_bytes(second.read_bytes()[:20000])
    studio.start()

    def list_runs(filtered=None):
        studio.act("All runs")
        studio.place("Use its settings")
        if filtered:
            studio.click("filter")
            desktop.type(filtered)

    def layers(run):
        return studio.info(run)["config"]["network"]["layers"]

    def named(name):
        return [run for run in studio.run_files() if studio.info(run).get("picture") == name]

    def pictured(shot):
        """Returns whether the run's card shows its thumbnail at the left."""
        x0, y0, _, y1 = studio.place("a cub.png")
        return shot.has_colour(WHITE, (x0, y0, x0 + (y1 - y0), y1), least=300)

    # Opening the sheet also reads the runs for the start screen, which shows the same cards.
    list_runs()
    studio.seen("runs-sheet", pictured)
    desktop.key("Escape")
    check(pictured(studio.shot("runs-start")), "the start screen shows what the runs draw")

    # Opens the larger network and compares the smaller one with it.
    list_runs()
    studio.click("a cub.png", which=OLDER)
    studio.click("Open")
    studio.titled(picture.name)
    list_runs()
    studio.click("a cub.png", which=NEWER)
    studio.click("Compare")
    studio.without("Compare")
    studio.seen("runs-compare", lambda shot: shot.has_colour(TEXT, DASHES, least=12))  # the dashes above the curves

    # Continuing from an earlier moment makes a branch, listed under its run.
    desktop.click(*studio.on_slider(0.63))
    studio.place("Back to now")
    studio.click("Continue from here")
    studio.has_runs(4)

    # Races against a wider network: two new runs, one with the current settings, one with the sheet's.
    studio.click("File", "Race…")
    studio.enter("layers", "64 64 64")
    studio.click("Start the race")
    studio.has_runs(6)
    studio.seen("runs-race", lambda shot: shot.has_colour(WHITE, studio.place("left pane"), least=900))
    race = sorted(studio.runs.glob("a cub *.redraw"), key=lambda run: run.name)[-2:]
    check(sorted(map(layers, race)) == [[32, 32, 32], [64, 64, 64]], "a race has the settings of this run and of the sheet")

    # Uses another run's settings for the open picture; finds that run by its description in the list.
    list_runs()
    studio.shot("runs-branch")
    desktop.key("Escape")
    list_runs("layers of 13")
    studio.click("Use its settings")
    studio.has_runs(7)
    desktop.wait_for("its layers", lambda: studio.config("network").get("layers") == [13, 13])

    # Renames a run, chooses several, moves them to the trash and puts them back.
    list_runs("layers of 64")
    studio.click("a cub.png")
    desktop.key("F2")
    studio.place("new name")
    desktop.type("Wide net")
    studio.click("Rename")
    desktop.wait_for("the new name in the file", lambda: named("Wide net"))
    studio.place("Wide net")
    desktop.key("Down", "Up", "ctrl+a", "Delete")
    studio.has_runs(6)
    check(not named("Wide net"), "a run is renamed, and goes to the trash")
    studio.click("Put back")
    studio.has_runs(7)
    check(named("Wide net"), "and comes back")
