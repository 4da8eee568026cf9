// The parts of the view Why, for ui/centre/why.cpp.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the pixel row through the chosen place as a curve, below the picture's pane, column below
// column.
void draw_row_curve(Ui& ui, const Rect& pane, const Rect& area);
// Draws how much of each size of detail is learned around the place.
void draw_spectrum(Ui& ui, const Rect& area);
// Draws, at ImGui's cursor, the neurons that make most of the pixel's value. A click on one shows
// it in one step of learning.
void draw_strongest(Ui& ui);
// Draws one step of learning in numbers: the pixel forward and back through the network.
void draw_one_step(Ui& ui, const Rect& area);
// Draws, at ImGui's cursor, what holds the run back, what a change would bring as measured on
// copies, and the button that makes the change.
void draw_mend(Ui& ui);

}  // namespace redraw::ui
