// The middle of the window: the network's drawing and what it is held against, in one of five
// views; before there is a picture, what to do, and the runs of before.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_centre(Ui& ui, const Rect& area);  // of a run, or of a picture that will be one
// Without what stands above and below them.
void draw_panes(Ui& ui, const Rect& whole);
void draw_empty_centre(Ui& ui, const Rect& area);

}  // namespace redraw::ui
