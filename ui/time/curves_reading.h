// What stands beside the curves: the values of the axes, and what the mouse or the playhead reads.
#pragma once

#include "ui/time/curves.h"

namespace redraw {

// Grid and values beside and below the plot, and the part of the run that is shown.
void draw_curves_axes(Ui& ui, const CurvesPlot& plot);
// What is read off the curves at a step: its place and its values.
void draw_reading(Ui& ui, const CurvesPlot& plot, const Metric& metric);
// "640 · 33.1 dB" on the playhead.
void draw_playhead_label(Ui& ui, const CurvesPlot& plot, const Metric& metric);

}  // namespace redraw
