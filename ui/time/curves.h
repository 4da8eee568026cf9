// The learning curves.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the learning curves: PSNR, loss and learning rate over the epochs. Also draws the planned
// learning rate with its handles, and the playhead that the timelapse shares. `controls`: draws the
// header and the handles, too.
void draw_curves(Ui& ui, const Rect& area, const TimeAxis& axis, bool controls = true);

// Draws the curve of the PSNR, and those of compared runs, over the thumbnails of the timelapse.
void draw_curve_over(Ui& ui, const Rect& strip, const TimeAxis& axis);

}  // namespace redraw::ui
