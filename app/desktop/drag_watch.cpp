#include "app/desktop/drag_watch.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
// After Xlib.h, which it needs: XESetWireToEvent ("Xlib - C Language X Interface", appendix C).
#include <X11/Xlibint.h>
#undef min
#undef max

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace redraw {

namespace {

// Xlib's own handler ends the program.
struct IgnoredErrors {
    XErrorHandler before = XSetErrorHandler([](Display*, XErrorEvent*) { return 0; });
    ~IgnoredErrors() { XSetErrorHandler(before); }
};

}  // namespace

// What was seen last. Xlib calls while it holds its lock: here nothing may be asked of the server.
struct DragWatch::Impl {
    Display* display = nullptr;
    ::Window window = None;
    Atom enter = None, leave = None, drop = None, type_list = None, uri_list = None;
    Bool (*convert)(Display*, XEvent*, xEvent*) = nullptr;  // what Xlib itself does

    struct Entered {
        ::Window source = None;
        bool files = false, more_types = false;
    };
    std::optional<Entered> entered;
    bool left = false;

    void see(const xEvent& event) {
        const auto& message = event.u.clientMessage;
        if (message.window != window || event.u.u.detail != 32) return;
        const auto& data = message.u.l;
        if (data.type == leave || data.type == drop) {
            left = true;
            entered.reset();
        } else if (data.type == enter) {
            const CARD32 types[] = {CARD32(data.longs2), CARD32(data.longs3), CARD32(data.longs4)};
            left = false;
            entered = Entered{::Window(CARD32(data.longs0)),
                              std::ranges::find(types, CARD32(uri_list)) != std::end(types),
                              (data.longs1 & 1) != 0};
        }
    }

    // Of a source that offers more types than a message holds.
    bool lists_files(::Window source) const {
        const IgnoredErrors source_may_be_gone;
        constexpr long kMost = 256;
        Atom type = None;
        int bits = 0;
        unsigned long count = 0, after = 0;
        unsigned char* data = nullptr;
        if (XGetWindowProperty(display, source, type_list, 0, kMost, False, XA_ATOM, &type, &bits,
                               &count, &after, &data) != Success)
            return false;
        const std::unique_ptr<unsigned char, decltype(&XFree)> owned(data, XFree);
        if (!data || type != XA_ATOM || bits != 32) return false;
        const std::span atoms(reinterpret_cast<const Atom*>(data), count);
        return std::ranges::find(atoms, uri_list) != atoms.end();
    }

    // A source that ended in the middle of it says nothing any more.
    bool button_held() const {
        ::Window root = None, child = None;
        int x = 0, y = 0;
        unsigned buttons = 0;
        XQueryPointer(display, window, &root, &child, &x, &y, &x, &y, &buttons);
        return (buttons & (Button1Mask | Button2Mask | Button3Mask)) != 0;
    }

    static Impl* watching;
};
DragWatch::Impl* DragWatch::Impl::watching = nullptr;

DragWatch::DragWatch(void* display, unsigned long window) : impl_(std::make_unique<Impl>()) {
    if (!display) return;
    Impl& w = *impl_;
    w.display = static_cast<Display*>(display);
    w.window = window;
    const auto atom = [&](const char* name) { return XInternAtom(w.display, name, False); };
    w.enter = atom("XdndEnter");
    w.leave = atom("XdndLeave");
    w.drop = atom("XdndDrop");
    w.type_list = atom("XdndTypeList");
    w.uri_list = atom("text/uri-list");
    Impl::watching = &w;
    w.convert = XESetWireToEvent(w.display, ClientMessage,
                                 [](Display* of, XEvent* event, xEvent* wire) -> Bool {
                                     Impl::watching->see(*wire);
                                     return Impl::watching->convert(of, event, wire);
                                 });
}

DragWatch::~DragWatch() {
    if (!impl_->display) return;
    XESetWireToEvent(impl_->display, ClientMessage, impl_->convert);
    Impl::watching = nullptr;
}

bool DragWatch::update() {
    Impl& w = *impl_;
    const bool before = over_;
    if (std::exchange(w.left, false)) over_ = false;
    if (const auto entered = std::exchange(w.entered, {}))
        over_ = entered->files || (entered->more_types && w.lists_files(entered->source));
    if (over_ && !w.button_held()) over_ = false;
    return over_ != before;
}

}  // namespace redraw
