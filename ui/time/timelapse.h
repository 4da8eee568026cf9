// The timelapse, and the time axis that it shares with the learning curves.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Handles scrubbing on the timelapse. Call before anything in the frame shows the chosen keyframe.
void scrub_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis);
// Draws the timelapse: its play button, thumbnails, slider and playhead.
void draw_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis);
// Draws loop, pace (under More) and speed at the right end of `row`, if there is room. Returns
// their left edge.
float draw_playback_controls(Ui& ui, const Rect& row);
void draw_playhead(Ui& ui, float top, float bottom, const TimeAxis& axis);
void timelapse_menu(Ui& ui);

// Returns the time axis shared by curves and timelapse, with the user's zoom and pan.
TimeAxis time_axis(Ui& ui, const Rect& main);

// Zooms and pans the time axis by input to the last ImGui item. The wheel zooms around the mouse;
// the right button, or Shift and the left button, pans; + and - zoom while the item has the
// keyboard focus. Returns true while panning.
bool move_time_axis(Ui& ui, const TimeAxis& axis);

}  // namespace redraw::ui
