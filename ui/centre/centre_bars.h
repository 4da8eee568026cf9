// The rows above and below the centre: how the drawing is shown, what it is held against, and how
// large; and the copy that cools down beside the run: how far it is, what it would give, and
// whether to do it.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_centre_tabs(Ui& ui, const Rect& area, double zoom);
void draw_cool_down_bar(Ui& ui, const Rect& area);

}  // namespace redraw::ui
