#include "ui/time/curve_markers.h"

#include "engine/text/numbers.h"
#include "ui/kit/widgets.h"
#include "ui/look/theme.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

constexpr float kTall = 9, kApart = 7, kReach = 5, kFoot = 16;  // units

// The marker under the mouse: near its tick, at the foot of the plot.
const Marker* under_mouse(Ui& ui, const Rect& plot, const std::vector<Marker>& markers) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (mouse.y < plot.y1 - ui.px(kFoot) || mouse.y > plot.y1 + ui.px(kReach)) return nullptr;
    const Marker* best = nullptr;
    for (const Marker& marker : markers)
        if (std::abs(marker.x - mouse.x) <= ui.px(kReach) &&
            (!best || std::abs(marker.x - mouse.x) < std::abs(best->x - mouse.x)))
            best = &marker;
    return best;
}

}  // namespace

std::vector<Marker> markers_of(const std::vector<Event>& events, const TimeAxis& axis,
                               float apart) {
    std::vector<Marker> markers;
    for (const Event& event : events) {
        if (event.kind == EventKind::started || !axis.shows(double(event.step))) continue;
        const float x = axis.x_of(double(event.step));
        if (markers.empty() || std::abs(x - markers.back().x) >= apart)
            markers.push_back({x, event.step, event.step, {}});
        Marker& marker = markers.back();
        marker.first_step = std::min(marker.first_step, event.step);
        marker.last_step = std::max(marker.last_step, event.step);
        const std::string text = text_of(event);
        if (std::find(marker.texts.begin(), marker.texts.end(), text) == marker.texts.end())
            marker.texts.push_back(text);
    }
    return markers;
}

std::string text_of(const Marker& marker, double steps_per_epoch) {
    const auto epoch = [&](std::int64_t step) {
        return thousands(std::llround(double(step) / steps_per_epoch));
    };
    const std::string first = epoch(marker.first_step), last = epoch(marker.last_step);
    std::string text = first == last ? "epoch " + first : "epochs " + first + " to " + last;
    for (std::size_t i = 0; i < marker.texts.size(); ++i)
        text += (i == 0 ? ": " : ", ") + marker.texts[i];
    return text;
}

bool draw_markers(Ui& ui, const Rect& plot, const TimeAxis& axis, bool hover) {
    if (!ui.status.events) return false;
    const auto markers = markers_of(*ui.status.events, axis, ui.px(kApart));
    const Marker* hot = hover ? under_mouse(ui, plot, markers) : nullptr;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Marker& marker : markers) {
        const float x = std::round(marker.x), width = std::max(1.0f, ui.px(1.5f));
        const ImU32 colour = &marker == hot ? ui.palette.text : ui.palette.muted;
        list.AddRectFilled({x - width / 2, plot.y1 - ui.px(kTall)}, {x + width / 2, plot.y1},
                           colour);
        list.AddCircleFilled({x, plot.y1 - ui.px(kTall)}, ui.px(2.5f), colour);
        if (&marker == hot)
            list.AddLine({x, plot.y0}, {x, plot.y1}, with_alpha(colour, 0.35f), ui.px(1));
    }
    if (!hot) return false;
    const double steps = double(std::max<std::int64_t>(1, ui.status.steps_per_epoch));
    axis_label(ui, plot, hot->x, text_of(*hot, steps));
    return true;
}

}  // namespace redraw
