// Zooms smoothly from the whole picture into a detail and back (Z): the place under the mouse, else
// the most detailed place. Zooming or panning by hand ends the dive.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Return and set the canvas' zoom, in screen pixels per training pixel.
double zoom_now(const Ui& ui);
void zoom_to(Ui& ui, double zoom);
void dive_or_surface(Ui& ui);
// Returns the detail where a dive film ends: the last dive's, else the most detailed place.
Point place_of_dive(Ui& ui);
// Advances the dive. Call once a frame, before the panes are drawn.
void follow_dive(Ui& ui);

}  // namespace redraw::ui
