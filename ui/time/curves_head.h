// The header above the learning curves.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the header above the curves: a legend whose names show and hide curves, the export button
// and the settings of the axes.
void draw_curves_head(Ui& ui, const Rect& area, const TimeAxis& axis);

}  // namespace redraw::ui
