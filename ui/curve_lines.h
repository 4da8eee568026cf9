// From a run's metrics to points on the plot. Pure functions.
#pragma once

#include "engine/run/run_file.h"
#include "ui/time_axis.h"

#include <vector>

namespace redraw {

enum class Curve { psnr, loss };

struct CurvePoint {
    float x;        // pixels
    double value;   // dB, or log10 of the loss
    double smooth;  // exponential moving average without start-up bias
};

struct ValueRange {
    double low, high;
};

// At most one point a pixel column or two: the last of the column. Values that are not finite are
// left out. `smoothing` 0 to 1.
std::vector<CurvePoint> curve_points(const std::vector<Metric>& metrics, const TimeAxis& axis,
                                     Curve curve, float smoothing);

// Room for every finite value: PSNR to the next ten decibels, loss to whole decades.
ValueRange psnr_range(const std::vector<Metric>& metrics);
ValueRange loss_range(const std::vector<Metric>& metrics);

// Precondition: at least one.
const Metric& nearest_metric(const std::vector<Metric>& metrics, double step);

}  // namespace redraw
