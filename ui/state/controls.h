// State of the keyboard focus, tooltips and text fields, whichever panel they belong to.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <string>
#include <vector>

struct ImGuiWindow;

namespace redraw::ui {

// Everything Tab stops at, as drawn in this frame: focus_order.h.
struct FocusStop {
    ImGuiID id = 0;
    ImGuiWindow* window = nullptr;
    bool typed = false;  // reaching it starts typing
};
// A control or label of the last frame: its name, place and tooltip, for tests and the frame log.
struct Control {
    std::string name;
    ImVec2 from, to;
    std::string explained = {};
    ImGuiID item = 0;
};
struct FocusOrder {
    std::vector<FocusStop> stops;
    std::vector<Control> controls;
    std::size_t sheet = 0;      // index in `stops` of the open sheet's first one
    FocusStop next;             // to go to in the next frame
    int step = 0;               // asked for by Tab: +1, or -1 backwards
    bool pressed = false;       // Enter: the stop it is at acts
    bool holds_arrows = false;  // the stop it is at has a use for arrow keys
    ImGuiID reveal = 0;         // to be scrolled into sight
    ImGuiID type_into = 0;
};

// A tooltip that could be shown: see explain.h.
struct Explanation {
    ImGuiID of = 0;  // whatever is under the mouse, or where Tab is; 0: nothing
    std::string text;
    ImVec2 from, to;
    ImGuiWindow* window = nullptr;
    bool hovered = false;
};
struct Explanations {
    bool asked = false;  // Shift+F1: at once, and Tab stops at what is read, too
    bool just_asked = false;
    Explanation found;  // in this frame
    ImGuiID of = 0;     // the one that is about to appear
    double since = 0;
    int drawn = 0;  // frames
    // The tooltips that items beside a label, and the choices of an open list, inherit.
    std::string beside_label, of_list;
    ImGuiWindow* label_window = nullptr;
    float label_top = 0, label_bottom = 0;
};

struct ControlsState {
    bool keyboard_focus = false;  // Tab was pressed: keys belong to the controls until Escape
    FocusOrder focus;
    Explanations explanations;
    ImGuiID typing = 0;  // the field being typed into
    std::string typed;   // its text so far
};

}  // namespace redraw::ui
