#include "ui/time/curves_reading.h"

#include "engine/text/numbers.h"
#include "ui/kit/widgets.h"
#include "ui/time/curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

// Ticks of the loss are whole decades, where there are two of them.
std::vector<double> value_ticks(const ValueRange& range, Curve curve, int wanted) {
    std::vector<double> ticks = round_ticks(range.low, range.high, wanted);
    if (curve == Curve::log_loss && range.high - range.low >= 2)
        std::erase_if(ticks, [](double tick) { return std::abs(tick - std::round(tick)) > 1e-6; });
    return ticks;
}

void draw_values(Ui& ui, const CurvesPlot& plot) {
    const Palette& p = ui.palette;
    const Preferences& preferences = ui.state.preferences;
    ImFont* font = ui.view.fonts.axis;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float hair = std::max(1.0f, ui.px(1)), up = font->FontSize / 2 + 1;
    const int wanted = std::clamp(int(plot.rect.height() / ui.px(20)), 2, 4);
    const auto grid = [&](float y) {
        list.AddRectFilled({plot.rect.x0, y}, {plot.rect.x1, y + hair}, with_alpha(p.line, 0.6f));
    };
    if (preferences.show_psnr)
        for (const double tick : value_ticks(plot.psnr, Curve::psnr, wanted)) {
            const float y = std::round(y_of(plot.rect, plot.psnr, tick));
            grid(y);
            const std::string text = value_text(Curve::psnr, tick);
            draw_text(ui, font, {plot.rect.x0 - ui.px(12) - text_size(font, text).x, y - up},
                      p.muted, text);
        }
    if (preferences.show_loss)
        for (const double tick : value_ticks(plot.loss, plot.loss_curve, wanted)) {
            const float y = std::round(y_of(plot.rect, plot.loss, tick));
            if (!preferences.show_psnr) grid(y);
            draw_text(ui, font, {plot.rect.x1 + ui.px(14), y - up}, p.second,
                      value_text(plot.loss_curve, tick));
        }
}

void draw_epochs(Ui& ui, const CurvesPlot& plot) {
    ImFont* font = ui.view.fonts.axis;
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

// Zoomed in, a bar at the foot says which part of the whole is shown.
void draw_part(Ui& ui, const CurvesPlot& plot) {
    if (plot.axis.shown.all()) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto x_of = [&](double part) { return plot.rect.x0 + float(part) * plot.rect.width(); };
    const float y = plot.rect.y1, height = ui.px(2), x = x_of(plot.axis.part_before());
    list.AddRectFilled({plot.rect.x0, y}, {plot.rect.x1, y + height}, ui.palette.line);
    list.AddRectFilled({x, y}, {std::max(x + ui.px(4), x_of(plot.axis.part_until())), y + height},
                       ui.palette.accent);
}

std::string epoch_text(const CurvesPlot& plot, const Metric& metric) {
    const double epoch = plot.epoch_of(double(metric.step));
    return plot.axis.last_step() * plot.epochs_a_step < 20 && plot.epochs_a_step < 1
               ? fmt::format("{:.2f}", epoch)
               : thousands(std::llround(epoch));
}

}  // namespace

void draw_curves_axes(Ui& ui, const CurvesPlot& plot) {
    draw_values(ui, plot);
    draw_epochs(ui, plot);
    draw_part(ui, plot);
}

void draw_reading(Ui& ui, const CurvesPlot& plot, const Metric& metric) {
    const Palette& p = ui.palette;
    const Preferences& preferences = ui.state.preferences;
    const float x = plot.axis.x_of(double(metric.step)), dot = ui.px(3.5f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({x, plot.rect.y0}, {x, plot.rect.y1}, with_alpha(p.muted, 0.6f),
                 std::max(1.0f, ui.px(1)));
    std::string text = "epoch " + epoch_text(plot, metric);
    if (preferences.show_psnr) {
        text += " · " + decibels(metric.psnr);
        if (std::isfinite(metric.psnr))
            list.AddCircleFilled({x, y_of(plot.rect, plot.psnr, metric.psnr)}, dot, p.accent_text);
    }
    if (preferences.show_loss) {
        text += " · loss " + rate(metric.loss);
        const double value = value_of(metric, plot.loss_curve);
        if (std::isfinite(value))
            list.AddCircleFilled({x, y_of(plot.rect, plot.loss, value)}, dot, p.second);
    }
    if (preferences.show_rate) {
        text += " · rate " + rate(metric.learning_rate);
        const float start = plot.axis.x_of(double(metric.step - 1));
        if (start >= plot.rect.x0)
            list.AddCircleFilled({start, plot.schedule.y_of(metric.learning_rate)}, dot, p.muted);
    }
    axis_label(ui, plot.rect, x, text);
}

void draw_playhead_label(Ui& ui, const CurvesPlot& plot, const Metric& metric) {
    plot_label(ui, plot.rect, plot.axis.x_of(double(metric.step)),
               plot.rect.y1 - plot_label_height(ui) - ui.px(2),
               epoch_text(plot, metric) + " · " + decibels(metric.psnr), ui.palette.accent);
}

}  // namespace redraw
