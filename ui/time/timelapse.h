// The learning curves and the timelapse, which share one time axis.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the learning curves: PSNR, loss and learning rate over the epochs. Also draws the planned
// learning rate with its handles, and the playhead that the timelapse shares. `controls`: draws the
// header and the handles, too.
void draw_curves(Ui& ui, const Rect& area, const TimeAxis& axis, bool controls = true);
// Draws the header above the curves: a legend whose names show and hide curves, the export button
// and the settings of the axes.
void draw_curves_head(Ui& ui, const Rect& area, const TimeAxis& axis);

// Handles scrubbing on the timelapse. Call before anything in the frame shows the chosen keyframe.
void scrub_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis);
// Draws the timelapse: its thumbnails, slider, playhead and playback controls.
void draw_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis);
// Draws the bookmarks on the timelapse: their marks above the slider and their names on the
// thumbnails. draw_renaming() draws the field for a new name.
void draw_bookmarks(Ui& ui, const Rect& strip, float slider, const TimeAxis& axis);
void draw_renaming(Ui& ui, const Rect& strip, const TimeAxis& axis);
// Returns the step of the bookmark whose mark is near the mouse or, if `names`, whose name is under
// the mouse. Absent if there is no such bookmark.
std::optional<std::int64_t> bookmark_under_mouse(const Ui& ui, const Rect& strip,
                                                 const TimeAxis& axis, bool names);
void draw_playhead(Ui& ui, float top, float bottom, const TimeAxis& axis);
void timelapse_menu(Ui& ui);

// Returns the time axis shared by curves and timelapse, with the user's zoom and pan.
TimeAxis time_axis(Ui& ui, const Rect& main);

// Zooms and pans the time axis by input to the last ImGui item. The wheel zooms around the mouse;
// the right button, or Shift and the left button, pans; + and - zoom while the item has the
// keyboard focus. Returns true while panning.
bool move_time_axis(Ui& ui, const TimeAxis& axis);

}  // namespace redraw::ui
