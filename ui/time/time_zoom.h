// The time axis as the user has it: built for the window, drawn in by the wheel, moved by the
// mouse.
#pragma once

#include "ui/state/context.h"
#include "ui/state/time_axis.h"

namespace redraw::ui {

// The axis that curves and timelapse share inside the centre.
TimeAxis time_axis(Ui& ui, const Rect& main);

// Zooms and moves the axis from the last item: the wheel zooms around the mouse, the right button,
// or Shift and the left one, moves; + and - zoom while it has the focus. True while it moves.
bool move_time_axis(Ui& ui, const TimeAxis& axis);

}  // namespace redraw::ui
