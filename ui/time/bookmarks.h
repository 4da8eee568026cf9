// The bookmarks on the timelapse.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the bookmarks on the timelapse: their marks above the slider and their names on the
// thumbnails. draw_renaming() draws the field for a new name.
void draw_bookmarks(Ui& ui, const Rect& strip, float slider, const TimeAxis& axis);
void draw_renaming(Ui& ui, const Rect& strip, const TimeAxis& axis);
// Returns the step of the bookmark whose mark is near the mouse or, if `names`, whose name is under
// the mouse. Absent if there is no such bookmark.
std::optional<std::int64_t> bookmark_under_mouse(const Ui& ui, const Rect& strip,
                                                 const TimeAxis& axis, bool names);

}  // namespace redraw::ui
