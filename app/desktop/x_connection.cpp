#include "app/desktop/x_connection.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace redraw {
namespace {

const xcb_screen_t* screen_of(xcb_connection_t* to, int number) {
    xcb_screen_iterator_t at = xcb_setup_roots_iterator(xcb_get_setup(to));
    for (; number > 0 && at.rem > 1; --number) xcb_screen_next(&at);
    return at.data;
}

}  // namespace

std::unique_ptr<XConnection> XConnection::open() {
    int screen = 0;
    xcb_connection_t* to = xcb_connect(nullptr, &screen);
    if (xcb_connection_has_error(to)) {
        xcb_disconnect(to);
        return nullptr;
    }
    return std::unique_ptr<XConnection>(new XConnection(to, screen));
}

XConnection::XConnection(xcb_connection_t* to, int screen)
    : to_(to), window_(xcb_generate_id(to)), wake_(eventfd(0, EFD_CLOEXEC)) {
    const xcb_screen_t& on = *screen_of(to, screen);
    const std::uint32_t events = XCB_EVENT_MASK_PROPERTY_CHANGE;
    xcb_create_window(to_, 0, window_, on.root, 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
                      on.root_visual, XCB_CW_EVENT_MASK, &events);
}

XConnection::~XConnection() {
    xcb_disconnect(to_);
    close(wake_);
}

xcb_atom_t XConnection::atom(std::string_view name) {
    const auto reply = owned_reply(xcb_intern_atom_reply(
        to_, xcb_intern_atom(to_, 0, std::uint16_t(name.size()), name.data()), nullptr));
    return reply ? reply->atom : xcb_atom_t(XCB_ATOM_NONE);
}

OwnedReply<xcb_generic_event_t> XConnection::next_event() {
    return owned_reply(xcb_poll_for_event(to_));
}

void XConnection::send(xcb_window_t window, const void* event, std::size_t size) {
    std::array<char, 32> wire{};  // every event has this size
    std::memcpy(wire.data(), event, std::min(size, wire.size()));
    xcb_send_event(to_, 0, window, XCB_EVENT_MASK_NO_EVENT, wire.data());
}

void XConnection::sleep(int milliseconds) {
    pollfd sources[] = {{xcb_get_file_descriptor(to_), POLLIN, 0}, {wake_, POLLIN, 0}};
    poll(sources, 2, milliseconds);
    std::uint64_t count = 0;
    if (sources[1].revents & POLLIN) [[maybe_unused]]
        const auto had = read(wake_, &count, sizeof count);
}

void XConnection::wake() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(wake_, &one, sizeof one);
}

}  // namespace redraw
