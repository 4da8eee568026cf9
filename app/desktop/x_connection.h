// A connection of our own to the X server, with a window nobody sees, for a thread that talks to
// other programs: GLFW's connection answers only while the window draws. One thread's, but wake().
#pragma once

#include <xcb/xcb.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace redraw {

// Owns a reply or an event of xcb.
template <class T>
using OwnedReply = std::unique_ptr<T, decltype(&std::free)>;
template <class T>
OwnedReply<T> owned_reply(T* reply) {
    return {reply, std::free};
}

class XConnection {
public:
    // Null when there is no X server.
    static std::unique_ptr<XConnection> open();
    ~XConnection();
    XConnection(const XConnection&) = delete;
    XConnection& operator=(const XConnection&) = delete;

    operator xcb_connection_t*() const { return to_; }
    xcb_window_t window() const { return window_; }  // its changes of properties are reported

    xcb_atom_t atom(std::string_view name);
    OwnedReply<xcb_generic_event_t> next_event();
    // Sends a message to a window.
    void send(xcb_window_t window, const void* event, std::size_t size);

    // Until an event comes, somebody wakes it, or the time is over; negative: no end of it.
    void sleep(int milliseconds);
    void wake();  // any thread

private:
    XConnection(xcb_connection_t* to, int screen);

    xcb_connection_t* to_;
    xcb_window_t window_;
    int wake_;
};

}  // namespace redraw
