// How the run went: PSNR, loss and learning rate over its epochs, the rest of the cosine ahead with
// its handles, and the playhead the timelapse shares.
#include "ui/time/curves.h"

#include "ui/actions/timelapse_moves.h"
#include "ui/kit/walk.h"
#include "ui/kit/widgets.h"
#include "ui/settings/schedule_handles.h"
#include "ui/time/companion_curves.h"
#include "ui/time/curve_markers.h"
#include "ui/time/curves_head.h"
#include "ui/time/curves_reading.h"
#include "ui/time/time_zoom.h"
#include "ui/time/timelapse.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace redraw {
namespace {

constexpr float kBeside = 10;  // units a handle may be taken beside the plot

const std::vector<Metric>& metrics_of(const Ui& ui) {
    static const std::vector<Metric> kNone;
    return ui.status.metrics ? *ui.status.metrics : kNone;
}

// At the top of the plot: a little above the highest rate, planned or recorded.
double top_rate(Ui& ui) {
    ScheduleDrag& drag = ui.state.schedule_drag;
    if (drag.handle != Handle::none) return drag.curves_rate;
    double rate = ui.state.settings.edited.schedule.lr_max;
    for (const Metric& metric : metrics_of(ui)) rate = std::max(rate, double(metric.learning_rate));
    return drag.curves_rate = std::max(1e-12, rate * 1.08);
}

CurvesPlot plot_of(Ui& ui, const Rect& area, const TimeAxis& axis) {
    const auto& metrics = metrics_of(ui);
    const double steps = double(std::max<std::int64_t>(1, ui.status.steps_per_epoch));
    const Curve loss = ui.state.preferences.log_loss ? Curve::log_loss : Curve::loss;
    const Rect rect{axis.left, area.y0 + ui.px(40), axis.right, area.y1 - ui.px(24)};
    return {rect,
            axis,
            1 / steps,
            loss,
            with_companion(ui.status, axis, value_range(metrics, axis, Curve::psnr)),
            value_range(metrics, axis, loss),
            {axis, steps, rect.y0, rect.y1, top_rate(ui)}};
}

HandleSet handles_of(const Ui& ui, const CurvesPlot& plot, bool controls) {
    static constexpr std::array kAll{Handle::rate_max, Handle::warmup, Handle::end,
                                     Handle::rate_min};
    static constexpr std::array kCooled{Handle::rate_max, Handle::end, Handle::rate_min};
    HandleSet set{kAll, plot.schedule, plot.rect, true};
    // A cosine that begins within the run has no warm-up.
    if (ui.state.settings.edited.schedule.start_epoch > 0) set.handles = kCooled;
    if (!controls || !ui.state.preferences.show_rate) set.handles = {};
    return set;
}

// What was, live edits included, and what is planned: all of it while a handle is used.
void draw_rate(Ui& ui, const CurvesPlot& plot, bool whole_plan) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::vector<ImVec2> was;
    for (const Metric& metric : metrics_of(ui)) {
        const float x = plot.axis.x_of(double(metric.step - 1));  // a step's rate is of its start
        if (x < plot.rect.x0 - plot.rect.width() || x > plot.rect.x1 + plot.rect.width()) continue;
        if (!was.empty() && x - was.back().x < 1) continue;
        was.push_back({x, plot.schedule.y_of(metric.learning_rate)});
    }
    list.AddPolyline(was.data(), int(was.size()), with_alpha(ui.palette.muted, 0.8f), 0,
                     ui.px(1.25f));
    const double from = whole_plan ? 0 : plot.epoch_of(double(ui.status.step));
    const auto plan = schedule_points(ui.state.settings.edited.schedule, plot.schedule, from);
    const float dash = ui.px(4);
    for (std::size_t i = 1; i < plan.size(); ++i) {
        const bool jump = plan[i].x - plan[i - 1].x < 0.01f;
        if (jump || std::fmod(plan[i].x - plot.rect.x0, 2 * dash) < dash)
            list.AddLine(plan[i - 1], plan[i], ui.palette.muted, ui.px(1.25f));
    }
}

