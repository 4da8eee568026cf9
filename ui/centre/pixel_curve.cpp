#include "ui/centre/pixel_curve.h"

#include "ui/actions/timelapse_moves.h"
#include "ui/centre/difference.h"
#include "ui/look/theme.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

constexpr double kRest = 0.15;      // seconds
constexpr float kLeastSpan = 0.1f;  // of a curve, from bottom to top

float x_of(const PixelHistory& history, std::int64_t step) {
    const double last = std::log1p(double(std::max<std::int64_t>(1, history.steps.back())));
    return float(std::clamp(std::log1p(double(step)) / last, 0.0, 1.0));
}

ImU32 colour_of(const float* pixel) {
    const auto level = [&](int c) {
        const float value = std::isfinite(pixel[c]) ? std::clamp(pixel[c], 0.0f, 1.0f) : 0;
        return int(value * 255 + 0.5f);
    };
    return IM_COL32(level(0), level(1), level(2), 255);
}

// What was drawn from each step to the next, and below it what it should be.
void draw_ribbon(Ui& ui, const Rect& rect, const PixelHistory& history, const float* wanted) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = std::floor((rect.y0 + rect.y1) / 2);
    for (std::size_t i = 0; i < history.steps.size(); ++i) {
        const float x0 = rect.x0 + x_of(history, history.steps[i]) * rect.width();
        const bool last = i + 1 == history.steps.size();
        const float x1 =
            last ? rect.x1 : rect.x0 + x_of(history, history.steps[i + 1]) * rect.width();
        list.AddRectFilled({std::floor(x0), rect.y0}, {std::floor(x1), middle},
                           colour_of(history.values.data() + i * std::size_t(history.channels)));
    }
    list.AddRectFilled({rect.x0, middle}, rect.max(), colour_of(wanted));
    list.AddRect({rect.x0 - 1, rect.y0 - 1}, {rect.x1 + 1, rect.y1 + 1},
                 with_alpha(ui.palette.on_chip, 0.2f));
}

}  // namespace

const PixelHistory* pixel_history(Ui& ui, Point point) {
    PixelRest& rest = ui.state.pixel_rest;
    const ImVec2 delta = ImGui::GetIO().MouseDelta;
    if (!(rest.at == point)) {
        // The same place drawn finer is not a move.
        if (delta.x != 0 || delta.y != 0 || rest.frame + 1 < ImGui::GetFrameCount())
            rest.since = ui.view.time;
        rest.at = point;
    }
    rest.frame = ImGui::GetFrameCount();
    const double left = rest.since + kRest - ui.view.time;
    if (left > 0) {
        ui.requests.redraw_after(left);
        return nullptr;
    }
    ui.requests.look.history_of = point;
    const auto& history = ui.status.pixel_history;
    const bool there = history && history->point == point && !history->steps.empty();
    return there ? history.get() : nullptr;
}

float pixel_curve_height(const Ui& ui) {
    if (!ui.status.keyframes || ui.status.keyframes->size() < 2) return 0;
    return ui.px(ui.status.target->channels >= 3 ? 60 : 44);
}

HistoryLine history_line(const PixelHistory& history, const float* wanted) {
    HistoryLine line;
    const bool gray = history.channels < 3;
    // As high as what it shows, but little is shown as little.
    float low = gray ? wanted[0] : 0, high = low;
    for (std::size_t i = 0; i < history.steps.size(); ++i) {
        const float* value = history.values.data() + i * std::size_t(history.channels);
        const float y =
            gray ? std::clamp(value[0], -0.5f, 1.5f) : pixel_error(value, wanted, history.channels);
        if (!std::isfinite(y)) continue;
        line.points.push_back({x_of(history, history.steps[i]), y});
        low = std::min(low, y);
        high = std::max(high, y);
    }
    const float span = std::max(kLeastSpan, high - low);
    if (gray) low = std::clamp((low + high - span) / 2, std::min(low, 0.0f), low);
    for (HistoryPoint& point : line.points) point.y = (point.y - low) / span;
    line.target = ((gray ? wanted[0] : 0) - low) / span;
    return line;
}

void draw_pixel_curve(Ui& ui, const Rect& rect, const PixelHistory& history, const float* wanted) {
    // On the chip, which is dark in every theme.
    const ImU32 ink = palette_of(ThemeKind::dark).second;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    Rect plot = rect;
    if (history.channels >= 3) {
        plot.y1 -= ui.px(16);
        draw_ribbon(ui, {rect.x0, rect.y1 - ui.px(10), rect.x1, rect.y1}, history, wanted);
    }
    const HistoryLine line = history_line(history, wanted);
    const auto place = [&](HistoryPoint p) {
        return ImVec2{plot.x0 + p.x * plot.width(), plot.y1 - p.y * plot.height()};
    };
    const float target = std::floor(plot.y1 - line.target * plot.height());
    list.AddRectFilled({plot.x0, target}, {plot.x1, target + std::max(1.0f, ui.px(1))},
                       with_alpha(ui.palette.on_chip, 0.4f));
    std::vector<ImVec2> points;
    for (const HistoryPoint& point : line.points) points.push_back(place(point));
    if (points.empty()) return;
    list.AddPolyline(points.data(), int(points.size()), ink, 0, ui.px(1.5f));
    const float shown = x_of(history, shown_step(ui));
    const auto at = std::min_element(line.points.begin(), line.points.end(),
                                     [&](HistoryPoint a, HistoryPoint b) {
                                         return std::abs(a.x - shown) < std::abs(b.x - shown);
                                     });
    list.AddCircleFilled(place(*at), ui.px(3), ink);
}

}  // namespace redraw
