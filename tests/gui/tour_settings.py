"""The settings window: a choice takes effect at once and survives a restart, keys can be changed, and Help opens the guide
installed with the program."""

from studio_test import check

LIGHT = 200  # of 255: brighter than this is the light theme
FIT = ["--until-seconds", "0"]  # a new run with steps left to train


def tour(studio, desktop, picture):
    def keep(**wanted):
        desktop.wait_for(f"the settings {wanted}", lambda: {name: studio.settings().get(name) for name in wanted} == wanted)

    def open_keys():
        desktop.key("ctrl+comma")
        studio.click("Keys")
        studio.place("One step")

    def close():
        desktop.key("Escape")
        studio.without("Keys")

    def steps_by(key):
        before = studio.step()
        desktop.key(key)
        desktop.wait_for(f"a step by {key}", lambda: studio.step() == before + 1)

    # Gives an action a free key.
    open_keys()
    studio.click("N")
    studio.place("Press keys…")
    desktop.key("Tab", "F7")
    studio.place("F7")
    check(not studio.has("Press keys…"), "Tab cannot be taken, F7 is")
    keep(keys={"step": "F7"})
    close()
    desktop.key("n")
    desktop.handled()
    check(studio.step() == 0, "the old key does nothing")
    steps_by("F7")

    # Gives an action the key of another action.
    open_keys()
    studio.click("F7")
    desktop.key("ctrl+e")
    studio.place("Use it")
    studio.shot("settings-keys")
    studio.click("Use it")
    keep(keys={"step": "Ctrl+E", "export_picture": ""})
    close()
    steps_by("ctrl+e")
    check(not studio.has("Cancel"), "a key that is taken from another action does what it is taken for")

    # Changes settings of the first page.
    desktop.key("ctrl+comma")
    studio.place("Theme")
    studio.settled("settings")
    studio.click("Light")
    studio.seen("settings-light", lambda shot: shot.pixel(700, 150)[0] > LIGHT)
    studio.click("quiet mode", "Train half of the time")
    close()
    keep(duty_percent=50, theme="light")

    # Checks the theme and the changed key after a restart, then resets all settings.
    studio.end()
    studio.open(studio.run_files()[-1], picture.name)
    check(studio.shot("settings-again").pixel(700, 8)[0] > LIGHT, "after a restart the theme is what it was")
    steps_by("ctrl+e")
    open_keys()
    studio.click("Reset all")
    keep(keys={})
    studio.click("General", "Dark", "quiet mode", "Off: train all the time")
    close()
    before = studio.step()
    studio.open_export()
    check(studio.step() == before, "and back to their own")
    desktop.key("Escape")

    studio.click("Help", "Guide")
    desktop.wait_for("the guide", lambda: studio.opened.exists() and "guide" in studio.opened.read_text())
    with open(studio.opened.read_text(), encoding="utf-8") as guide:
        check("images/studio.png" in guide.read(), "Help opens the guide that is on this machine")
