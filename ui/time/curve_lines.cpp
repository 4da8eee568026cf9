#include "ui/time/curve_lines.h"

#include "engine/text/numbers.h"
#include "ui/look/theme.h"
#include "ui/state/schedule_drag.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

struct Habits {
    double calm;         // steps of the range of a whole run; 0: as close as zoomed in
    double finest;       // steps zoomed in
    ValueRange nothing;  // known yet
};

Habits habits_of(Curve curve) {
    switch (curve) {
        case Curve::psnr:
            return {10, 0.01, {0, 40}};
        case Curve::log_loss:
            return {1, 0.1, {-4, 0}};
        case Curve::loss:
            break;
    }
    return {0, 0, {0, 1}};
}

// Indices of the metrics shown and one more on either side.
std::pair<std::size_t, std::size_t> shown(const std::vector<Metric>& metrics,
                                          const TimeAxis& axis) {
    const auto before = [](const Metric& metric, double step) {
        return double(metric.step) < step;
    };
    auto first = std::lower_bound(metrics.begin(), metrics.end(), axis.first_step(), before);
    auto last = std::upper_bound(
        first, metrics.end(), axis.last_step(),
        [](double step, const Metric& metric) { return step < double(metric.step); });
    if (first != metrics.begin()) --first;
    if (last != metrics.end()) ++last;
    return {first - metrics.begin(), last - metrics.begin()};
}

}  // namespace

double value_of(const Metric& metric, Curve curve) {
    switch (curve) {
        case Curve::psnr:
            return metric.psnr;
        case Curve::loss:
            return metric.loss;
        case Curve::log_loss:
            break;
    }
    return metric.loss > 0 ? std::log10(double(metric.loss)) : -INFINITY;
}

std::vector<CurvePoint> curve_points(const std::vector<Metric>& metrics, const TimeAxis& axis,
                                     Curve curve, float smoothing) {
    std::vector<CurvePoint> points;
    // The slider's middle already smooths over some ten points.
    const double keep = smoothing > 0 ? 1 - std::pow(0.005, double(smoothing)) : 0;
    double average = 0, weight = 0;
    const auto [first, last] = shown(metrics, axis);
    // Smoothing remembers what lies before, so that a curve keeps its shape while it is zoomed.
    for (std::size_t i = keep > 0 ? 0 : first; i < last; ++i) {
        const Metric& metric = metrics[i];
        const double value = value_of(metric, curve);
        if (!std::isfinite(value)) continue;
        average = keep * average + (1 - keep) * value;
        weight = keep * weight + (1 - keep);
        if (i < first) continue;
        const CurvePoint point{axis.x_of(double(metric.step)), value, average / weight};
        if (points.size() > 1 && std::floor(point.x) == std::floor(points.back().x))
            points.back() = point;
        else
            points.push_back(point);
    }
    return points;
}

ValueRange value_range(const std::vector<Metric>& metrics, const TimeAxis& axis, Curve curve) {
    const Habits habits = habits_of(curve);
    double low = INFINITY, high = -INFINITY;
    const auto [first, last] = shown(metrics, axis);
    for (std::size_t i = first; i < last; ++i) {
        const double value = value_of(metrics[i], curve);
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (low > high) return habits.nothing;
    if (curve == Curve::loss && axis.shown.all()) low = 0;
    // A loss has no size of its own that would be fine enough.
    const double finest = curve == Curve::loss ? std::max(1e-30, high / 20) : habits.finest;
    const double close = round_step(std::max(finest, (high - low) / 4));
    const double unit = axis.shown.all() && habits.calm > 0 ? habits.calm : close;
    low = std::floor(low / unit + 1e-9) * unit;
    high = std::ceil(high / unit - 1e-9) * unit;
    return {low, std::max(high, low + 2 * unit)};
}

std::string value_text(Curve curve, double value) {
    if (curve == Curve::psnr) return number(std::round(value * 1000) / 1000);
    if (curve == Curve::loss) return number(two_digits(value));
    const double power = std::floor(value + 1e-6);
    const std::string digits = number(two_digits(std::pow(10, value - power)));
    return power == 0 ? digits : digits + fmt::format("e{:.0f}", power);
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

float y_of(const Rect& rect, const ValueRange& range, double value) {
    const double part = (value - range.low) / std::max(1e-12, range.high - range.low);
    return rect.y1 - float(std::clamp(part, -0.05, 1.05)) * rect.height();
}

void draw_curve(Ui& ui, const Rect& rect, const TimeAxis& axis, const std::vector<Metric>& metrics,
                Curve curve, const ValueRange& range, ImU32 colour) {
    const float smoothing = ui.state.preferences.smoothing;
    std::vector<ImVec2> raw, smooth;
    for (const CurvePoint& point : curve_points(metrics, axis, curve, smoothing)) {
        raw.push_back({point.x, y_of(rect, range, point.value)});
        smooth.push_back({point.x, y_of(rect, range, point.smooth)});
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto count = int(raw.size());
    if (smoothing > 0) list.AddPolyline(raw.data(), count, with_alpha(colour, 0.3f), 0, ui.px(1));
    const auto& line = smoothing > 0 ? smooth : raw;
    list.AddPolyline(line.data(), count, colour, 0, ui.px(1.75f));
    // Few steps on a wide axis are points first of all.
    if (count > 0 && count <= 12 && smoothing == 0)
        for (const ImVec2& point : line) list.AddCircleFilled(point, ui.px(2.5f), colour);
}

}  // namespace redraw
