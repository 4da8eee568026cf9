"""A large picture: first trained at a smaller size, then at full size in minibatches, and sharp when zoomed in."""

import subprocess

OPEN = False
DRAWING = (520, 122, 1240, 660)  # the drawing's place in the layout at 1280 x 800
MIDDLE = (750, 391, 840, 392)
OWN_SIZE = "Full size"


def tour(studio, desktop, picture):
    large = picture.with_name("large.png")
    # A pattern of vertical lines one pixel wide, in the middle: only a run at full size can draw it.
    subprocess.run(["convert", "-size", "1800x1200", "gradient:tomato-steelblue", "-fill", "white", "-draw",
                    "circle 500,400 500,600", "-fill", "black", "-pointsize", "200", "-annotate", "+700+1000", "Large",
                    "-size", "300x300", "pattern:vertical3", "-geometry", "+750+450", "-composite",
                    "-depth", "8", f"PNG24:{large}"], check=True)

    def shades(name, least, box=DRAWING, step=3):
        desktop.wait_for(f"{name}: {least} shades", lambda: len(set(desktop.screenshot(name).colours(box, step))) > least)

    studio.start(large)
    studio.titled(large.name)
    studio.focus()
    shades("large-smaller", 100)
    studio.unfold("PICTURE")
    studio.click("Learn at")
    studio.place(OWN_SIZE)
    studio.click(OWN_SIZE)
    studio.has_runs(3)
    foot = studio.place("Learn at")[3]  # the text below states how many pixels a step uses
    shades("large-own-size", 10, (20, foot + 10, 130, foot + 20), 1)
    shades("large-own-size", 100)

    def closer():
        # Called repeatedly: before the new run's first frame, the key zooms the smaller picture to 100 %.
        studio.act("Zoom to 100 %")
        row = [sum(pixel) for pixel in desktop.screenshot("large-detail").colours(MIDDLE)]
        return sum(abs(a - b) > 300 for a, b in zip(row, row[1:])) > 20

    desktop.wait_for("every pixel of the picture", closer)
