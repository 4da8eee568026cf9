// A connection of our own to the X server, with a window nobody sees, for a thread that answers
// other programs: GLFW's connection answers only while the window draws. One thread's, but wake().
#pragma once

#include <xcb/xcb.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace redraw {

// Replies and events of xcb, which are freed.
template <class T>
using OwnedReply = std::unique_ptr<T, decltype(&std::free)>;
template <class T>
OwnedReply<T> owned_reply(T* reply) {
    return {reply, std::free};
}

class XConnection {
public:
    // Null when there is no X server.
    static std::unique_ptr<XConnection> open(std::uint32_t window_events);
    ~XConnection();
    XConnection(const XConnection&) = delete;
    XConnection& operator=(const XConnection&) = delete;

    operator xcb_connection_t*() const { return to_; }
    const xcb_screen_t& screen() const { return *screen_; }
    xcb_window_t window() const { return window_; }

    xcb_atom_t atom(std::string_view name);
    OwnedReply<xcb_generic_event_t> next_event();
    // A message to a window.
    void send(xcb_window_t window, const void* event, std::size_t size);

    // Until an event comes, somebody wakes it, or the time is over; negative: no end of it.
    void sleep(int milliseconds);
    void wake();  // any thread

private:
    XConnection(xcb_connection_t* to, int screen, std::uint32_t window_events);

    xcb_connection_t* to_;
    const xcb_screen_t* screen_;
    xcb_window_t window_;
    int wake_;
};

}  // namespace redraw
