// Dives from the whole picture into a detail and back (Z): to the place under the mouse, else to
// the busiest one. Zooming or panning meanwhile ends the dive.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void dive_or_surface(Ui& ui);
// The detail that a film of a dive ends at: that of the last dive, else the busiest place.
Point place_of_dive(Ui& ui);
// Moves the canvas on; each frame, before the panes are drawn.
void follow_dive(Ui& ui);

}  // namespace redraw::ui
