#include "ui/time/curves.h"
#include "ui/time/compared_curves.h"

#include "ui/time/curves_head.h"
#include "ui/time/timelapse.h"

#include "ui/actions/timelapse_moves.h"
#include "ui/kit/widgets.h"
#include "ui/time/curve_lines.h"

namespace redraw::ui {
namespace {

constexpr float kBeside = 10;  // layout units; how far outside the plot the mouse still reads it
constexpr const char* kCurves =
    "Learning curves over the epochs. Hover to read values, click to view that moment; the wheel "
    "zooms.";

// A learning curve (PSNR or loss) that has its own value axis beside the plot.
struct Line {
    Curve curve;
    ValueRange range;
    ImU32 colour;
    bool shown;
};

struct CurvesPlot {
    Rect rect;
    TimeAxis axis;
    double epochs_a_step;
    Line psnr, loss;
    SchedulePlot schedule;

    double epoch_of(double step) const { return step * epochs_a_step; }
};

// Returns the learning rate at the top of the plot: slightly above the highest one, planned or
// recorded.
double top_rate(const Ui& ui) {
    double rate = ui.state.settings.edited.schedule.lr_max;
    for (const Metric& metric : *ui.status.metrics)
        rate = std::max(rate, double(metric.learning_rate));
    return std::max(1e-12, rate * 1.08);
}

CurvesPlot plot_of(Ui& ui, const Rect& area, const TimeAxis& axis) {
    const auto& metrics = *ui.status.metrics;
    const Palette& p = ui.palette;
    const Preferences& preferences = ui.state.preferences;
    const double steps = double(ui.status.steps_per_epoch);
    const Curve loss = preferences.log_loss ? Curve::log_loss : Curve::loss;
    ValueRange psnr = value_range(*ui.status.measured, axis, Curve::psnr);
    psnr = with_compared(ui, axis, psnr);
    const Rect rect{axis.left, area.y0 + ui.px(40), axis.right, area.y1 - ui.px(24)};
    return {rect,
            axis,
            1 / steps,
            {Curve::psnr, psnr, p.accent_text, preferences.show_psnr},
            {loss, value_range(metrics, axis, loss), p.second, preferences.show_loss},
            {axis, steps, rect.y0, rect.y1, top_rate(ui)}};
}

// Draws the recorded learning rates, and the planned ones from the present step on; all of the plan
// while a handle of the schedule is dragged.
void draw_rate(Ui& ui, const CurvesPlot& plot) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::vector<ImVec2> was;
    for (const Metric& metric : *ui.status.metrics) {
        // A recorded learning rate is drawn at the start of the step that used it.
        const float x = plot.axis.x_of(double(metric.step - 1));
        if (x < plot.rect.x0 - plot.rect.width() || x > plot.rect.x1 + plot.rect.width()) continue;
        if (!was.empty() && x - was.back().x < 1) continue;
        was.push_back({x, plot.schedule.y_of(metric.learning_rate)});
    }
    list.AddPolyline(was.data(), int(was.size()), with_alpha(ui.palette.muted, 0.8f), 0,
                     ui.px(1.25f));
    const bool whole_plan = ui.state.schedule_drag.handle != Handle::none;
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
        s.curves.scrubbing = !ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
        if (s.curves.scrubbing) {
            s.curves.step_before_press = s.timelapse.at_step;
        } else if (!s.curves.steps_shown.all()) {
            s.curves.steps_shown = {};
            s.timelapse.at_step = s.curves.step_before_press;
        }
    }
    if (s.curves.scrubbing && ImGui::IsItemActive())
        show_keyframe_near(ui, plot.axis.step_at(ImGui::GetIO().MousePos.x));
}

