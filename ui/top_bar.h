// The bar above everything: what can be done with the training, and how it is going.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_top_bar(Ui& ui, const Rect& area);

}  // namespace redraw::ui
