// The companion's PSNR over the epochs of the open run, or where the open run was at the same
// second of training.
#pragma once

#include "ui/time/curve_lines.h"

namespace redraw {

// Room for its curve too.
ValueRange with_companion(const Status& status, const TimeAxis& axis, const ValueRange& psnr);
// Its PSNR in the plot, dashed, by epochs or by training time.
void draw_companion_curve(Ui& ui, const Rect& plot, const TimeAxis& axis, const ValueRange& psnr);
// The dashes of its curve, as a sample.
void draw_companion_dashes(Ui& ui, ImVec2 from, float width);

}  // namespace redraw
