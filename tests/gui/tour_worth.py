"""What an export is worth: every method in the table of the export sheet, the one that draws the file framed."""

from studio_test import check, settled

FRAME = (0xF5, 0xA5, 0x24)  # the accent as a line


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    desktop.key("ctrl+e")
    x0, _, x1, y1 = studio.place("detail")
    table = (x0, y1 + 6, x1, y1 + 76)
    desktop.wait_for("the frame", lambda: studio.shot("worth-table").has_colour(FRAME, table, least=20))
    settled(studio, desktop)
    studio.shot("worth-table")
    check(True, "the sheet frames the method that draws the file")
    desktop.key("Escape")
