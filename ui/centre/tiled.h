// A picture in tiles in the place of a run: drawn, panned and zoomed in the picture's own pixels,
// with nothing to be trained beside it.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// There is one.
void draw_tiled(Ui& ui, const Rect& area);

}  // namespace redraw::ui
