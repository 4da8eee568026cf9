// The line above the curves while other runs stand beside the open one: who races or is compared
// with, who is ahead, what differs, and the way out.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Returns the bar's height, in pixels; 0 while no run is compared.
float companion_bar_height(const Ui& ui);
void draw_companion_bar(Ui& ui, const Rect& area);

}  // namespace redraw::ui
