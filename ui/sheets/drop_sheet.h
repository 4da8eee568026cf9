// Which of the dropped files is to be opened. One is opened at once; of several one is chosen, and
// nothing is opened behind anybody's back.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_drop_sheet(Ui& ui);
// Files dropped on the window: opens the one, or asks which.
void take_dropped(Ui& ui);

}  // namespace redraw::ui
