// The time axis as the user has it: built for the window, drawn in by the wheel, moved by the
// mouse.
#pragma once

#include "ui/state/context.h"
#include "ui/state/time_axis.h"

namespace redraw::ui {

// The axis that curves and timelapse share inside the centre.
TimeAxis time_axis(Ui& ui, const Rect& main);

// For the last item: the wheel draws the axis in around the mouse; the right button, or Shift and
// the left one, moves it; + and - do while the keyboard is on it. True while it is being moved.
bool move_time_axis(Ui& ui, const TimeAxis& axis);

}  // namespace redraw::ui
