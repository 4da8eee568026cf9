// The menu bar.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_menus(Ui& ui, const Rect& area);

}  // namespace redraw::ui
