// One pane of the centre: the drawing, what it is held against, both across a wipe, or their
// difference with its legend.
#pragma once

#include "ui/state/context.h"

#include <optional>
#include <string>

namespace redraw::ui {

// What is drawn there, each under its label where that is not empty.
struct Pane {
    Rect rect;
    std::optional<std::string> reference{}, drawing{};  // both: a wipe
    std::optional<std::string> difference{};
    bool drawing_left = false;  // of a wipe
};
void draw_pane(Ui& ui, const Pane& pane);

struct PanePair {
    Rect left, right;
};
PanePair two_panes(const Ui& ui, const Rect& whole);  // of the same size, side by side

// Zoom and pan with the mouse over any pane: all share the canvas. Asked last, so that what lies on
// the pane takes its clicks first.
void handle_pane_mouse(Ui& ui, const Rect& pane, const char* id);

}  // namespace redraw::ui
