// The strip of a run's keyframes, and the playhead on it.
#pragma once

#include "ui/state/context.h"

namespace redraw {
// Takes the mouse, before anything of this frame shows where it is.
void scrub_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis);

void draw_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis);
void draw_playhead(Ui& ui, float top, float bottom, const TimeAxis& axis);

}  // namespace redraw
