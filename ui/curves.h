// The learning curves: what its parts hand to each other.
#pragma once

#include "ui/curve_lines.h"
#include "ui/schedule_drag.h"

namespace redraw {

struct CurvesPlot {
    Rect rect;
    TimeAxis axis;
    double epochs_a_step;
    Curve loss_curve;  // log or linear
    ValueRange psnr, loss;
    SchedulePlot schedule;

    double epoch_of(double step) const { return step * epochs_a_step; }
};

// The line above the plot: which curves are drawn, and, with `controls`, how.
void draw_curves_head(Ui& ui, const Rect& area, const TimeAxis& axis, bool controls);
// Grid and values beside and below the plot, and the part of the run that is shown.
void draw_curves_axes(Ui& ui, const CurvesPlot& plot);
// What is read off the curves at a step: its place and its values.
void draw_reading(Ui& ui, const CurvesPlot& plot, const Metric& metric);
// "640 · 33.1 dB" on the playhead.
void draw_playhead_label(Ui& ui, const CurvesPlot& plot, const Metric& metric);

// The panel alone, as large as the display: to be kept as a picture.
void draw_curves_picture(UiState& state, const View& view);

}  // namespace redraw
