// The runs beside the open one: the bar that says who they are and who is ahead, and their PSNR
// among the learning curves.
#pragma once

#include "ui/state/context.h"
#include "ui/time/curve_lines.h"

#include <cstddef>
#include <vector>

namespace redraw::ui {

// The PSNR of the runs beside the open one, among its curves, and the finish line of a race.

// Dashes of equal length along the line, whatever lies between its points.
void draw_dashed(Ui& ui, const std::vector<ImVec2>& points, ImU32 colour);

// Room for their curves, where they are drawn, and the finish line too.
ValueRange with_companions(const Ui& ui, const TimeAxis& axis, ValueRange psnr);
// Their PSNR in the plot, dashed, over the epochs of the open run, or where the open run was at the
// same second of training; and the finish line.
void draw_companion_curves(Ui& ui, const Rect& plot, const TimeAxis& axis, const ValueRange& psnr);

// The line above the curves while other runs stand beside the open one: who races or is compared
// with, who is ahead, what differs, and the way out.

// Returns the bar's height, in pixels; 0 while no run is compared.
float companion_bar_height(const Ui& ui);
void draw_companion_bar(Ui& ui, const Rect& area);

}  // namespace redraw::ui