// Handles the mouse and keyboard on the plot: scrubbing, zooming and panning.
void use_plot(Ui& ui, const CurvesPlot& plot) {
    const float beside = ui.px(kBeside);
    ImGui::SetCursorScreenPos({plot.rect.x0 - beside, plot.rect.y0 - beside});
    ImGui::InvisibleButton("curves",
                           {plot.rect.width() + 2 * beside, plot.rect.height() + 2 * beside},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    focus_ring(ui, "curves");
    name_control(ui, "curves plot", plot.rect);
    explain_when_asked(ui, kCurves);
    if (move_time_axis(ui, plot.axis))
        ui.state.curves.scrubbing = false;
    else
        scrub(ui, plot);
}

// Draws the labels of a curve's value axis, right or left of the plot. `grid`: also draws lines
// across the plot at these values.
void draw_values(Ui& ui, const Rect& rect, const Line& line, bool right, bool grid) {
    const Palette& p = ui.palette;
    ImFont* font = ui.fonts.axis;
    const int wanted = std::clamp(int(rect.height() / ui.px(20)), 2, 4);
    std::vector<double> ticks = round_ticks(line.range.low, line.range.high, wanted);
    // On a logarithmic loss axis that spans at least two decades, only whole decades have ticks.
    if (line.curve == Curve::log_loss && line.range.high - line.range.low >= 2)
        std::erase_if(ticks, [](double tick) { return std::abs(tick - std::round(tick)) > 1e-6; });
    for (const double tick : ticks) {
        const float y = std::round(y_of(rect, line.range, tick));
        if (grid) fill({rect.x0, y, rect.x1, y + ui.hair()}, with_alpha(p.line, 0.6f));
        const std::string text = value_text(line.curve, tick);
        const float x = right ? rect.x1 + ui.px(14) : rect.x0 - ui.px(12) - text_size(font, text).x;
        draw_text(ui, font, {x, y - font->FontSize / 2 - 1}, right ? line.colour : p.muted, text);
    }
}

void draw_epochs(Ui& ui, const CurvesPlot& plot) {
    ImFont* font = ui.fonts.axis;
    const auto room = int(plot.rect.width() / ui.px(90));
    float free = plot.rect.x0 - ui.px(20);
    for (const double epoch :
         epoch_ticks(plot.epoch_of(plot.axis.first_step()), plot.epoch_of(plot.axis.last_step()),
                     plot.axis.logarithmic, room)) {
        const float x = plot.axis.x_of(epoch / plot.epochs_a_step);
        const std::string text = epoch == std::floor(epoch) ? thousands(std::llround(epoch))
                                                            : fmt::format("{:.4g}", epoch);
        const float width = text_size(font, text).x;
        const float left = std::min(x - width / 2, plot.rect.x1 - width);
        if (left < free) continue;
        draw_text(ui, font, {left, plot.rect.y1 + ui.px(6)}, ui.palette.muted, text);
        free = left + width + ui.px(10);
    }
}

void explain_axes(Ui& ui, const Rect& area, const CurvesPlot& plot) {
    const Rect& rect = plot.rect;
    const float over = ui.px(kBeside);
    if (plot.psnr.shown)
        read_out(ui, "decibels", {area.x0, rect.y0 - over, rect.x0 - over, rect.y1 + over},
                 kDecibels);
    if (plot.loss.shown)
        read_out(ui, "loss axis", {rect.x1 + over, rect.y0 - over, area.x1, rect.y1 + over},
                 "Training loss: the error that training minimizes. Lower is closer.");
    read_out(ui, "epochs", {rect.x0, rect.y1 + ui.px(2), rect.x1 + over, area.y1},
             "Epochs: how often training has seen every pixel, from the first step to the end.");
}

// When zoomed in, draws a bar at the bottom of the plot that marks the visible part of the run.
void draw_part(Ui& ui, const CurvesPlot& plot) {
    if (plot.axis.shown.all()) return;
    const auto x_of = [&](double part) { return plot.rect.x0 + float(part) * plot.rect.width(); };
    const float y = plot.rect.y1, height = ui.px(2), x = x_of(plot.axis.part_before());
    fill({plot.rect.x0, y, plot.rect.x1, y + height}, ui.palette.line);
    fill({x, y, std::max(x + ui.px(4), x_of(plot.axis.part_until())), y + height},
         ui.palette.accent);
}

std::string epoch_text(const CurvesPlot& plot, const Metric& metric) {
    return epoch_number(plot.epoch_of(double(metric.step)));
}

// Draws a vertical line through one training step, and the values of the curves at that step.
void draw_reading(Ui& ui, const CurvesPlot& plot, const Metric& metric) {
    const Palette& p = ui.palette;
    const float x = plot.axis.x_of(double(metric.step)), dot = ui.px(3.5f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({x, plot.rect.y0}, {x, plot.rect.y1}, with_alpha(p.muted, 0.6f), ui.hair());
    std::string text = "epoch " + epoch_text(plot, metric);
    const auto read = [&](const Line& line, const auto& record, const std::string& said) {
        if (!line.shown) return;
        text += " · " + said;
        const double value = value_of(record, line.curve);
        const float at = plot.axis.x_of(double(record.step));
        if (std::isfinite(value) && at >= plot.rect.x0 && at <= plot.rect.x1)
            list.AddCircleFilled({at, y_of(plot.rect, line.range, value)}, dot, line.colour);
    };
    if (const auto& measured = *ui.status.measured; !measured.empty()) {
        const MeasuredPsnr& near = nearest(measured, double(metric.step));
        read(plot.psnr, near, closeness(ui.status, near.psnr));
    }
    read(plot.loss, metric, "training loss " + rate(metric.loss));
    if (ui.state.preferences.show_rate) {
        text += " · rate " + rate(metric.learning_rate);
        const float start = plot.axis.x_of(double(metric.step - 1));
        if (start >= plot.rect.x0)
            list.AddCircleFilled({start, plot.schedule.y_of(metric.learning_rate)}, dot, p.muted);
    }
    axis_label(ui, plot.rect, x, text);
}

void draw_plot(Ui& ui, const Rect& area, const TimeAxis& axis) {
    const auto& metrics = *ui.status.metrics;
    const CurvesPlot plot = plot_of(ui, area, axis);
    const Rect& rect = plot.rect;
    use_plot(ui, plot);
    const bool reads = ImGui::IsItemHovered() && !ImGui::IsItemActive();

    if (plot.psnr.shown) draw_values(ui, rect, plot.psnr, false, true);
    if (plot.loss.shown) draw_values(ui, rect, plot.loss, true, !plot.psnr.shown);
    draw_epochs(ui, plot);
    explain_axes(ui, area, plot);
    draw_part(ui, plot);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double now = double(ui.status.step);
    if (axis.shows(now))
        list.AddLine({axis.x_of(now), rect.y0}, {axis.x_of(now), rect.y1}, ui.palette.line,
                     ui.px(1.5f));
    const float over = ui.px(3);
    list.PushClipRect({rect.x0, rect.y0 - over}, {rect.x1 + 1, rect.y1 + over}, true);
    if (ui.state.preferences.show_rate) draw_rate(ui, plot);
    const auto draw = [&](const Line& line, const auto& records) {
        if (line.shown) draw_curve(ui, rect, axis, records, line.curve, line.range, line.colour);
    };
    draw(plot.loss, metrics);
    draw(plot.psnr, *ui.status.measured);
    draw_compared_curves(ui, rect, axis, plot.psnr.range);
    list.PopClipRect();
    draw_playhead(ui, rect.y0, area.y1, axis);
    if (const auto at = ui.state.timelapse.at_step;
        at && *at > 0 && axis.shows(double(*at)) && !metrics.empty()) {
        const Metric& metric = nearest(metrics, double(*at));
        plot_label(ui, rect, axis.x_of(double(metric.step)),
                   rect.y1 - plot_label_height(ui) - ui.px(2),
                   with_closeness(is_tile(ui.status, *at) ? step_name(ui.status, *at)
                                                          : "epoch " + epoch_text(plot, metric),
                                  " · ", ui.status, *at),
                   ui.palette.accent);
    }
    if (!draw_markers(ui, rect, axis, reads) && reads && !metrics.empty()) {
        const Metric& metric = nearest(metrics, axis.step_at(ImGui::GetIO().MousePos.x));
        if (axis.shows(double(metric.step))) draw_reading(ui, plot, metric);
    }
}

}  // namespace

void draw_curves(Ui& ui, const Rect& area, const TimeAxis& axis, bool controls) {
    if (controls) {
        draw_curves_head(ui, area, axis);
    }
    draw_plot(ui, area, axis);
}

void draw_curve_over(Ui& ui, const Rect& strip, const TimeAxis& axis) {
    const auto& records = *ui.status.measured;
    if (records.empty() || !ui.state.preferences.show_psnr) return;
    const Rect rect{strip.x0, strip.y0 + ui.px(5), strip.x1, strip.y1 - ui.px(4)};
    ValueRange psnr = value_range(records, axis, Curve::psnr);
    psnr = with_compared(ui, axis, psnr);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(strip.min(), strip.max(), true);
    std::vector<ImVec2> points;
    for (const CurvePoint& point : curve_points(records, axis, Curve::psnr, 0))
        points.push_back({point.x, y_of(rect, psnr, point.value)});
    // The thumbnails may have any colour: a dark edge keeps the curve visible on all.
    list.AddPolyline(points.data(), int(points.size()), with_alpha(ui.palette.chip, 0.7f), 0,
                     ui.px(4));
    list.AddPolyline(points.data(), int(points.size()), palette_of(ThemeKind::dark).accent_text, 0,
                     ui.px(1.75f));
    draw_compared_curves(ui, rect, axis, psnr);
    list.PopClipRect();
}

}  // namespace redraw::ui
