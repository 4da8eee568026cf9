// The curves of the compared runs, and the bar above the curves that names those runs.
#pragma once

#include "ui/time/curve_lines.h"

namespace redraw::ui {

// Returns the value range `psnr`, widened to include the PSNR of the compared runs and the finish
// line of a race.
ValueRange with_compared(const Ui& ui, const TimeAxis& axis, ValueRange psnr);
// Draws the PSNR of the compared runs as dashed curves, and the finish line of a race. The curves
// are aligned with the open run's by epochs or by training time.
void draw_compared_curves(Ui& ui, const Rect& plot, const TimeAxis& axis, const ValueRange& psnr);

// The comparison bar above the curves says which run leads and how many settings differ, and has
// buttons that end the comparison or open another run. comparison_bar_height() returns its height
// in pixels; 0 while no run is compared.
float comparison_bar_height(const Ui& ui);
void draw_comparison_bar(Ui& ui, const Rect& area);

}  // namespace redraw::ui
