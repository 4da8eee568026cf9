#!/usr/bin/python3
"""A window of another program into which files and pictures can be dropped: drop_window.py

It says "there" once it is there, "over" when something that it takes is held over it, "left" when that is gone, and of a drop
"dropped" with the addresses it came as."""

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def say(*words):
    print(*words, flush=True)


def main():
    window = Gtk.Window(title="redraw-drop-window", default_width=160, default_height=120)
    window.set_keep_above(True)  # of the one from which something is dragged
    window.add(Gtk.Label(label="drop here"))
    window.drag_dest_set(Gtk.DestDefaults.ALL, [], Gdk.DragAction.COPY)
    window.drag_dest_add_uri_targets()
    over = [False]

    def on_motion(*_):
        if not over[0]:
            say("over")
        over[0] = True

    def on_leave(*_):
        over[0] = False
        say("left")
    window.connect("drag-motion", on_motion)
    window.connect("drag-leave", on_leave)
    window.connect("drag-data-received", lambda _window, _context, _x, _y, data, _info, _time: say("dropped", *data.get_uris()))
    window.connect("destroy", Gtk.main_quit)
    window.connect("map-event", lambda _window, _event: GLib.idle_add(say, "there"))
    window.show_all()
    GLib.timeout_add_seconds(240, Gtk.main_quit)
    Gtk.main()


if __name__ == "__main__":
    main()
