// The sheet that is open, over everything else.
#pragma once

#include "ui/state/context.h"

namespace redraw {

void draw_sheets(Ui& ui);

}  // namespace redraw
