"""A picture in tiles: opened by the file that joins them, seen whole, panned and zoomed with nothing to wait for."""

import subprocess
import sys

from desktop import HERE, end_of
from studio_test import Studio, check

SUPPORT = HERE.parent / "support"


def OPEN(run, picture):
    return []


def shades(shot, box, step=4):
    x0, y0, x1, y1 = (int(side) for side in box)
    return {shot.pixel(x, y) for y in range(y0, y1, step) for x in range(x0, x1, step)}


def tour(studio, desktop, picture):
    studio.process.terminate()
    end_of(studio.process)
    large, out = picture.with_name("large.png"), picture.with_name("out")
    subprocess.run([sys.executable, SUPPORT / "large_picture.py", "1536", "1024", large], check=True)
    subprocess.run([studio.cli, "tiles", large, "--to", out, "--tile", "600", "--overlap", "32"], check=True, capture_output=True)
    tiles = sorted((out / "tiles").iterdir())
    check(len(tiles) == 6, "a picture of 1536 x 1024 is six tiles")
    for tile in tiles[:-1]:
        subprocess.run([studio.cli, "fit", tile, "-o", out / f"{tile.stem}.redraw", "--train-size", "original",
                        "--channels", "color", "--epochs", "4", "--parameters", "300k"], check=True, capture_output=True)

    tiled = Studio(desktop, studio.process.args[0], studio.cli, studio.home, out / "large.redraw-tiles")
    try:
        desktop.wait_for("the picture in the title", lambda: "large.png" in desktop.title(tiled.window))
        tiled.focus()
        pane = tiled.place("tiles")
        desktop.wait_for("its drawing", lambda: len(shades(tiled.shot("tiles-whole"), pane)) > 200)

        # Closer by the wheel, over what is drawn, then moved about.
        x, y = (pane[0] + pane[2]) / 2, (pane[1] + pane[3]) / 2
        desktop.move(x - 60, y - 40)
        for _ in range(6):
            desktop.xdotool("click", "4")
        desktop.wait_for("a closer look", lambda: len(shades(tiled.shot("tiles-closer"), pane)) > 200)
        tiled.frames.new()
        desktop.drag((x, y), (x - 200, y - 80))
        costs = sorted(frame["milliseconds"] for frame in tiled.frames.new())
        print(f"   {len(costs)} frames while it was dragged, {costs[len(costs) // 2]:.0f} ms in the middle, {costs[-1]:.0f} ms at most")
        tiled.click("100 %")
        desktop.wait_for("every pixel", lambda: len(shades(tiled.shot("tiles-pixels"), pane)) > 200)
        desktop.key("f")
        desktop.wait_for("the whole again", lambda: len(shades(tiled.shot("tiles-whole"), pane)) > 200)
        whole = len(shades(desktop.screenshot("tiles-before-zoom"), pane))
        desktop.key("plus")
        desktop.wait_for("a closer look", lambda: len(shades(desktop.screenshot("tiles-by-key"), pane)) != whole)
        check(True, "keys zoom")

        # The sixth is learned while one looks; then all of it can be exported.
        desktop.key("ctrl+e")
        tiled.place("Part")
        tiled.shot("tiles-export-missing")
        desktop.key("Escape")
        subprocess.run([studio.cli, "fit", tiles[-1], "-o", out / f"{tiles[-1].stem}.redraw", "--train-size", "original",
                        "--channels", "color", "--epochs", "4", "--parameters", "300k"], check=True, capture_output=True)
        exported = studio.home / "Pictures" / "large-768x512.png"

        def export():
            desktop.key("ctrl+e")
            tiled.click("50 %")
            tiled.shot("tiles-export")
            desktop.key("Return")
            desktop.key("Escape")
            return exported.exists()
        desktop.wait_for("the sixth tile to be taken up, and the export", export)
        size = subprocess.run(["identify", "-format", "%wx%h", str(exported)], check=True, capture_output=True, text=True).stdout
        check(size == "768x512", "a tile that is learned meanwhile is taken up, and the whole exported")
        subprocess.run([studio.cli, "export", out / "large.redraw-tiles", "-o", out / "cli.png", "--size", "768x512"], check=True,
                       capture_output=True)
        shot, cli = (subprocess.run(["convert", str(file), "-depth", "8", "rgb:-"], check=True, capture_output=True).stdout
                     for file in (exported, out / "cli.png"))
        check(shot == cli, "its bytes are those of the command line")
    finally:
        tiled.process.terminate()
        end_of(tiled.process)
