"""Takes a screenshot of the whole window."""


def tour(studio, desktop, picture):
    studio.shot("window")
