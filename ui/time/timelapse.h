// The strip of a run's keyframes, the playhead on it, and how it plays: again and again, at which
// pace, how fast.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Takes the mouse, before anything of this frame shows where it is.
void scrub_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis);

void draw_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis);
void draw_playhead(Ui& ui, float top, float bottom, const TimeAxis& axis);
void timelapse_menu(Ui& ui);

}  // namespace redraw::ui
