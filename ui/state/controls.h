// What can be pressed and typed into, whichever panel it belongs to.
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
// What can be pressed, by what it is called and where it was drawn: for whoever presses it from
// outside.
struct Control {
    std::string name;
    ImVec2 from, to;
};
struct FocusOrder {
    std::vector<FocusStop> stops;
    std::vector<Control> controls;
    std::size_t sheet = 0;      // where those of the open sheet begin
    FocusStop next;             // to go to in the next frame
    int step = 0;               // asked for by Tab: +1, or -1 backwards
    bool pressed = false;       // Enter: the stop it is at acts
    bool holds_arrows = false;  // the stop it is at has a use for arrow keys
    ImGuiID reveal = 0;         // to be scrolled into sight
    ImGuiID type_into = 0;
};

// The one that is about to appear.
struct Tooltip {
    ImGuiID of = 0;
    int frame = 0;
    double since = 0;
    int drawn = 0;  // frames
};

struct ControlsState {
    bool keyboard_focus = false;  // Tab was pressed: keys belong to the controls until Escape
    FocusOrder focus;
    Tooltip tooltip;
    ImGuiID typing = 0;  // the field being typed into
    std::string typed;   // its text so far
};

}  // namespace redraw::ui
