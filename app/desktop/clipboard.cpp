#include "app/desktop/clipboard.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <poll.h>

#include <chrono>
#include <memory>
#include <span>

namespace redraw {
namespace {

using Bytes = std::vector<std::byte>;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPatience{2000};  // with an owner that says nothing
constexpr std::size_t kMostBytes = std::size_t(256) << 20;
constexpr const char* kFormats[] = {"image/png", "image/jpeg", "image/webp", "image/bmp"};

// Asks for the clipboard as section 2 of the Inter-Client Communication Conventions Manual says:
// its owner puts the data into a property of a window of ours, large data piece by piece (INCR).
class Requestor {
public:
    explicit Requestor(Display* display)
        : display_(display),
          window_(XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)),
          clipboard_(XInternAtom(display, "CLIPBOARD", False)),
          property_(XInternAtom(display, "REDRAW_CLIPBOARD", False)),
          incr_(XInternAtom(display, "INCR", False)) {
        XSelectInput(display, window_, PropertyChangeMask);
    }

    bool anything_copied() const { return XGetSelectionOwner(display_, clipboard_) != None; }

    std::optional<Bytes> ask(const char* format) {
        const Atom target = XInternAtom(display_, format, False);
        XConvertSelection(display_, clipboard_, target, property_, window_, CurrentTime);
        XEvent event;
        do {
            if (!next(SelectionNotify, event)) return {};
        } while (event.xselection.target != target);
        if (event.xselection.property == None) return {};
        Bytes bytes;
        if (take(bytes) == incr_) return ask_pieces();
        return bytes;
    }

private:
    // Waits for an event of this type.
    bool next(int type, XEvent& event) {
        const Clock::time_point end = Clock::now() + kPatience;
        while (!XCheckTypedWindowEvent(display_, window_, type, &event)) {
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
            if (left.count() <= 0) return false;
            pollfd socket{ConnectionNumber(display_), POLLIN, 0};
            poll(&socket, 1, int(left.count()));
        }
        return true;
    }

    // Deleting the property asks for the next piece; an empty one is the end.
    std::optional<Bytes> ask_pieces() {
        Bytes bytes;
        for (XEvent event; next(PropertyNotify, event);) {
            if (event.xproperty.atom != property_ || event.xproperty.state != PropertyNewValue)
                continue;
            const std::size_t before = bytes.size();
            if (take(bytes) == None) continue;  // news of a piece that was taken already
            if (bytes.size() == before) return bytes;
            if (bytes.size() > kMostBytes) return {};
        }
        return {};
    }

    // Appends what the property holds, deletes it, and returns its type.
    Atom take(Bytes& bytes) {
        Atom type = None;
        int bits = 0;
        unsigned long count = 0, left = 0;
        unsigned char* data = nullptr;
        XGetWindowProperty(display_, window_, property_, 0, long(kMostBytes / 4), True,
                           AnyPropertyType, &type, &bits, &count, &left, &data);
        const std::unique_ptr<void, decltype(&XFree)> owned(data, XFree);
        if (data && bits == 8 && left == 0) {
            const auto piece = std::as_bytes(std::span(data, count));
            bytes.insert(bytes.end(), piece.begin(), piece.end());
        }
        return type;
    }

    Display* display_;
    Window window_;
    Atom clipboard_, property_, incr_;
};

}  // namespace

std::optional<Bytes> copied_picture() {
    const std::unique_ptr<Display, decltype(&XCloseDisplay)> display(XOpenDisplay(nullptr),
                                                                     XCloseDisplay);
    if (!display) return {};
    Requestor requestor(display.get());
    if (!requestor.anything_copied()) return {};
    const Clock::time_point end = Clock::now() + kPatience;
    for (const char* format : kFormats) {
        if (auto bytes = requestor.ask(format); bytes && !bytes->empty()) return bytes;
        if (Clock::now() > end) return {};  // it answers nothing
    }
    return {};
}

}  // namespace redraw
