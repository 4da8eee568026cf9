// The hidden layers, edited in place: one small field each, "+" adds one like the last, clearing a
// field removes it.
#pragma once

#include "ui/state/context.h"

namespace redraw {

void draw_layers_row(Ui& ui);

}  // namespace redraw