void scrub(Ui& ui, const CurvesPlot& plot) {
    UiState& s = ui.state;
    if (ImGui::IsItemActivated()) {
        s.scrubbing_curves = !ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
        if (s.scrubbing_curves) {
            s.step_before_press = s.timelapse.at_step;
        } else if (!s.steps_shown.all()) {
            s.steps_shown = {};
            s.timelapse.at_step = s.step_before_press;
        }
    }
    if (s.scrubbing_curves && ImGui::IsItemActive())
        show_keyframe_near(ui, plot.axis.step_at(ImGui::GetIO().MousePos.x));
}

// The surface to read, scrub, zoom and drag on. Returns the handle in use.
Handle use_plot(Ui& ui, const CurvesPlot& plot, const HandleSet& handles) {
    const float beside = ui.px(kBeside);
    ImGui::SetCursorScreenPos({plot.rect.x0 - beside, plot.rect.y0 - beside});
    ImGui::InvisibleButton("curves",
                           {plot.rect.width() + 2 * beside, plot.rect.height() + 2 * beside},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    focus_ring(ui, "curves");
    name_control(ui, "curves plot", plot.rect);
    const bool panning = move_time_axis(ui, plot.axis);
    const Handle hot = panning ? Handle::none : use_handles(ui, handles);
    if (hot != Handle::none || panning)
        ui.state.scrubbing_curves = false;
    else
        scrub(ui, plot);
    return hot;
}

void draw_plot(Ui& ui, const Rect& area, const TimeAxis& axis, bool controls) {
    const auto& metrics = metrics_of(ui);
    const Preferences& preferences = ui.state.preferences;
    const CurvesPlot plot = plot_of(ui, area, axis);
    const Rect& rect = plot.rect;
    const HandleSet handles = handles_of(ui, plot, controls);
    const Handle hot = use_plot(ui, plot, handles);
    const bool reads = hot == Handle::none && ImGui::IsItemHovered() && !ImGui::IsItemActive();

    draw_curves_axes(ui, plot);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double now = double(ui.status.step);
    if (axis.shows(now))
        list.AddLine({axis.x_of(now), rect.y0}, {axis.x_of(now), rect.y1}, ui.palette.line,
                     ui.px(1.5f));
    const float over = ui.px(3);
    list.PushClipRect({rect.x0, rect.y0 - over}, {rect.x1 + 1, rect.y1 + over}, true);
    if (preferences.show_rate) draw_rate(ui, plot, hot != Handle::none);
    if (preferences.show_loss)
        draw_curve(ui, rect, axis, metrics, plot.loss_curve, plot.loss, ui.palette.second);
    if (preferences.show_psnr)
        draw_curve(ui, rect, axis, metrics, Curve::psnr, plot.psnr, ui.palette.accent_text);
    draw_companion_curve(ui, rect, axis, plot.psnr);
    list.PopClipRect();
    draw_playhead(ui, rect.y0, area.y1, axis);
    if (const auto at = ui.state.timelapse.at_step;
        at && *at > 0 && axis.shows(double(*at)) && !metrics.empty())
        draw_playhead_label(ui, plot, nearest_metric(metrics, double(*at)));
    if (!draw_markers(ui, rect, axis, reads) && reads && !metrics.empty()) {
        const Metric& read = nearest_metric(metrics, axis.step_at(ImGui::GetIO().MousePos.x));
        if (axis.shows(double(read.step))) draw_reading(ui, plot, read);
    }
    draw_handles(ui, handles, hot);
}

void draw_panel(Ui& ui, const Rect& area, const TimeAxis& axis, bool controls) {
    if (controls)
        ImGui::GetWindowDrawList()->AddRectFilled(
            area.min(), {area.x1, area.y0 + std::max(1.0f, ui.px(1))}, ui.palette.line);
    draw_curves_head(ui, area, axis, controls);
    draw_plot(ui, area, axis, controls);
}

}  // namespace

void draw_curves(Ui& ui, const Rect& area, const TimeAxis& axis) {
    ui.state.curves_size = {area.width(), area.height()};
    draw_panel(ui, area, axis, true);
}

void draw_curves_picture(UiState& state, const View& view) {
    Requests requests;
    Ui ui{state, view, requests, *view.status, palette_of(state.preferences.theme)};
    const Rect area{0, 0, view.window.x, view.window.y};
    ImGui::SetNextWindowPos(area.min());
    ImGui::SetNextWindowSize(area.max());
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.palette.window);
    ImGui::Begin("picture", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    ImGui::PushFont(view.fonts.body);
    draw_panel(ui, area, time_axis(ui, area), false);
    ImGui::PopFont();
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

}  // namespace redraw
