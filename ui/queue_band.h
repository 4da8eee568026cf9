// Many pictures, below everything else while they are open: how far they are, and pause.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

float queue_band_height(const Ui& ui);  // 0 while there are none
void draw_queue_band(Ui& ui, const Rect& band);

}  // namespace redraw::ui
