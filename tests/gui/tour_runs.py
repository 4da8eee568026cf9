"""Runs as things one keeps: listed with their drawings, compared, branched, raced, renamed, thrown away."""

from studio_test import check

OPEN = False  # the start screen comes first
WHITE, TEXT = (255, 255, 255), (0xE8, 0xEA, 0xEE)
DASHES = (424, 470, 456, 486)  # of the layout at 1280 x 800
NEWER, OLDER = -2, -1  # of the two runs of that picture, in the list that is drawn last: the sheet


def tour(studio, desktop, picture):
    second = studio.runs / "a cub 2026-01-02 10-00-00.redraw"
    studio.redraw("fit", picture, "-o", second, "--train-size", "64", "--layers", "16,16", "--epochs", "200", "--until-psnr", "99")
    (studio.runs / "torn 2026-01-03 10-00-00.redraw").write_bytes(second.read_bytes()[:20000])
    studio.start()

    def list_runs(filtered=None):
        desktop.key("ctrl+shift+o")
        if filtered:
            studio.click("filter")
            desktop.type(filtered)

    def layers(run):
        return studio.info(run)["config"]["network"]["layers"]

    def named(name):
        return [run for run in studio.run_files() if studio.info(run).get("picture") == name]

    def pictured(shot):
        """The small drawing at the left of a run's card."""
        x0, y0, _, y1 = studio.place("a cub.png")
        return shot.has_colour(WHITE, (x0, y0, x0 + (y1 - y0), y1), least=300)

    # The start screen has the cards of the sheet, for which the folder is read.
    list_runs()
    studio.seen("runs-sheet", pictured)
    desktop.key("Escape")
    check(pictured(studio.shot("runs-start")), "the start screen shows what the runs draw")

    # The larger network is opened, the smaller one compared with it.
    list_runs()
    studio.click("a cub.png", which=OLDER)
    studio.click("Open")
    studio.titled(picture.name)
    list_runs()
    studio.click("a cub.png", which=NEWER)
    studio.click("Compare")
    studio.without("Compare")
    studio.seen("runs-compare", lambda shot: shot.has_colour(TEXT, DASHES, least=12))  # above the curves

    # Going on from an earlier moment makes a branch, listed under its run.
    desktop.click(*studio.on_slider(0.63))
    studio.place("Back to now")
    studio.click("Continue from here")
    studio.has_runs(4)

    # A wider network races it: two new runs, with the settings of this one and of the sheet.
    studio.click("File", "Race…")
    studio.enter("layers", "64 64 64")
    studio.click("Start the race")
    studio.has_runs(6)
    studio.seen("runs-race", lambda shot: shot.has_colour(WHITE, studio.place("left pane"), least=900))
    race = sorted(studio.runs.glob("a cub *.redraw"), key=lambda run: run.name)[-2:]
    check(sorted(map(layers, race)) == [[32, 32, 32], [64, 64, 64]], "a race has the settings of this run and of the sheet")

    # Settings of a run again, for the picture that is open: found by what the list says of it.
    list_runs()
    studio.shot("runs-branch")
    desktop.key("Escape")
    list_runs("layers of 16")
    studio.click("Use its settings")
    studio.has_runs(7)
    desktop.wait_for("its layers", lambda: studio.config("network").get("layers") == [16, 16])

    # Renamed, several chosen, moved to the trash and put back.
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
