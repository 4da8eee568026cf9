// A queue of mouse and keyboard events between the window system and ImGui, which sees input only
// once a frame. Each frame takes only as many events as ImGui can tell apart. So even after a late
// frame no key, second click or position of a mouse press is lost. UI thread only.
#pragma once

#include "ui/state/keys.h"

#include <imgui.h>

#include <deque>
#include <vector>

namespace redraw::ui {

struct InputEvent {
    enum class Kind { position, left, button, wheel, key, text };
    Kind kind = Kind::position;
    float x = 0, y = 0;      // mouse position in pixels, or the wheel's movement
    int button = 0;          // ImGui's index of the mouse button
    bool down = false;       // true: a button or key was pressed; false: released
    KeyPress press = {};     // the key; Key::none: only the modifiers changed
    bool alt = false;        // Alt or Super is held, so this is none of the studio's shortcuts
    unsigned character = 0;  // the typed character as a Unicode code point
    double time = 0;         // seconds on any clock; only differences matter
    bool is_key() const { return kind == Kind::key || kind == Kind::text; }
};

class InputQueue {
public:
    void add(const InputEvent& event);
    bool empty() const { return waiting_.empty(); }
    // Delays the next key presses for a few frames, until a text field that will get the keyboard
    // focus soon has got it.
    void expect_field();
    // Passes the next events to ImGui. Call directly before ImGui::NewFrame(). Returns the keys
    // pressed among these events. `typing`: a text field has the keyboard focus.
    std::vector<KeyPress> feed(ImGuiIO& io, bool typing);

private:
    void apply(ImGuiIO& io, const InputEvent& event);

    std::deque<InputEvent> waiting_;
    int field_expected_ = 0;  // number of frames for which key presses are still delayed
    ImVec2 mouse_{-FLT_MAX, -FLT_MAX};
    bool buttons_[5] = {};
    double pressed_at_[5] = {-1e9, -1e9, -1e9, -1e9, -1e9};
};

}  // namespace redraw::ui
