// Z: a flight from the whole picture down to a detail, and back. The place under the mouse, else
// where most is going on; whoever zooms or pans meanwhile ends it.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void dive_or_surface(Ui& ui);
// Where a film of a dive leads: where one dived last, else where most is going on.
Point place_of_dive(Ui& ui);
// Moves the canvas on; each frame, before the panes are drawn.
void follow_dive(Ui& ui);

}  // namespace redraw::ui
