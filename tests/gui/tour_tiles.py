"""A picture in tiles: opened by its .redraw-tiles file, seen whole, panned and zoomed without waiting."""

import subprocess
import sys

from desktop import HERE, Screenshot
from studio_test import check

OPEN = False


def tour(studio, desktop, picture):
    large, out = picture.with_name("large.png"), picture.with_name("out")
    joined = out / "large.redraw-tiles"
    subprocess.run([sys.executable, HERE.parent / "support" / "large_picture.py", "1536", "1024", large], check=True)
    studio.redraw("tiles", large, "--to", out, "--tile", 600, "--overlap", 32)
    tiles = sorted((out / "tiles").iterdir())
    check(len(tiles) == 6, "a picture of 1536 x 1024 is six tiles")

    def fit(tile):
        studio.redraw("fit", tile, "-o", out / f"{tile.stem}.redraw", "--train-size", "original", "--channels", "color",
                      "--epochs", "4", "--parameters", "300k")

    for tile in tiles[:-1]:
        fit(tile)
    studio.start(joined)
    studio.titled("large.png")
    studio.focus()
    pane = studio.place("tiles")

    def shades(shot):
        return len(set(shot.colours(pane, 4)))

    def drawn(name):
        studio.seen(name, lambda shot: shades(shot) > 200)

    drawn("tiles-whole")
    # Zooms in by the wheel over the drawing, then pans.
    x, y = (pane[0] + pane[2]) / 2, (pane[1] + pane[3]) / 2
    desktop.move(x - 60, y - 40)
    desktop.wheel(6)
    drawn("tiles-closer")
    studio.frames.new()
    desktop.drag((x, y), (x - 200, y - 80))
    costs = sorted(frame["milliseconds"] for frame in studio.frames.new())
    print(f"   {len(costs)} frames while it was dragged, {costs[len(costs) // 2]:.0f} ms in the middle, {costs[-1]:.0f} ms at most")
    studio.click("100 %")
    drawn("tiles-pixels")
    desktop.key("f")
    drawn("tiles-whole")
    whole = shades(desktop.screenshot("tiles-before-zoom"))
    desktop.key("plus")
    desktop.wait_for("a closer look", lambda: shades(desktop.screenshot("tiles-by-key")) != whole)

    # The sixth tile is trained while the picture is open; then the whole picture can be exported.
    desktop.key("ctrl+e")
    studio.place("Part")
    desktop.key("Escape")
    fit(tiles[-1])
    exported = studio.pictures / "large-768x512.png"

    def export():
        desktop.key("ctrl+e")
        studio.click("50 %")
        desktop.key("Return", "Escape")
        return exported.exists()
    desktop.wait_for("the sixth tile to be taken up, and the export", export)
    studio.redraw("export", joined, "-o", out / "cli.png", "--size", "768x512")
    written, by_cli = Screenshot(exported), Screenshot(out / "cli.png")
    check((written.width, written.height) == (768, 512), "the whole is exported")
    check(written.bytes == by_cli.bytes, "its bytes are those of the command line")
