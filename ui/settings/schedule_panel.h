// The panel of the schedule, and the handles with which the learning-rate schedule is dragged, on
// its own plot and on the training curves. A drag takes effect while the mouse moves and is one
// undo step.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_schedule_panel(Ui& ui);
struct HandleSet {
    std::span<const Handle> handles;
    SchedulePlot plot;
    Rect room;  // area inside which the handles are kept
    bool over_curves = false;
    float reach = 10;  // distance in layout units from which the mouse grabs a handle
};
// Lets the mouse drag handles over the last ImGui item. Returns the dragged or hovered handle, or
// Handle::none.
Handle use_handles(Ui& ui, const HandleSet& set);
// Ends a drag when the mouse button is released, even if the plot is no longer drawn. Call once per
// frame.
void let_go_of_handle(Ui& ui);
// Draws the handles, and the value of the dragged handle. `hot`: the result of use_handles().
void draw_handles(Ui& ui, const HandleSet& set, Handle hot);

}  // namespace redraw::ui
