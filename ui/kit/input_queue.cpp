#include "ui/kit/input_queue.h"

#include "ui/kit/imgui_compat.h"

#include <algorithm>
#include <cfloat>
#include <utility>

namespace redraw::ui {
namespace {

// Largest number of frames for which key events wait for a text field to get the focus. It takes up
// to three frames.
constexpr int kFieldFrames = 5;
// Longest time between the two presses of a double click, in seconds.
constexpr double kDoubleClick = 0.3;

// The keys that ImGui itself handles. Its text fields use the letters as shortcuts, such as Ctrl+C.
constexpr std::pair<Key, int> kImGuiKeys[] = {{Key::tab, ImGuiKey_Tab},
                                              {Key::left, ImGuiKey_LeftArrow},
                                              {Key::right, ImGuiKey_RightArrow},
                                              {Key::up, ImGuiKey_UpArrow},
                                              {Key::down, ImGuiKey_DownArrow},
                                              {Key::page_up, ImGuiKey_PageUp},
                                              {Key::page_down, ImGuiKey_PageDown},
                                              {Key::home, ImGuiKey_Home},
                                              {Key::end, ImGuiKey_End},
                                              {Key::insert, ImGuiKey_Insert},
                                              {Key::del, ImGuiKey_Delete},
                                              {Key::backspace, ImGuiKey_Backspace},
                                              {Key::space, ImGuiKey_Space},
                                              {Key::enter, ImGuiKey_Enter},
                                              {Key::escape, ImGuiKey_Escape},
                                              {Key::a, ImGuiKey_A},
                                              {Key::c, ImGuiKey_C},
                                              {Key::v, ImGuiKey_V},
                                              {Key::x, ImGuiKey_X},
                                              {Key::y, ImGuiKey_Y},
                                              {Key::z, ImGuiKey_Z}};

int imgui_key(Key key) {
    const auto* found = std::ranges::find(kImGuiKeys, key, &std::pair<Key, int>::first);
    return found == std::end(kImGuiKeys) ? -1 : found->second;
}

bool is_printed(Key key) {
    return key != Key::none && int(key) < int(Key::escape);
}

// Returns true if the key types a character; a separate text event then follows.
bool types(const InputEvent& event) {
    return is_printed(event.press.key) && !event.press.ctrl;
}

// Tracks the events that a frame has taken, and decides whether the frame can take another event.
struct Taken {
    bool typing = false;
    bool moved = false, clicked = false, turned = false, typed = false;
    // The key pressed in this frame that may trigger an action; none: no such key. Its text event
    // belongs to the same frame.
    Key pressed = Key::none;
    std::vector<Key> down;  // all keys that were pressed in this frame

    bool fits(const InputEvent& event) const {
        const bool acted = pressed != Key::none;
        switch (event.kind) {
            case InputEvent::Kind::position:
            case InputEvent::Kind::left:
                return !clicked && !acted;
            case InputEvent::Kind::button:
                // A release after a move waits for the next frame, so that the drag's last position
                // is drawn first.
                return !clicked && !turned && !acted && !typed && (event.down || !moved);
            case InputEvent::Kind::wheel:
                return !clicked && !acted;
            case InputEvent::Kind::text:
                return !clicked && (!acted || (!typing && is_printed(pressed)));
            case InputEvent::Kind::key:
                break;
        }
        const Key which = event.press.key;
        if (which == Key::none) return !clicked && !acted && !typed;
        if (!event.down) return std::ranges::find(down, which) == down.end();
        if (event.press.repeated && which == pressed) return true;
        if (clicked || turned || acted) return false;
        return (typing && types(event)) || !typed;
    }

    void take(const InputEvent& event) {
        moved |= event.kind == InputEvent::Kind::position;
        clicked |= event.kind == InputEvent::Kind::button;
        turned |= event.kind == InputEvent::Kind::wheel;
        typed |= event.kind == InputEvent::Kind::text;
        if (event.kind != InputEvent::Kind::key || !event.down || event.press.key == Key::none)
            return;
        down.push_back(event.press.key);
        if (!typing || !types(event)) pressed = event.press.key;
    }
};

}  // namespace

void InputQueue::add(const InputEvent& event) {
    using enum InputEvent::Kind;
    // Consecutive mouse positions merge into the last one.
    if (event.kind == position && !waiting_.empty() && waiting_.back().kind == position)
        waiting_.back() = event;
    else
        waiting_.push_back(event);
}

void InputQueue::expect_field() {
    field_expected_ = kFieldFrames;
}

void InputQueue::apply(ImGuiIO& io, const InputEvent& event) {
    using enum InputEvent::Kind;
    switch (event.kind) {
        case position:
            mouse_ = {event.x, event.y};
            break;
        case left:  // during a drag the mouse may leave the window
            if (!std::ranges::count(buttons_, true)) mouse_ = {-FLT_MAX, -FLT_MAX};
            break;
        case button: {
            const auto which = std::size_t(event.button);
            if (which >= std::size(buttons_)) break;
            buttons_[which] = event.down;
            if (event.down) {
                // Detects double clicks by the time of the presses, because the frame may be late.
                const bool soon = event.time - pressed_at_[which] < kDoubleClick;
                io.MouseDoubleClickTime = soon ? FLT_MAX : 0;
                pressed_at_[which] = event.time;
            }
            send_modifiers(io, event.press.ctrl, event.press.shift, event.alt);
            send_mouse(io, mouse_);
            send_button(io, event.button, event.down);
            break;
        }
        case wheel:
            send_mouse(io, mouse_);
            send_wheel(io, event.x, event.y);
            break;
        case key:
            send_modifiers(io, event.press.ctrl, event.press.shift, event.alt);
            if (const int known = imgui_key(event.press.key); known >= 0)
                send_key(io, known, event.down);
            break;
        case text:
            io.AddInputCharacter(event.character);
            break;
    }
}

std::vector<KeyPress> InputQueue::feed(ImGuiIO& io, bool typing) {
    if (field_expected_ > 0) --field_expected_;
    // In the first frames after expect_field(), the field that has the focus may still be the
    // previous one.
    if (typing && field_expected_ <= kFieldFrames - 2) field_expected_ = 0;
    io.MouseDoubleClickTime = float(kDoubleClick);
    std::vector<KeyPress> keys;
    Taken taken;
    taken.typing = typing;
    while (!waiting_.empty()) {
        const InputEvent& next = waiting_.front();
        // Passes the release of a key whose press was taken: ImGui would repeat a key held that
        // long.
        const bool released = next.kind == InputEvent::Kind::key && !next.down;
        if ((next.is_key() && !released && field_expected_ > 0) || !taken.fits(next)) break;
        taken.take(next);
        apply(io, next);
        if (next.kind == InputEvent::Kind::key && next.down && !next.alt &&
            next.press.key != Key::none)
            keys.push_back(next.press);
        waiting_.pop_front();
    }
    send_mouse(io, mouse_);
    return keys;
}

}  // namespace redraw::ui
