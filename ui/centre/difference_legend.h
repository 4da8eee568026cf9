// The legend of the difference: which colour is how much, of what, and in which direction.
#pragma once

#include "ui/state/context.h"

namespace redraw {

// What the colours of the difference mean, and what can be changed about them.
void draw_difference_legend(Ui& ui, const Rect& pane);

}  // namespace redraw
