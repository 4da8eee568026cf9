"""The drawing is dragged by its label into another program, which gets the file an export would have written, however quickly
it was let go; Escape and the studio's own window take nothing; what was exported is dragged by its sentence."""

import pathlib
import subprocess
import urllib.parse

from desktop import HERE, SYSTEM_PYTHON, check_line, end_of
from studio_test import check, settled


def pixels(path):
    return subprocess.run(["convert", str(path), "-depth", "8", "rgb:-"], check=True, capture_output=True).stdout


class Target:
    """Another program's window, and what it says."""

    def __init__(self, desktop):
        self.process = desktop.start([SYSTEM_PYTHON, str(HERE / "drop_window.py")], stdout=subprocess.PIPE, text=True)
        check_line(self.process, "there")
        window = desktop.window("redraw-drop-window")
        desktop.xdotool("windowraise", window)

        def placed():  # where the window manager has it in the end
            desktop.xdotool("windowmove", "--sync", window, 4, 660)
            return dict(line.split("=") for line in desktop.xdotool("getwindowgeometry", "--shell", window).splitlines())
        geometry = desktop.wait_for("a place for it", lambda: int((at := placed())["X"]) < 40 and at)
        self.middle = ((int(geometry["X"]) + 80) / desktop.scale, (int(geometry["Y"]) + 60) / desktop.scale)

    def says(self, wanted):
        check_line(self.process, wanted)

    def dropped(self):
        """The file that it got."""
        self.says_left = self.process.stdout.readline().strip()
        words = (self.says_left if self.says_left.startswith("dropped") else self.process.stdout.readline().strip()).split()
        check(words and words[0] == "dropped" and len(words) == 2, f"it was dropped: {' '.join(words)}")
        return pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(words[1]).path))

    def close(self):
        self.process.stdout.close()
        self.process.terminate()
        end_of(self.process)


def tour(studio, desktop, picture):
    desktop.wait_for("the run in the title", lambda: picture.name in desktop.title(studio.window))
    studio.focus()
    settled(studio, desktop)
    target = Target(desktop)
    label = studio.middle("drawing label")
    runs = len(studio.run_files())

    def over():
        target.says("over")
        desktop.screenshot("drag-out")
    desktop.drag(label, target.middle, before_end=over)
    file = target.dropped()
    wanted = studio.home / "wanted.png"
    size = subprocess.run(["identify", "-format", "%wx%h", str(picture)], check=True, capture_output=True, text=True).stdout
    subprocess.run([studio.cli, "export", str(studio.run_files()[-1]), "-o", str(wanted), "--size", size], check=True,
                   capture_output=True)
    check(file.name.startswith(picture.stem) and file.suffix == ".png", f"it is called {file.name}")
    check(pixels(file) == pixels(wanted), f"it is the drawing at the picture's own size, {size}")

    desktop.drag(label, target.middle, steps=2, pause=0)
    target.says("over")
    again = target.dropped()
    check(again != file and pixels(again) == pixels(wanted), "however quickly it is let go")

    def escape():
        target.says("over")
        desktop.key("Escape")
        target.says("left")
    desktop.drag(label, target.middle, before_end=escape)
    check(True, "Escape takes it back")
    desktop.drag(label, (640, 500))
    check(not studio.has("drop target") and len(studio.run_files()) == runs, "its own window takes nothing")

    exported = studio.home / "Pictures" / f"{picture.stem}-200.png"
    desktop.key("ctrl+e")
    studio.place("Keep aspect")
    desktop.key("Return")
    desktop.wait_for(f"{exported.name}", exported.is_file)
    sentence = studio.middle("drag the file")

    def over_again():
        target.says("over")
    desktop.drag(sentence, target.middle, before_end=over_again)
    check(target.dropped() == exported, "what was exported is dragged by its sentence")
    target.close()
