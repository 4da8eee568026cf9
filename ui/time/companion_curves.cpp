#include "ui/time/companion_curves.h"

#include "ui/kit/widgets.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

constexpr float kDash = 7, kGap = 4;

// Where on this run's axis `seconds` of training lie; beyond its last step, at its mean pace.
double step_at_seconds(const Status& status, double seconds) {
    const auto& metrics = *status.metrics;
    const auto after = std::lower_bound(
        metrics.begin(), metrics.end(), seconds,
        [](const Metric& metric, double wanted) { return metric.seconds < wanted; });
    if (after == metrics.end()) {
        const Metric& last = metrics.back();
        return last.seconds > 0 ? double(last.step) * seconds / last.seconds : double(last.step);
    }
    const Metric before = after == metrics.begin() ? Metric{} : *std::prev(after);
    const double span = after->seconds - before.seconds;
    const double part = span > 0 ? (seconds - before.seconds) / span : 1;
    return double(before.step) + part * double(after->step - before.step);
}

// In pixels; at most a point a column.
std::vector<ImVec2> points_of(Ui& ui, const Rect& plot, const TimeAxis& axis,
                              const ValueRange& range) {
    const Companion& other = *ui.status.companion;
    const bool by_time =
        ui.state.companion_by_time && ui.status.metrics && !ui.status.metrics->empty();
    const double steps = double(ui.status.steps_per_epoch) /
                         double(std::max<std::int64_t>(1, other.steps_per_epoch));
    std::vector<ImVec2> points;
    for (const Metric& metric : *other.metrics) {
        if (!std::isfinite(metric.psnr)) continue;
        const double step =
            by_time ? step_at_seconds(ui.status, metric.seconds) : double(metric.step) * steps;
        const float x = axis.x_of(step);
        const double part = (metric.psnr - range.low) / std::max(1e-12, range.high - range.low);
        ImVec2 point{x, plot.y1 - float(std::clamp(part, -0.05, 1.05)) * plot.height()};
        if (const float edge = plot.x1 + 2; x > edge) {  // to just beyond the plot, and no more
            if (points.empty() || points.back().x >= edge) break;
            const ImVec2 before = points.back();
            point.y = before.y + (point.y - before.y) * (edge - before.x) / (x - before.x);
            points.push_back({edge, point.y});
            break;
        }
        if (points.size() > 1 && std::floor(point.x) == std::floor(points.back().x))
            points.back() = point;
        else
            points.push_back(point);
    }
    return points;
}

// Dashes of equal length along the line, whatever lies between its points.
void draw_dashed(Ui& ui, const std::vector<ImVec2>& points, ImU32 colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float period = ui.px(kDash) + ui.px(kGap), dash = ui.px(kDash);
    float along = 0;  // since the last dash began
    for (std::size_t i = 1; i < points.size(); ++i) {
        const ImVec2 a = points[i - 1], b = points[i];
        const float length = std::hypot(b.x - a.x, b.y - a.y);
        for (float at = 0; at < length;) {
            const float rest = along < dash ? dash - along : period - along;
            const float end = std::min(length, at + std::max(rest, 0.25f));
            const auto on = [&](float t) {
                return ImVec2{a.x + (b.x - a.x) * t / length, a.y + (b.y - a.y) * t / length};
            };
            if (along < dash) list.AddLine(on(at), on(end), colour, ui.px(1.75f));
            along = std::fmod(along + end - at, period);
            at = end;
        }
    }
}

}  // namespace

ValueRange with_companion(const Status& status, const TimeAxis& axis, const ValueRange& psnr) {
    if (!status.companion || !status.companion->metrics || status.companion->metrics->empty())
        return psnr;
    const ValueRange other = value_range(*status.companion->metrics, axis, Curve::psnr);
    return {std::min(psnr.low, other.low), std::max(psnr.high, other.high)};
}

void draw_companion_curve(Ui& ui, const Rect& plot, const TimeAxis& axis, const ValueRange& psnr) {
    if (!ui.status.companion || !ui.status.companion->metrics) return;
    const auto points = points_of(ui, plot, axis, psnr);
    if (points.empty()) return;
    draw_dashed(ui, points, ui.palette.text);
    const Companion& other = *ui.status.companion;
    ImFont* font = ui.view.fonts.small;
    std::string name = other.racing ? "B" : shortened(font, other.name, ui.px(120));
    if (points.back().x > plot.x1 + 1) name += "…";  // goes on to the right of the plot
    const float width = text_size(font, name).x;
    const ImVec2 end = points.back();
    const float x = std::clamp(end.x + ui.px(6), plot.x0, plot.x1 - width);
    const float above = x < end.x + ui.px(5) ? ui.px(18) : ui.px(8);
    draw_text(ui, font, {x, std::max(plot.y0, end.y - above)}, ui.palette.text, name);
}

void draw_companion_dashes(Ui& ui, ImVec2 from, float width) {
    draw_dashed(ui, {from, {from.x + width, from.y}}, ui.palette.text);
}

}  // namespace redraw
