// The bar at the top: the training's buttons and its progress.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_top_bar(Ui& ui, const Rect& area);

}  // namespace redraw::ui
