// The sheet that is open, over everything else. Those that only inform or ask are here, too.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_sheets(Ui& ui);

}  // namespace redraw::ui
