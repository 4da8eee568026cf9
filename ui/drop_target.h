// The window while a file is dragged over it: it lights up, and says what a drop will do.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Over everything else; nothing where no file hangs over the window.
void draw_drop_target(Ui& ui, const Rect& window);

}  // namespace redraw::ui
