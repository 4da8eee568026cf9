// The row above the centre: how the drawing is shown, what it is held against, and how large.
#pragma once

#include "ui/state/context.h"

namespace redraw {

void draw_centre_tabs(Ui& ui, const Rect& area, double zoom);

}  // namespace redraw
