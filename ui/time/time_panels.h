// The learning curves and the timelapse, which share one time axis.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// The learning curves, how the run went: PSNR, loss and learning rate over its epochs, the rest of
// the cosine ahead with its handles, and the playhead the timelapse shares.
void draw_curves(Ui& ui, const Rect& area, const TimeAxis& axis);
// The panel alone, as large as the display: to be kept as a picture.
void draw_curves_picture(UiState& state, const View& view);

// The line above the learning curves: a legend whose names show and hide, and how the axes run.

// Draws the head; with `controls` also how the curves are drawn.
void draw_curves_head(Ui& ui, const Rect& area, const TimeAxis& axis, bool controls);

// The strip of a run's keyframes, the playhead on it, and how it plays: again and again, at which
// pace, how fast.

// Takes the mouse, before anything of this frame shows where it is.
void scrub_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis);

void draw_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis);
void draw_playhead(Ui& ui, float top, float bottom, const TimeAxis& axis);
void timelapse_menu(Ui& ui);

// The time axis as the user has it: built for the window, drawn in by the wheel, moved by the
// mouse.

// The axis that curves and timelapse share inside the centre.
TimeAxis time_axis(Ui& ui, const Rect& main);

// Zooms and moves the axis from the last item: the wheel zooms around the mouse, the right button,
// or Shift and the left one, moves; + and - zoom while it has the focus. True while it moves.
bool move_time_axis(Ui& ui, const TimeAxis& axis);

}  // namespace redraw::ui
