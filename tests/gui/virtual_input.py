"""A keyboard and a mouse for a Wayland compositor without any, by the protocols virtual-keyboard-unstable-v1 and
wlr-virtual-pointer-unstable-v1. Keys have the codes of a real US keyboard, which GLFW reads; wtype and wlrctl choose others."""

import array
import socket
import struct
import tempfile

KEYMAP = b"""xkb_keymap { xkb_keycodes { include "evdev+aliases(qwerty)" }; xkb_types { include "complete" };
xkb_compat { include "complete" }; xkb_symbols { include "pc+us+inet(evdev)" }; };\0"""
ROWS = {16: "qwertyuiop", 30: "asdfghjkl", 44: "zxcvbnm"}  # the code of the first key of a row
CODES = {letter: first + i for first, row in ROWS.items() for i, letter in enumerate(row)}
CODES |= {"Escape": 1, "4": 5, "Return": 28, " ": 57}
CONTROL, CONTROL_MASK, LEFT_BUTTON = 29, 4, 0x110
DISPLAY, REGISTRY, SYNC, SEAT, KEYBOARDS, POINTERS, KEYBOARD, POINTER = range(1, 9)  # ids of objects
INTERFACES = b"wl_seat\0", b"zwp_virtual_keyboard_manager_v1\0", b"zwlr_virtual_pointer_manager_v1\0"  # of SEAT and the next two


class VirtualInput:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.time = 0
        self.send(DISPLAY, 1, REGISTRY)
        self.send(DISPLAY, 0, SYNC)
        found = {}
        for sender, body in self.events():
            if sender == SYNC:
                break
            name, length = struct.unpack_from("=II", body)
            found[body[8:8 + length]] = name
        for number, interface in enumerate(INTERFACES, SEAT):
            self.send(REGISTRY, 0, found[interface], interface, 1, number)
        self.send(KEYBOARDS, 0, SEAT, KEYBOARD)
        self.send(POINTERS, 0, SEAT, POINTER)
        with tempfile.TemporaryFile() as file:
            file.write(KEYMAP)
            file.flush()
            self.send(KEYBOARD, 0, 1, len(KEYMAP), descriptor=file.fileno())

    def send(self, receiver, code, *words, descriptor=None):
        body = b"".join(struct.pack("=I", word) if isinstance(word, int) else
                        struct.pack("=I", len(word)) + word + bytes(-len(word) % 4) for word in words)
        passed = [] if descriptor is None else [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]))]
        self.socket.sendmsg([struct.pack("=IHH", receiver, code, 8 + len(body)) + body], passed)

    def events(self):
        data = b""
        while True:
            while len(data) >= 8 and len(data) >= (size := struct.unpack_from("=H", data, 6)[0]):
                yield struct.unpack_from("=I", data)[0], data[8:size]
                data = data[size:]
            data += self.socket.recv(65536)

    def now(self):
        self.time += 1
        return self.time

    def key(self, name, control=False):
        strokes = [(CODES[name], 1), (CODES[name], 0)]
        if control:
            strokes = [(CONTROL, 1), *strokes, (CONTROL, 0)]
        for code, down in strokes:
            self.send(KEYBOARD, 1, self.now(), code, down)
            if code == CONTROL:
                self.send(KEYBOARD, 2, CONTROL_MASK * down, 0, 0, 0)

    def click(self, x, y, width, height):
        """Clicks at a place of a screen of this size."""
        self.send(POINTER, 1, self.now(), round(x), round(y), width, height)
        self.send(POINTER, 4)
        for down in 1, 0:
            self.send(POINTER, 2, self.now(), LEFT_BUTTON, down)
            self.send(POINTER, 4)
