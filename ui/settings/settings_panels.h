// The panels of settings at the left: the picture, the network with its encoding, the schedule; and
// the handles of the schedule, on either plot: hit testing, dragging, drawing. A drag applies live
// and is one undo step.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_picture_panel(Ui& ui);
void draw_network_panel(Ui& ui);
void draw_schedule_panel(Ui& ui);

struct HandleSet {
    std::span<const Handle> handles;
    SchedulePlot plot;
    Rect room;  // handles are kept inside
    bool over_curves = false;
    float reach = 10;  // units
};

// Drags handles with the mouse over the last item. Returns the handle that is held or hovered, if
// any.
Handle use_handles(Ui& ui, const HandleSet& set);
// Ends a drag when the mouse is released, even if its plot is gone by then. Once a frame.
void let_go_of_handle(Ui& ui);
// Draws the handles, with the value of the dragged one. `hot`: from use_handles().
void draw_handles(Ui& ui, const HandleSet& set, Handle hot);

}  // namespace redraw::ui
