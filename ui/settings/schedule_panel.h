// The panel of the schedule, whose plot has handles to drag the learning rate. A drag takes effect
// while the mouse moves and is one undo step.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_schedule_panel(Ui& ui);
// Ends a drag when the mouse button is released, even if the plot is no longer drawn. Call once per
// frame.
void let_go_of_handle(Ui& ui);

}  // namespace redraw::ui
