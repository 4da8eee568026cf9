"""The settings window: a choice takes effect at once and survives a restart, and Help opens the guide
installed with the program."""

from studio_test import check

LIGHT = 200  # of 255: brighter than this is the light theme
FIT = ["--until-seconds", "0"]  # a new run with steps left to train


def tour(studio, desktop, picture):
    def keep(**wanted):
        desktop.wait_for(f"the settings {wanted}", lambda: {name: studio.settings().get(name) for name in wanted} == wanted)

    def close():
        desktop.key("Escape")
        studio.without("Theme")

    # Changes settings.
    desktop.key("ctrl+comma")
    studio.place("Theme")
    studio.settled("settings")
    studio.click("Light")
    studio.seen("settings-light", lambda shot: shot.pixel(700, 150)[0] > LIGHT)
    studio.click("quiet mode", "Learn half of the time")
    close()
    keep(duty_percent=50, theme="light")

    # Checks the theme after a restart, then resets the settings.
    studio.end()
    studio.open(studio.run_files()[-1], picture.name)
    check(studio.shot("settings-again").pixel(700, 8)[0] > LIGHT, "after a restart the theme is what it was")
    desktop.key("ctrl+comma")
    studio.click("Dark", "quiet mode", "Off: learn all the time")
    close()

    studio.click("Help", "Guide")
    desktop.wait_for("the guide", lambda: studio.opened.exists() and "guide" in studio.opened.read_text())
    with open(studio.opened.read_text(), encoding="utf-8") as guide:
        check("images/studio.png" in guide.read(), "Help opens the guide that is on this machine")
