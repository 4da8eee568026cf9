// Queues mouse and keyboard events between the window system and ImGui. Each frame takes as many as
// ImGui can tell apart, so that a late frame loses no key, no second click, and no position of a
// press. UI thread only.
#pragma once

#include "ui/state/keys.h"

#include <imgui.h>

#include <deque>
#include <vector>

namespace redraw::ui {

struct InputEvent {
    enum class Kind { position, left, button, wheel, key, text };
    Kind kind = Kind::position;
    float x = 0, y = 0;      // of the mouse in pixels, or how far its wheel was turned
    int button = 0;          // as ImGui counts them
    bool down = false;       // a button or a key
    KeyPress press = {};     // Key::none: only what is held with it has changed
    bool alt = false;        // Alt or Super is held with it: no key of the studio's
    unsigned character = 0;  // that was typed
    double time = 0;         // seconds, on any clock
    bool is_key() const { return kind == Kind::key || kind == Kind::text; }
};

class InputQueue {
public:
    void add(const InputEvent& event);
    bool empty() const { return waiting_.empty(); }
    // Holds keys back for a few frames, until a field that is about to get the focus has it.
    void expect_field();
    // Passes the next events to ImGui, directly before ImGui::NewFrame(), and returns the keys
    // pressed among them. `typing`: a field has the focus.
    std::vector<KeyPress> feed(ImGuiIO& io, bool typing);

private:
    void apply(ImGuiIO& io, const InputEvent& event);

    std::deque<InputEvent> waiting_;
    int field_expected_ = 0;  // frames
    ImVec2 mouse_{-FLT_MAX, -FLT_MAX};
    bool buttons_[5] = {};
    double pressed_at_[5] = {-1e9, -1e9, -1e9, -1e9, -1e9};
};

}  // namespace redraw::ui
