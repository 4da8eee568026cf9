// A second run beside the open one: the line above the curves, which says who races or is compared
// with, who is ahead, what differs, and the way out; and its PSNR among the curves.
#pragma once

#include "ui/state/context.h"
#include "ui/time/curve_lines.h"

namespace redraw::ui {

// Of the layout; 0 when the run is alone.
float companion_bar_height(const Ui& ui);
void draw_companion_bar(Ui& ui, const Rect& area);

// Room for its curve too.
ValueRange with_companion(const Status& status, const TimeAxis& axis, const ValueRange& psnr);
// Its PSNR in the plot, dashed, over the epochs of the open run, or where the open run was at the
// same second of training.
void draw_companion_curve(Ui& ui, const Rect& plot, const TimeAxis& axis, const ValueRange& psnr);

}  // namespace redraw::ui
