// How the timelapse plays: again and again, at which pace, how fast. The same in the head of the
// timelapse and in its menu.
#pragma once

#include "ui/state/context.h"

namespace redraw {

// Loop, pace and speed in one row that ends at `right`; returns where it starts. Nothing where that
// were before `from`.
float draw_timelapse_controls(Ui& ui, float from, float right, float top);
void timelapse_menu(Ui& ui);

}  // namespace redraw
