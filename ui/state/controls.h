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
// What can be pressed, or is read, by what it is called and where it was drawn: for whoever presses
// it from outside. And what it is, in a sentence or two.
struct Control {
    std::string name;
    ImVec2 from, to;
    std::string explained = {};
    ImGuiID item = 0;
};
struct FocusOrder {
    std::vector<FocusStop> stops;
    std::vector<Control> controls;
    // Every text that was drawn, where a test looks for some that nothing explains.
    bool keeps_words = false;
    std::vector<Control> words;
    // Where those of the open sheet begin.
    std::size_t sheet = 0, sheet_controls = 0, sheet_words = 0;
    FocusStop next;             // to go to in the next frame
    int step = 0;               // asked for by Tab: +1, or -1 backwards
    bool pressed = false;       // Enter: the stop it is at acts
    bool holds_arrows = false;  // the stop it is at has a use for arrow keys
    ImGuiID reveal = 0;         // to be scrolled into sight
    ImGuiID type_into = 0;
};

// What this is: see explain.h.
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
    // What stands beside a label is explained by it, and what an unfolded list offers by the list.
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
