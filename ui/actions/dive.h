// The dive (key Z): zooms smoothly from the whole picture into a detail, or back out. The detail is
// the place under the mouse, otherwise the most detailed place of the picture. Zooming or panning
// by hand ends the dive.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Return and set the zoom of the picture in the panes, in screen pixels per learned pixel. The
// learned pixels are the training picture's, or the whole picture's if it is learned in tiles.
double zoom_now(const Ui& ui);
void zoom_to(Ui& ui, double zoom);
void dive_or_surface(Ui& ui);
// Returns the point where an exported dive film ends: the detail of the last dive, otherwise the
// most detailed place.
Point place_of_dive(Ui& ui);
// Advances the zoom of a dive in progress. Call once a frame, before the panes are painted.
void follow_dive(Ui& ui);

}  // namespace redraw::ui
