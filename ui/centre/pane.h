// One pane of the centre: the drawing, what it is held against, both across a wipe, or their
// difference.
#pragma once

#include "ui/state/context.h"

#include <string>

namespace redraw {

struct Pane {
    Rect rect;
    bool against = false, drawing = false, difference = false;
    std::string label{};
    std::string right_label{};  // of a wipe's right side
};
void draw_pane(Ui& ui, const Pane& pane);

// Zoom and pan with the mouse over any pane: all share the canvas. Asked last, so that what lies on
// the pane takes its clicks first.
void handle_pane_mouse(Ui& ui, const Rect& pane, const char* id);

}  // namespace redraw
