// A small label on a plot: what is read off it, or what a handle is dragged to.
#pragma once

#include "ui/state/context.h"

#include <string>

namespace redraw {

// Centred at `x`, kept inside `plot` sideways, its top at `y`.
void plot_label(Ui& ui, const Rect& plot, float x, float y, std::string text, ImU32 edge);
float plot_label_height(const Ui& ui);
// Below the plot, over the values of its axis, where it hides no curve.
void axis_label(Ui& ui, const Rect& plot, float x, const std::string& text);

}  // namespace redraw
