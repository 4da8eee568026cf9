// The learning curves, how the run went: PSNR, loss and learning rate over its epochs, the rest of
// the cosine ahead with its handles, and the playhead the timelapse shares.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_curves(Ui& ui, const Rect& area, const TimeAxis& axis);
// The panel alone, as large as the display: to be kept as a picture.
void draw_curves_picture(UiState& state, const View& view);

}  // namespace redraw::ui
