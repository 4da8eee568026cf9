// A large picture while it is being read: it stands where it will stand, before there is a network.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// It is known by now; draw_opening() has something to draw.
bool opening_is_seen(const Ui& ui);
// Draws the opening picture in the place of the panes.
void draw_opening(Ui& ui, const Rect& whole);

}  // namespace redraw::ui
