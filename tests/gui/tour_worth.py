"""What an export is worth: the network beside four interpolations in the export sheet, the closest one framed."""

from studio_test import check, settled

FRAME, TABLE = (0xF5, 0xA5, 0x24), (380, 380, 900, 520)  # the accent as a line; where the table is at 1280 x 800


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    desktop.key("ctrl+e")
    desktop.wait_for("the closest one's frame", lambda: studio.shot("worth-table").has_colour(FRAME, TABLE, least=20))
    settled(studio, desktop)
    studio.shot("worth-table")
    check(True, "the sheet frames what is closest to the original")
    desktop.key("Escape")
