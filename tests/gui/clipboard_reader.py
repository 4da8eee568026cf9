#!/usr/bin/python3
"""Pastes from the clipboard like another program and saves a picture as PNG: clipboard_reader.py FILE

Prints three lines: the formats offered, the file URIs, and the text. Exit status 1 if the clipboard has no picture."""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402


def main(path):
    clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
    offered, targets = clipboard.wait_for_targets()
    print(" ".join(sorted(target.name() for target in targets)) if offered else "nothing")
    print(" ".join(clipboard.wait_for_uris() or []))
    print(clipboard.wait_for_text() or "")
    picture = clipboard.wait_for_image()
    if picture is None:
        return 1
    picture.savev(path, "png", [], [])
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
