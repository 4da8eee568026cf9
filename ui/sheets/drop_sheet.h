// Opens what was dropped on the window. One file is opened at once; many pictures are asked about
// together (queue_order_sheet.h), and of several runs, or when that is wanted, one is chosen:
// nothing is opened behind anybody's back.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_drop_sheet(Ui& ui);
// Files dropped on the window: opens the one, or asks which.
void take_dropped(Ui& ui);

}  // namespace redraw::ui
