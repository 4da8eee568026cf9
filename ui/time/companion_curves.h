// The PSNR of the runs beside the open one, among its curves, and the finish line of a race.
#pragma once

#include "ui/state/context.h"
#include "ui/time/curve_lines.h"

#include <cstddef>
#include <vector>

namespace redraw::ui {

// Dashes of equal length along the line, whatever lies between its points.
void draw_dashed(Ui& ui, const std::vector<ImVec2>& points, ImU32 colour);

// Room for their curves, where they are drawn, and the finish line too.
ValueRange with_companions(const Ui& ui, const TimeAxis& axis, ValueRange psnr);
// Their PSNR in the plot, dashed, over the epochs of the open run, or where the open run was at the
// same second of training; and the finish line.
void draw_companion_curves(Ui& ui, const Rect& plot, const TimeAxis& axis, const ValueRange& psnr);

}  // namespace redraw::ui
