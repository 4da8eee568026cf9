#!/usr/bin/python3
"""A desktop portal with a scripted file chooser: fake_portal.py LOG HOW [PATH]. HOW is choose (answers with PATH), cancel,
error, hang (never answers the call) or sit (accepts the call and leaves its dialog open). Appends each call to LOG as a line of
JSON."""

import json
import pathlib
import sys

from gi.repository import Gio, GLib

INTERFACES = """<node>
<interface name="org.freedesktop.portal.FileChooser">
  <method name="OpenFile"><arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
  <method name="SaveFile"><arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
  <property name="version" type="u" access="read"/>
</interface>
</node>"""
REQUEST = """<node><interface name="org.freedesktop.portal.Request">
  <method name="Close"/><signal name="Response"><arg type="u"/><arg type="a{sv}"/></signal></interface></node>"""


def main(log, how, path=None):
    def note(what):
        with open(log, "a", encoding="utf-8") as file:
            file.write(json.dumps(what) + "\n")

    def answer(bus, sender, handle):
        chosen = {"uris": GLib.Variant("as", [pathlib.Path(path).as_uri()])} if how == "choose" else {}
        bus.emit_signal(sender, handle, "org.freedesktop.portal.Request", "Response",
                        GLib.Variant("(ua{sv})", (0 if how == "choose" else 1, chosen)))
        return False

    def call(bus, sender, _object, _interface, method, parameters, invocation):
        parent, title, options = parameters.unpack()
        options["current_folder"] = bytes(options.get("current_folder", [])).decode()
        note({"method": method, "parent": parent, "title": title, **options})
        if how == "hang":
            return
        if how == "error":
            invocation.return_dbus_error("org.freedesktop.portal.Error.Failed", "no dialog today")
            return
        handle = f"/org/freedesktop/portal/desktop/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
        bus.register_object(handle, Gio.DBusNodeInfo.new_for_xml(REQUEST).interfaces[0],
                            lambda *arguments: (note({"method": arguments[4]}), arguments[6].return_value(None)), None, None)
        invocation.return_value(GLib.Variant("(o)", (handle,)))
        if how != "sit":
            GLib.timeout_add(300, answer, bus, sender, handle)

    def on_bus(bus, _name):
        bus.register_object("/org/freedesktop/portal/desktop", Gio.DBusNodeInfo.new_for_xml(INTERFACES).interfaces[0],
                            call, lambda *_: GLib.Variant("u", 4), None)

    loop = GLib.MainLoop()
    Gio.bus_own_name(Gio.BusType.SESSION, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.REPLACE |
                     Gio.BusNameOwnerFlags.ALLOW_REPLACEMENT, on_bus,
                     lambda *_: print("ready", flush=True), lambda *_: loop.quit())
    loop.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
