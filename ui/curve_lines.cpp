#include "ui/curve_lines.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

double value_of(const Metric& metric, Curve curve) {
    return curve == Curve::psnr ? double(metric.psnr)
                                : (metric.loss > 0 ? std::log10(double(metric.loss)) : -INFINITY);
}

ValueRange range_of(const std::vector<Metric>& metrics, Curve curve, double unit, double least,
                    double most) {
    double low = most, high = least;
    for (const Metric& metric : metrics) {
        const double value = value_of(metric, curve);
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (low > high) return {least, most};
    low = std::floor(low / unit) * unit;
    high = std::ceil(high / unit) * unit;
    return {low, std::max(high, low + 2 * unit)};
}

}  // namespace

std::vector<CurvePoint> curve_points(const std::vector<Metric>& metrics, const TimeAxis& axis,
                                     Curve curve, float smoothing) {
    std::vector<CurvePoint> points;
    // The slider's middle already smooths over some ten points.
    const double keep = smoothing > 0 ? 1 - std::pow(0.005, double(smoothing)) : 0;
    double average = 0, weight = 0;
    for (const Metric& metric : metrics) {
        const double value = value_of(metric, curve);
        if (!std::isfinite(value)) continue;
        average = keep * average + (1 - keep) * value;
        weight = keep * weight + (1 - keep);
        const CurvePoint point{axis.x_of(double(metric.step)), value, average / weight};
        if (points.size() > 1 && std::floor(point.x) == std::floor(points.back().x))
            points.back() = point;
        else
            points.push_back(point);
    }
    return points;
}

ValueRange psnr_range(const std::vector<Metric>& metrics) {
    return range_of(metrics, Curve::psnr, 10, 0, 40);
}

ValueRange loss_range(const std::vector<Metric>& metrics) {
    return range_of(metrics, Curve::loss, 1, -4, 0);
}

const Metric& nearest_metric(const std::vector<Metric>& metrics, double step) {
    const auto after = std::lower_bound(
        metrics.begin(), metrics.end(), step,
        [](const Metric& metric, double wanted) { return double(metric.step) < wanted; });
    if (after == metrics.end()) return metrics.back();
    if (after == metrics.begin()) return *after;
    const Metric& before = *std::prev(after);
    return step - double(before.step) < double(after->step) - step ? before : *after;
}

}  // namespace redraw
