// One word for the number that says how much detail the network may draw between the pixels.
#pragma once

#include "ui/state/context.h"

namespace redraw {

void draw_smoothness_row(Ui& ui);

}  // namespace redraw
