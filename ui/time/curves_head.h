// The line above the learning curves: a legend whose names show and hide, and how the axes run.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the head; with `controls` also how the curves are drawn.
void draw_curves_head(Ui& ui, const Rect& area, const TimeAxis& axis, bool controls);

}  // namespace redraw::ui
