#include "app/desktop/drag_target.h"

#include <algorithm>
#include <utility>

namespace redraw {
namespace {

constexpr std::uint32_t kVersion = 5, kOldest = 3;  // of the protocol
constexpr std::size_t kMostTypes = 3;               // that a message holds
constexpr int kDeepest = 32;                        // windows in windows

}  // namespace

DragTarget::DragTarget(XConnection& to, xcb_window_t own)
    : x_(to),
      own_(own),
      aware_atom_(to.atom("XdndAware")),
      proxy_(to.atom("XdndProxy")),
      enter_(to.atom("XdndEnter")),
      position_(to.atom("XdndPosition")),
      status_(to.atom("XdndStatus")),
      leave_(to.atom("XdndLeave")),
      drop_(to.atom("XdndDrop")),
      finished_(to.atom("XdndFinished")),
      copy_(to.atom("XdndActionCopy")) {}

void DragTarget::begin(std::vector<xcb_atom_t> types) {
    forget();
    types_ = std::move(types);
    types_.resize(std::min(types_.size(), kMostTypes));
}

void DragTarget::forget() {
    target_ = {};
    accepts_ = asked_ = dropped_ = false;
    next_.reset();
    drop_at_.reset();
}

std::optional<std::uint32_t> DragTarget::word_of(xcb_window_t window, xcb_atom_t property,
                                                 xcb_atom_t type) {
    const auto reply = owned_reply(
        xcb_get_property_reply(x_, xcb_get_property(x_, 0, window, property, type, 0, 1), nullptr));
    if (!reply || reply->format != 32 || reply->type != type ||
        xcb_get_property_value_length(reply.get()) < 4)
        return {};
    return *static_cast<const std::uint32_t*>(xcb_get_property_value(reply.get()));
}

// Its proxy counts if that names itself as one: another is left over from a program that is gone.
DragTarget::Aware DragTarget::aware(xcb_window_t window) {
    xcb_window_t messages = window;
    if (const auto proxy = word_of(window, proxy_, XCB_ATOM_WINDOW);
        proxy && word_of(*proxy, proxy_, XCB_ATOM_WINDOW) == proxy)
        messages = *proxy;
    const auto version = word_of(messages, aware_atom_, XCB_ATOM_ATOM);
    if (!version || *version < kOldest) return {};
    return {window, messages, std::min(*version, kVersion)};
}

// The outermost under the point that knows the protocol: its subwindows are its own affair.
DragTarget::Aware DragTarget::aware_at(int x, int y) {
    xcb_window_t window = x_.screen().root;
    for (int depth = 0; depth < kDeepest; ++depth) {
        const auto below = owned_reply(xcb_translate_coordinates_reply(
            x_,
            xcb_translate_coordinates(x_, x_.screen().root, window, std::int16_t(x),
                                      std::int16_t(y)),
            nullptr));
        if (!below || below->child == XCB_WINDOW_NONE || below->child == own_) return {};
        window = below->child;
        if (const Aware found = aware(window); found.window != XCB_WINDOW_NONE) return found;
    }
    return {};
}

void DragTarget::say(xcb_atom_t what, std::initializer_list<std::uint32_t> words) {
    xcb_client_message_event_t message{};
    message.response_type = XCB_CLIENT_MESSAGE;
    message.format = 32;
    message.window = target_.window;
    message.type = what;
    message.data.data32[0] = x_.window();
    std::ranges::copy(words, message.data.data32 + 1);
    x_.send(target_.proxy, &message, sizeof message);
}

void DragTarget::enter(const Aware& target) {
    leave();
    target_ = target;
    if (target_.window == XCB_WINDOW_NONE) return;
    std::uint32_t types[kMostTypes] = {};
    std::ranges::copy(types_, types);
    say(enter_, {target_.version << 24, types[0], types[1], types[2]});
}

void DragTarget::leave() {
    if (target_.window != XCB_WINDOW_NONE && !dropped_) say(leave_, {});
    forget();
}

void DragTarget::say_position(const Position& at) {
    asked_ = true;
    say(position_, {0, std::uint32_t(at.x) << 16 | (std::uint32_t(at.y) & 0xffff), at.time, copy_});
}

void DragTarget::move(int x, int y, xcb_timestamp_t time) {
    if (dropping()) return;
    if (const Aware target = aware_at(x, y); target.window != target_.window) enter(target);
    if (target_.window == XCB_WINDOW_NONE) return;
    if (asked_)
        next_ = Position{x, y, time};
    else
        say_position({x, y, time});
}

void DragTarget::drop(xcb_timestamp_t time) {
    if (target_.window == XCB_WINDOW_NONE) return;
    if (asked_) {
        drop_at_ = time;
    } else if (accepts_) {
        say(drop_, {0, time});
        dropped_ = true;
    } else {
        leave();
    }
}

void DragTarget::on_message(const xcb_client_message_event_t& message) {
    if (message.format != 32 || message.data.data32[0] != target_.window ||
        target_.window == XCB_WINDOW_NONE)
        return;  // of a window that was left
    if (message.type == finished_) return forget();
    if (message.type != status_ || dropped_) return;
    asked_ = false;
    accepts_ = (message.data.data32[1] & 1) != 0;
    if (const auto next = std::exchange(next_, {})) say_position(*next);
    if (const auto at = drop_at_; at && !asked_) {
        drop_at_.reset();
        drop(*at);
    }
}

}  // namespace redraw
