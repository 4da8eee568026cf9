"""The window as a whole."""


def tour(studio, desktop, picture):
    studio.shot("window")
