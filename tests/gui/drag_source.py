#!/usr/bin/python3
"""A window one can drag files out of, as from a file manager: drag_source.py FILE...

It says "there" once it is there, where on the screen the mouse comes to it, and "dropped" when a drag is over."""

import pathlib
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def main(paths):
    uris = [pathlib.Path(path).resolve().as_uri() for path in paths]
    label = Gtk.Label(label="drag me")
    area = Gtk.EventBox()
    area.add(label)
    area.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
    area.drag_source_add_uri_targets()
    area.connect("drag-data-get", lambda _area, _context, data, _info, _time: data.set_uris(uris))
    area.connect("drag-end", lambda _area, _context: print("dropped", flush=True))
    area.connect("enter-notify-event", lambda _area, event: print(int(event.x_root), int(event.y_root), flush=True))
    window = Gtk.Window(title="redraw-drag-source", default_width=160, default_height=120)
    window.add(area)
    window.connect("destroy", Gtk.main_quit)
    window.connect("map-event", lambda _window, _event: GLib.idle_add(lambda: print("there", flush=True)))
    window.show_all()
    GLib.timeout_add_seconds(120, Gtk.main_quit)
    Gtk.main()


if __name__ == "__main__":
    main(sys.argv[1:])
