// The line above the learning curves: a legend whose names show and hide, and how the axes run.
#pragma once

#include "ui/time/curves.h"

namespace redraw {

// The line above the plot: which curves are drawn, and, with `controls`, how.
void draw_curves_head(Ui& ui, const Rect& area, const TimeAxis& axis, bool controls);

}  // namespace redraw
