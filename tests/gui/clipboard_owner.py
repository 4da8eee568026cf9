#!/usr/bin/python3
"""Owns the clipboard like another program: clipboard_owner.py --text TEXT | --picture FILE

With --mute TEXT the program stops after copying and answers no request, as if it hung. With --png FILE it lists only image/png, but
answers a request for text with the bytes of the PNG, too."""

import os
import pathlib
import signal
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("GdkPixbuf", "2.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GdkPixbuf, GLib, Gtk  # noqa: E402

from robot import Robot  # noqa: E402


def main(kind, content):
    if kind == "--png":
        return Robot(os.environ["DISPLAY"]).own_clipboard("image/png", pathlib.Path(content).read_bytes())
    clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
    if kind in ("--text", "--mute"):
        clipboard.set_text(content, -1)
    else:
        clipboard.set_image(GdkPixbuf.Pixbuf.new_from_file(content))
    Gdk.Display.get_default().sync()
    print("copied", flush=True)
    if kind == "--mute":
        os.kill(os.getpid(), signal.SIGSTOP)
    GLib.timeout_add_seconds(120, Gtk.main_quit)
    Gtk.main()


if __name__ == "__main__":
    main(*sys.argv[1:])
