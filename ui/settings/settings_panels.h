// The settings panels at the left: picture, network with its encoding, and schedule. The schedule's
// plot has handles to drag the learning rate. A drag takes effect while the mouse moves and is one
// undo step.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_picture_panel(Ui& ui);
void draw_network_panel(Ui& ui);
void draw_schedule_panel(Ui& ui);
// Ends a drag when the mouse button is released, even if the plot is no longer drawn. Call once per
// frame.
void let_go_of_handle(Ui& ui);

}  // namespace redraw::ui
