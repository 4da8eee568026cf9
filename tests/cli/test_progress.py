"""Tests the line of progress in terminals of several widths: it never wraps, so that it stays one line."""
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import termios
import unicodedata

from harness import SMALL, CliTest

ENOUGH = 6  # updates of the line before a test resizes the terminal


class Screen:
    """A terminal of one width that keeps every row, so that leftovers stay visible."""

    def __init__(self, columns):
        self.columns, self.rows, self.column, self.wrapped, self.updates = columns, [""], 0, [], 0

    def show(self, text):
        for part in re.split("(\r|\n|\x1b\\[K)", text):
            if part == "\r":
                self.column = 0
                self.updates += 1
            elif part == "\n":
                self.rows.append("")
                self.column = 0
            elif part == "\x1b[K":
                self.rows[-1] = self.rows[-1][:self.column]
            else:
                self.put(part)

    def put(self, part):
        for letter in part:
            wide = 2 if unicodedata.east_asian_width(letter) in "WF" else 1
            if self.column + wide > self.columns:
                self.wrapped.append(part)
                self.rows.append("")
                self.column = 0
            self.rows[-1] = self.rows[-1][:self.column].ljust(self.column) + letter + self.rows[-1][self.column + 1:]
            self.column += wide


class Progress(CliTest):
    PICTURE = (40, 30)

    def watched(self, columns, *arguments, resized=None, shown=None, **environment):
        """Runs the program with its standard error on a terminal, which is `shown` columns wide and says `columns`."""
        ours, theirs = self.terminal()
        resize(theirs, columns)
        process = self.start(*arguments, stdout=subprocess.DEVNULL, stderr=theirs,
                             env={**self.environment, "TERM": "xterm", **environment})
        os.close(theirs)
        screen = Screen(shown or columns)
        while (text := read(ours)) is not None:
            screen.show(text)
            if resized and screen.updates > ENOUGH and process.poll() is None:
                os.kill(process.pid, signal.SIGSTOP)
                while select.select([ours], [], [], 0.2)[0]:
                    screen.show(read(ours))
                resize(ours, resized)
                screen.columns, resized = resized, None
                os.kill(process.pid, signal.SIGCONT)
        os.close(ours)
        self.assertEqual(process.wait(), 0, screen.rows)
        self.assertEqual([line for line in screen.wrapped if not line.startswith(("redraw: ", "A copy learns"))], [])
        self.assertGreater(screen.updates, 0)
        rows = [row.strip() for row in screen.rows]
        self.assertEqual([row for row in rows if "left" in row or "░" in row or "%" in row], [], "cleared at the end")

    def test_learning(self):
        for columns in (20, 40, 80, 100, 200):
            with self.subTest(columns=columns):
                self.watched(columns, "fit", "picture.png", "-o", "run.redraw", "--force", *SMALL[:2], "--epochs", "4000", *SMALL[4:])

    def test_resized_meanwhile(self):
        for columns, resized in ((100, 40), (40, 20), (20, 200)):
            with self.subTest(columns=columns, resized=resized):
                self.watched(columns, "fit", "picture.png", "-o", "run.redraw", "--force", *SMALL[:2], "--time", "3s",
                             *SMALL[4:], resized=resized)

    def test_the_whole_picture_in_tiles(self):
        self.write("large.png", 1600, 20)
        for columns in (20, 80):
            self.watched(columns, "fit", "large.png", "-o", "run.redraw", "--force", "--whole", "--epochs", "1", "--threads", "1")

    def test_other_work(self):
        name = "\u753b" * 20 + "a" * 60
        self.fit()
        for columns in (20, 40, 80, 200):
            with self.subTest(columns=columns):
                self.watched(columns, "export", "run.redraw", "-o", name + ".png", "--size", "1500")
                self.watched(columns, "timelapse", "run.redraw", "-o", name + ".gif", "--size", "200")
                self.watched(columns, "enlarge", "picture.png", "-o", name + ".png", "--epochs", "4")
                self.watched(columns, "compare", "run.redraw", "--epochs", "40")

    def test_no_width_is_known(self):
        self.fit()
        for columns, shown in (("30", 30), ("-1", 80), ("wide", 80), ("", 80)):
            with self.subTest(COLUMNS=columns):
                self.watched(0, "export", "run.redraw", "-o", "a.png", "--size", "1500", shown=shown, COLUMNS=columns)

    def test_a_terminal_without_commands(self):
        ours, theirs = self.terminal()
        resize(theirs, 60)
        for kind in ("dumb", ""):
            process = self.start("fit", "picture.png", "-o", "run.redraw", "--force", *SMALL, stdout=subprocess.DEVNULL, stderr=theirs,
                                 env={**self.environment, "TERM": kind})
            self.assertEqual(process.wait(), 0)
            text = b""
            while select.select([ours], [], [], 0)[0]:  # one read takes at most 4 KiB
                text += os.read(ours, 1 << 20)
            text = text.decode()
            self.assertNotIn("\x1b", text)
            screen = Screen(60)
            screen.show(text)
            self.assertEqual(screen.wrapped, [])
            self.assertEqual([row.strip() for row in screen.rows if row.strip() and not row.startswith("redraw: ")], [])
        os.close(ours)
        os.close(theirs)

    def test_nothing_in_a_file(self):
        self.run_redraw("fit", "picture.png", "-o", "run.redraw", *SMALL)
        self.assertNotRegex(self.errors, "[\r\x1b]")


def resize(terminal, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


def read(terminal):
    """Returns the next text of a terminal; None at its end."""
    text = b""
    try:
        while not text or text[-1] >= 0x80:  # up to the end of a letter
            text += os.read(terminal, 1 if text else 1 << 16)
    except OSError:
        return text.decode(errors="replace") or None
    return text.decode()
