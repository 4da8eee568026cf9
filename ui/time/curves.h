// The learning curves: what its parts hand to each other.
#pragma once

#include "ui/state/schedule_drag.h"
#include "ui/time/curve_lines.h"

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

// The panel alone, as large as the display: to be kept as a picture.
void draw_curves_picture(UiState& state, const View& view);

void draw_curves(Ui& ui, const Rect& area, const TimeAxis& axis);

}  // namespace redraw
