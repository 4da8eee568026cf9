"""Files for monkey.py to drop: pictures and runs, some of them damaged."""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from harness import blobs, write_png  # noqa: E402


def make_food(folder, cli):
    """Makes every file of monkey_plan.DROPS except "not there.png"."""
    folder.mkdir()
    write_png(folder / "gray.png", 64, 48, blobs)
    write_png(folder / "dot.png", 1, 1, blobs)
    for name, arguments in (("colour.jpg", ["-size", "120x80", "plasma:tomato-blue"]),
                            ("deep.png", ["-size", "40x60", "gradient:black-white", "-depth", "16"]),
                            ("clear.png", ["-size", "50x50", "xc:none", "-fill", "red", "-draw", "circle 25,25 25,5"]),
                            ("wide.gif", ["-size", "5000x1", "gradient:"])):
        subprocess.run(["convert", *arguments, str(folder / name)], check=True)
    (folder / "cut.png").write_bytes((folder / "gray.png").read_bytes()[:-400])
    (folder / "page.png").write_text("<html>404</html>")
    (folder / "empty.png").touch()
    (folder / "a folder").mkdir()
    (folder / "numbers.csv").write_text("x,y,pixel_value\n" + "".join(
        f"{x},{y},{(x + y) * 16}\n" for y in range(8) for x in range(8)))
    subprocess.run([cli, "fit", "gray.png", "-o", "run.redraw", "--layers", "16", "--epochs", "50", "--threads", "1"],
                   cwd=folder, stdout=subprocess.DEVNULL, check=True)
    damaged = bytearray((folder / "run.redraw").read_bytes())
    damaged[len(damaged) // 2:len(damaged) // 2 + 64] = b"\xff" * 64
    (folder / "damaged.redraw").write_bytes(damaged)
