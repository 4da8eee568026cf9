"""Mouse, keyboard (XTest), window size and file drops (as the source of XDND) on an X display, without starting a process for
each action: ten thousand actions take minutes."""

import ctypes
import time

CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31
SUBSTRUCTURE = 1 << 19 | 1 << 20
ACCEPTS = 1  # bit of an XdndStatus message: the window accepts the drop

Long, ULong, Int, Pointer = ctypes.c_long, ctypes.c_ulong, ctypes.c_int, ctypes.c_void_p
ANY = [("type", Int), ("serial", ULong), ("send_event", Int), ("display", Pointer)]


class ClientMessage(ctypes.Structure):
    _fields_ = ANY + [("window", ULong), ("message_type", ULong), ("format", Int), ("data", Long * 5)]


class SelectionRequest(ctypes.Structure):
    _fields_ = ANY + [(name, ULong) for name in ("owner", "requestor", "selection", "target", "property", "time")]


class Selection(ctypes.Structure):
    _fields_ = ANY + [(name, ULong) for name in ("requestor", "selection", "target", "property", "time")]


class Event(ctypes.Union):
    _fields_ = [("type", Int), ("client", ClientMessage), ("request", SelectionRequest), ("selection", Selection),
                ("pad", Long * 24)]


def library(name, **results):
    loaded = ctypes.CDLL(name)
    for function, result in results.items():
        getattr(loaded, function).restype = result
    return loaded


class Robot:
    def __init__(self, display):
        self.x = library("libX11.so.6", XOpenDisplay=Pointer, XInternAtom=ULong, XDefaultRootWindow=ULong,
                         XStringToKeysym=ULong, XKeysymToKeycode=ctypes.c_ubyte, XCreateSimpleWindow=ULong)
        self.test = library("libXtst.so.6")
        # Ignores errors of X, such as for a closed window.
        self.handler = ctypes.CFUNCTYPE(Int, Pointer, Pointer)(lambda _display, _error: 0)
        self.x.XSetErrorHandler(self.handler)
        self.display = Pointer(self.x.XOpenDisplay(display.encode()))
        self.root = self.x.XDefaultRootWindow(self.display)
        self.source = self.x.XCreateSimpleWindow(self.display, ULong(self.root), 0, 0, 1, 1, 0, ULong(0), ULong(0))
        self.atoms = {}

    def close(self):
        self.x.XCloseDisplay(self.display)

    def sync(self):
        self.x.XSync(self.display, 0)

    def move(self, x, y):
        self.test.XTestFakeMotionEvent(self.display, -1, int(x), int(y), ULong(0))
        self.sync()

    def button(self, number, down):
        self.test.XTestFakeButtonEvent(self.display, number, int(down), ULong(0))
        self.sync()

    def key(self, name, down):
        symbol = self.x.XStringToKeysym(name.encode())
        code = self.x.XKeysymToKeycode(self.display, ULong(symbol))
        assert code, f"no key {name}"
        self.test.XTestFakeKeyEvent(self.display, code, int(down), ULong(0))
        self.sync()

    def chord(self, text):
        """Presses keys such as "ctrl+shift+e" in this order and releases them in reverse order."""
        names = [{"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L"}.get(name, name) for name in text.split("+")]
        for name in names:
            self.key(name, True)
        for name in reversed(names):
            self.key(name, False)

    def resize(self, window, width, height):
        self.x.XMoveResizeWindow(self.display, ULong(window), 0, 0, width, height)
        self.sync()

    def minimise(self, window):
        self.x.XIconifyWindow(self.display, ULong(window), 0)
        self.sync()

    def restore(self, window):
        """Shows a minimised window, raises it and gives it the keyboard focus."""
        self.x.XMapRaised(self.display, ULong(window))
        self.send(self.root, window, "_NET_ACTIVE_WINDOW", [2, 0, 0, 0, 0], SUBSTRUCTURE)

    def atom(self, name):
        if name not in self.atoms:
            self.atoms[name] = self.x.XInternAtom(self.display, name.encode(), 0)
        return self.atoms[name]

    def send(self, to, window, kind, data, mask=0):
        event = Event()
        event.client = ClientMessage(CLIENT_MESSAGE, 0, 1, self.display, window, self.atom(kind), 32,
                                     (Long * 5)(*data))
        self.x.XSendEvent(self.display, ULong(to), 0, Long(mask), ctypes.byref(event))
        self.sync()

    def drop(self, window, uris, x, y, seconds=10):
        """Drops files like a file manager; returns whether the window accepted them."""
        offer = "".join(uri + "\r\n" for uri in uris).encode()
        self.x.XSetSelectionOwner(self.display, ULong(self.atom("XdndSelection")), ULong(self.source), ULong(0))
        self.send(window, window, "XdndEnter", [self.source, 5 << 24, self.atom("text/uri-list"), 0, 0])
        self.send(window, window, "XdndPosition", [self.source, 0, x << 16 | y, 0, self.atom("XdndActionCopy")])
        event, end = Event(), time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.x.XPending(self.display):
                time.sleep(0.002)
                continue
            self.x.XNextEvent(self.display, ctypes.byref(event))
            if event.type == SELECTION_REQUEST:
                self.hand_over(event.request, offer)
            elif event.type == CLIENT_MESSAGE and event.client.message_type == self.atom("XdndStatus"):
                if not event.client.data[1] & ACCEPTS:
                    self.send(window, window, "XdndLeave", [self.source, 0, 0, 0, 0])
                    return False
                self.send(window, window, "XdndDrop", [self.source, 0, 0, 0, 0])
            elif event.type == CLIENT_MESSAGE and event.client.message_type == self.atom("XdndFinished"):
                return True
        return False

    def own_clipboard(self, kind, content):
        """Owns the clipboard like xclip: lists one type only, but answers a request for any type with the same bytes."""
        self.x.XSetSelectionOwner(self.display, ULong(self.atom("CLIPBOARD")), ULong(self.source), ULong(0))
        self.sync()
        print("copied", flush=True)
        event = Event()
        while True:
            self.x.XNextEvent(self.display, ctypes.byref(event))
            if event.type != SELECTION_REQUEST:
                continue
            if event.request.target == self.atom("TARGETS"):
                self.hand_over(event.request, (ULong * 2)(self.atom("TARGETS"), self.atom(kind)), 32)
            else:
                self.hand_over(event.request, content)

    def hand_over(self, asked, offer, bits=8):
        self.x.XChangeProperty(self.display, ULong(asked.requestor), ULong(asked.property), ULong(asked.target), bits, 0,
                               offer, len(offer))
        event = Event()
        event.selection = Selection(SELECTION_NOTIFY, 0, 1, self.display, asked.requestor, asked.selection,
                                    asked.target, asked.property, asked.time)
        self.x.XSendEvent(self.display, ULong(asked.requestor), 0, Long(0), ctypes.byref(event))
        self.sync()
