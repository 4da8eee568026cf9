// The window under the pointer that takes what is dragged, and what is said to it and by it: the
// source's side of XDND (freedesktop.org, "Drag-and-Drop Protocol for the X Window System", version
// 5). Owned by DragSource, on its thread.
#pragma once

#include "app/desktop/x_connection.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

namespace redraw {

class DragTarget {
public:
    // `own`: the studio's window, onto which nothing of its own is dropped.
    DragTarget(XConnection& to, xcb_window_t own);

    void begin(std::vector<xcb_atom_t> types);
    void move(int x, int y, xcb_timestamp_t time);
    void leave();
    // Here, if the window takes it. It may have to say so first.
    void drop(xcb_timestamp_t time);
    void on_message(const xcb_client_message_event_t& message);

    bool accepts() const { return accepts_; }
    bool dropping() const { return drop_at_.has_value() || dropped_; }
    bool dropped() const { return dropped_; }  // it has to fetch it, and says when it has
    void forget();                             // it says nothing any more

private:
    struct Position {
        int x, y;
        xcb_timestamp_t time;
    };
    struct Aware {
        xcb_window_t window = XCB_WINDOW_NONE, proxy = XCB_WINDOW_NONE;  // to which messages go
        std::uint32_t version = 0;
    };

    Aware aware_at(int x, int y);
    Aware aware(xcb_window_t window);
    std::optional<std::uint32_t> word_of(xcb_window_t window, xcb_atom_t property, xcb_atom_t type);
    void say(xcb_atom_t what, std::initializer_list<std::uint32_t> words);
    void say_position(const Position& at);
    void enter(const Aware& target);

    XConnection& x_;
    xcb_window_t own_;
    xcb_atom_t aware_atom_, proxy_, enter_, position_, status_, leave_, drop_, finished_, copy_;
    std::vector<xcb_atom_t> types_;
    Aware target_;
    bool accepts_ = false, asked_ = false, dropped_ = false;
    std::optional<Position> next_;            // while it has not answered the last
    std::optional<xcb_timestamp_t> drop_at_;  // likewise
};

}  // namespace redraw
