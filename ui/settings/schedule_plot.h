// The learning rate over the whole run: the curve, where training is on it, and three handles. The
// left one drags rate max, the one at the foot the warm-up; the right one drags the number of
// epochs sideways and rate min up and down.
#pragma once

#include "ui/state/context.h"

namespace redraw {

void draw_schedule_plot(Ui& ui);

}  // namespace redraw
