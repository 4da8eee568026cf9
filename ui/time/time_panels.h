// The learning curves and the timelapse, which share one time axis.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the learning curves: PSNR, loss and learning rate over the run's epochs, the rest of the
// cosine ahead with its handles, and the playhead the timelapse shares.
void draw_curves(Ui& ui, const Rect& area, const TimeAxis& axis);
// Draws the panel alone, as large as the display: to be kept as a picture.
void draw_curves_picture(UiState& state, const View& view);
// Draws the line above the curves: a legend whose names show and hide; with `controls` also how the
// axes run.
void draw_curves_head(Ui& ui, const Rect& area, const TimeAxis& axis, bool controls);

// Scrubs on the strip of keyframes, before anything of this frame shows where it is.
void scrub_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis);
// Draws the strip, the playhead on it, and how it plays.
void draw_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis);
void draw_playhead(Ui& ui, float top, float bottom, const TimeAxis& axis);
void timelapse_menu(Ui& ui);

// Returns the axis that curves and timelapse share inside the centre, as the user zoomed and moved
// it.
TimeAxis time_axis(Ui& ui, const Rect& main);

// Zooms and moves the axis from the last item: the wheel zooms around the mouse, the right button,
// or Shift and the left one, moves; + and - zoom while it has the focus. True while it moves.
bool move_time_axis(Ui& ui, const TimeAxis& axis);

}  // namespace redraw::ui
