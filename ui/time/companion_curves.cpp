#include "ui/time/companion_curves.h"

#include "engine/text/numbers.h"
#include "ui/actions/race_words.h"
#include "ui/kit/widgets.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

namespace redraw::ui {
namespace {

// Maps `seconds` of training to this run's axis; beyond its last step by its mean pace.
double step_at_seconds(const Status& status, double seconds) {
    const auto& metrics = *status.metrics;
    const auto after = std::ranges::lower_bound(metrics, seconds, {}, &Metric::seconds);
    if (after == metrics.end()) {
        const Metric& last = metrics.back();
        return last.seconds > 0 ? double(last.step) * seconds / last.seconds : double(last.step);
    }
    const Metric before = after == metrics.begin() ? Metric{} : *std::prev(after);
    const double span = after->seconds - before.seconds;
    const double part = span > 0 ? (seconds - before.seconds) / span : 1;
    return double(before.step) + part * double(after->step - before.step);
}

// Maps a measurement of another run to this run's axis, in steps.
double step_here(const Ui& ui, const Companion& other, const MeasuredPsnr& measured) {
    if (ui.state.curves.companion_by_time && ui.status.metrics && !ui.status.metrics->empty())
        return step_at_seconds(ui.status, measured.seconds);
    return double(measured.step) * double(ui.status.steps_per_epoch) /
           double(other.steps_per_epoch);
}

// The line in pixels, at most one point a column.
std::vector<ImVec2> points_of(const Ui& ui, const Rect& plot, const TimeAxis& axis,
                              const ValueRange& range, const Companion& other) {
    std::vector<ImVec2> points;
    for (const MeasuredPsnr& measured : *other.measured) {
        if (!std::isfinite(measured.psnr)) continue;
        const float x = axis.x_of(step_here(ui, other, measured));
        ImVec2 point{x, y_of(plot, range, measured.psnr)};
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

struct CurveName {
    ImVec2 at;
    std::string text;
    ImU32 colour;
};

// Those that would lie on each other make way downwards.
void draw_names(Ui& ui, std::vector<CurveName> names) {
    ImFont* font = ui.view.fonts.small;
    std::ranges::sort(names, {}, [](const CurveName& name) { return name.at.y; });
    for (std::size_t i = 0; i < names.size(); ++i) {
        for (std::size_t above = 0; above < i; ++above)
            if (std::abs(names[i].at.x - names[above].at.x) < ui.px(20))
                names[i].at.y = std::max(names[i].at.y, names[above].at.y + ui.px(13));
        draw_text(ui, font, names[i].at, names[i].colour, names[i].text);
    }
}

void draw_finish_line(Ui& ui, const Rect& plot, const ValueRange& range, double psnr) {
    const float y = std::round(y_of(plot, range, psnr));
    if (y < plot.y0 - 1 || y > plot.y1) return;
    ImGui::GetWindowDrawList()->AddRectFilled({plot.x0, y}, {plot.x1, y + ui.px(1.5f)},
                                              ui.palette.running);
    ImFont* font = ui.view.fonts.small;
    const std::string text = "finish, " + shown_number(psnr) + " dB";
    const float below = y - ui.px(18) < plot.y0 ? ui.px(3) : -ui.px(18);
    draw_text(ui, font, {plot.x0 + ui.px(8), y + below}, ui.palette.muted, text);
}

}  // namespace

void draw_dashed(Ui& ui, const std::vector<ImVec2>& points, ImU32 colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float dash = ui.px(7), period = dash + ui.px(4);
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

ValueRange with_companions(const Ui& ui, const TimeAxis& axis, ValueRange psnr) {
    const Status& status = ui.status;
    for (const auto& other : status.companions) {
        if (!other->measured || other->measured->empty()) continue;
        std::vector<MeasuredPsnr> here = *other->measured;
        for (MeasuredPsnr& measured : here)
            measured.step = std::llround(step_here(ui, *other, measured));
        const ValueRange range = value_range(here, axis, Curve::psnr);
        psnr = {std::min(psnr.low, range.low), std::max(psnr.high, range.high)};
    }
    if (status.finish_line) psnr.high = std::max(psnr.high, *status.finish_line);
    return psnr;
}

void draw_companion_curves(Ui& ui, const Rect& plot, const TimeAxis& axis, const ValueRange& psnr) {
    ImFont* font = ui.view.fonts.small;
    if (const auto& line = ui.status.finish_line) draw_finish_line(ui, plot, psnr, *line);
    std::vector<CurveName> names;
    for (std::size_t i = 0; i < ui.status.companions.size(); ++i) {
        const Companion& other = *ui.status.companions[i];
        if (!other.measured) continue;
        const auto points = points_of(ui, plot, axis, psnr, other);
        if (points.empty()) continue;
        const ImU32 colour = companion_colour(ui, i);
        draw_dashed(ui, points, colour);
        std::string name = shortened(font, companion_name(other, i), ui.px(120));
        if (points.back().x > plot.x1 + 1) name += "…";  // goes on to the right of the plot
        const float width = text_size(font, name).x;
        const ImVec2 end = points.back();
        const float x = std::clamp(end.x + ui.px(6), plot.x0, plot.x1 - width);
        const float above = x < end.x + ui.px(5) ? ui.px(18) : ui.px(8);
        names.push_back({{x, std::max(plot.y0, end.y - above)}, name, colour});
    }
    draw_names(ui, std::move(names));
}

}  // namespace redraw::ui
