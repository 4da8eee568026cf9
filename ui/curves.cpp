// How the run went: PSNR, loss and learning rate over its epochs, the rest of the cosine ahead, and
// the playhead the timelapse shares.
#include "engine/network/schedule.h"
#include "ui/curve_lines.h"
#include "ui/format.h"
#include "ui/timelapse.h"
#include "ui/walk.h"
#include "ui/widgets.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

struct Plot {
    Rect rect;
    TimeAxis axis;
    double epochs_a_step;
    ValueRange psnr, loss;  // loss as log10
};

float y_of(const Rect& rect, const ValueRange& range, double value) {
    const double part = (value - range.low) / std::max(1e-12, range.high - range.low);
    return rect.y1 - static_cast<float>(std::clamp(part, -0.05, 1.05)) * rect.height();
}

void draw_axes(Ui& ui, const Plot& plot) {
    const Palette& p = ui.palette;
    ImFont* font = ui.view.fonts.axis;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float hair = std::max(1.0f, ui.px(1)), up = font->FontSize / 2 + 1;
    for (const double tick : round_ticks(plot.psnr.low, plot.psnr.high, 4)) {
        const float y = std::round(y_of(plot.rect, plot.psnr, tick));
        list.AddRectFilled({plot.rect.x0, y}, {plot.rect.x1, y + hair}, with_alpha(p.line, 0.6f));
        const std::string text = print("%g", tick);
        draw_text(ui, font, {plot.rect.x0 - ui.px(8) - text_size(font, text).x, y - up}, p.muted,
                  text);
    }
    for (double decade = std::ceil(plot.loss.low); decade <= plot.loss.high; decade += 1)
        draw_text(ui, font, {plot.rect.x1 + ui.px(8), y_of(plot.rect, plot.loss, decade) - up},
                  p.second, print("1e%.0f", decade));
    const double last = double(plot.axis.total_steps) * plot.epochs_a_step;
    const float room = plot.rect.width() / ui.px(90);
    for (const double epoch : epoch_ticks(last, plot.axis.logarithmic, static_cast<int>(room))) {
        const float x = plot.axis.x_of(epoch / plot.epochs_a_step);
        const std::string text = thousands(static_cast<std::int64_t>(epoch));
        const float width = text_size(font, text).x;
        draw_text(ui, font,
                  {std::min(x - width / 2, plot.rect.x1 - width), plot.rect.y1 + ui.px(5)}, p.muted,
                  text);
    }
}

void draw_rate(Ui& ui, const Plot& plot) {
    const Schedule& schedule = ui.state.settings.edited.schedule;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double top = std::max(1e-12, schedule.lr_max * 1.08);
    const float now = plot.axis.x_of(double(ui.status.step));
    const auto y_at = [&](float x) {
        const double epoch = plot.axis.step_at(x) * plot.epochs_a_step;
        return plot.rect.y1 -
               static_cast<float>(learning_rate(schedule, epoch) / top) * plot.rect.height();
    };
    if (ui.status.metrics) {  // what it was: live edits included
        std::vector<ImVec2> points;
        for (const Metric& metric : *ui.status.metrics) {
            const float x = plot.axis.x_of(double(metric.step));
            if (!points.empty() && x - points.back().x < 1) continue;
            const double part = std::min(1.0, metric.learning_rate / top);
            points.push_back({x, plot.rect.y1 - static_cast<float>(part) * plot.rect.height()});
        }
        list.AddPolyline(points.data(), static_cast<int>(points.size()),
                         with_alpha(ui.palette.muted, 0.8f), 0, ui.px(1.25f));
    }
    const float dash = ui.px(4);
    for (float x = now; x < plot.rect.x1; x += 2 * dash) {
        const float end = std::min(x + dash, plot.rect.x1);
        list.AddLine({x, y_at(x)}, {end, y_at(end)}, ui.palette.muted, ui.px(1.25f));
    }
}

void draw_curve(Ui& ui, const Plot& plot, const std::vector<CurvePoint>& points,
                const ValueRange& range, ImU32 colour, float smoothing) {
    std::vector<ImVec2> raw, smooth;
    for (const CurvePoint& point : points) {
        raw.push_back({point.x, y_of(plot.rect, range, point.value)});
        smooth.push_back({point.x, y_of(plot.rect, range, point.smooth)});
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto count = static_cast<int>(raw.size());
    if (smoothing > 0)  // smoothing must not hide what happened
        list.AddPolyline(raw.data(), count, with_alpha(colour, 0.3f), 0, ui.px(1));
    const auto& line = smoothing > 0 ? smooth : raw;
    list.AddPolyline(line.data(), count, colour, 0, ui.px(1.75f));
    if (count == 1) list.AddCircleFilled(line[0], ui.px(2.5f), colour);
}

float legend(Ui& ui, ImVec2 at, ImU32 colour, const char* name, bool dashed) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = at.y + ui.px(8);
    if (dashed)
        for (int i = 0; i < 3; ++i)
            list.AddLine({at.x + ui.px(5.f * i), y}, {at.x + ui.px(5.f * i + 3), y}, colour,
                         ui.px(1.5f));
    else
        list.AddRectFilled({at.x, y - ui.px(1)}, {at.x + ui.px(13), y + ui.px(1)}, colour, 1);
    ImFont* font = ui.view.fonts.small;
    return ui.px(20) + draw_text(ui, font, {at.x + ui.px(20), at.y}, ui.palette.text, name) +
           ui.px(20);
}

void draw_head(Ui& ui, const Rect& area) {
    const Palette& p = ui.palette;
    const float y = area.y0 + ui.px(12);
    float x = area.x0 + ui.px(20);
    x += draw_text(ui, ui.view.fonts.caption, {x, y + 1}, p.muted, "LEARNING") + ui.px(28);
    const float end = area.x1 - ui.px(20 + 110);
    x += legend(ui, {x, y}, p.accent_text, "PSNR, dB", false);
    if (x + ui.px(90) < end) x += legend(ui, {x, y}, p.second, "loss (log)", false);
    if (x + ui.px(110) < end) x += legend(ui, {x, y}, p.muted, "learning rate", true);

    Preferences& preferences = ui.state.preferences;
    const char* scale = preferences.log_epochs ? "log epochs" : "linear epochs";
    float right = area.x1 - ui.px(20) - text_size(ui.view.fonts.body, scale).x;
    ImGui::SetCursorScreenPos({right, y - ui.px(1)});
    if (text_button(ui, "epoch scale", scale, false))
        preferences.log_epochs = !preferences.log_epochs;
    tooltip(ui,
            "Log gives the first epochs, where most happens, as much room as the last. The "
            "timelapse follows. Click to change.");
    const float slider = ui.px(64);
    right -= slider + ui.px(24);
    if (right - x < ui.px(70)) return;
    const ImVec2 at{right, y};
    ImGui::SetCursorScreenPos({at.x, at.y - ui.px(2)});
    ImGui::InvisibleButton("smoothing", {slider, ui.px(20)});
    if (ImGui::IsItemActive())
        preferences.smoothing = std::clamp((ImGui::GetIO().MousePos.x - at.x) / slider, 0.0f, 1.0f);
    focus_ring(ui);
    preferences.smoothing =
        std::clamp(preferences.smoothing + 0.05f * float(take_arrows(ui).x), 0.0f, 1.0f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float mid = at.y + ui.px(8), knob = at.x + preferences.smoothing * slider;
    list.AddRectFilled({at.x, mid - 1}, {at.x + slider, mid + 1}, p.line, 1);
    list.AddCircleFilled({knob, mid}, ui.px(5), ImGui::IsItemHovered() ? p.text : p.muted);
    tooltip(ui, "Smooths the curves; what was measured stays visible behind. 0 by default.");
    const char* word = "smooth";
    draw_text(ui, ui.view.fonts.small,
              {at.x - ui.px(12) - text_size(ui.view.fonts.small, word).x, y}, p.muted, word);
}

// A label on a line of time: "640 · 33.1 dB · rate 1.9e-3".
void time_label(Ui& ui, const Plot& plot, const Metric& metric, bool strong) {
    const Palette& p = ui.palette;
    ImFont* font = ui.view.fonts.small;
    std::string text = thousands(std::llround(double(metric.step) * plot.epochs_a_step)) + " · " +
                       decibels(metric.psnr);
    if (!strong) text += " · loss " + rate(metric.loss) + " · rate " + rate(metric.learning_rate);
    const float width = text_size(font, text).x + ui.px(20), height = ui.px(22);
    const float x = std::clamp(plot.axis.x_of(double(metric.step)) - width / 2, plot.rect.x0,
                               plot.rect.x1 - width);
    const float y = strong ? plot.rect.y1 - height - ui.px(2) : plot.rect.y0 + ui.px(2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({x, y}, {x + width, y + height}, p.panel, ui.px(4));
    list.AddRect({x, y}, {x + width, y + height}, strong ? p.accent : p.line, ui.px(4));
    draw_text(ui, font, {x + ui.px(10), y + (height - font->FontSize) / 2}, p.text, text);
}

void draw_hover(Ui& ui, const Plot& plot) {
    const auto& metrics = *ui.status.metrics;
    ImGui::SetCursorScreenPos(plot.rect.min());
    ImGui::InvisibleButton("curves", {plot.rect.width(), plot.rect.height()});
    if (ImGui::IsItemActive())  // the playhead can be set here too
        show_keyframe_near(ui, plot.axis.step_at(ImGui::GetIO().MousePos.x));
    if (!ImGui::IsItemHovered() || ImGui::IsItemActive()) return;
    const double wanted = plot.axis.step_at(ImGui::GetIO().MousePos.x);
    const Metric& metric = nearest_metric(metrics, wanted);
    const float x = plot.axis.x_of(double(metric.step));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({x, plot.rect.y0}, {x, plot.rect.y1}, with_alpha(ui.palette.muted, 0.6f));
    list.AddCircleFilled({x, y_of(plot.rect, plot.psnr, metric.psnr)}, ui.px(3.5f),
                         ui.palette.accent_text);
    list.AddCircleFilled({x, y_of(plot.rect, plot.loss, std::log10(std::max(1e-30f, metric.loss)))},
                         ui.px(3.5f), ui.palette.second);
    time_label(ui, plot, metric, false);
}

}  // namespace

void draw_curves(Ui& ui, const Rect& area, const TimeAxis& axis) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(area.min(), {area.x1, area.y0 + std::max(1.0f, ui.px(1))}, ui.palette.line);
    draw_head(ui, area);
    static const std::vector<Metric> kNone;
    const auto& metrics = ui.status.metrics ? *ui.status.metrics : kNone;
    Plot plot{{axis.left, area.y0 + ui.px(40), axis.right, area.y1 - ui.px(24)},
              axis,
              1.0 / double(std::max<std::int64_t>(1, ui.status.steps_per_epoch)),
              psnr_range(metrics),
              loss_range(metrics)};
    draw_axes(ui, plot);
    const float now = axis.x_of(double(ui.status.step));
    list.AddLine({now, plot.rect.y0}, {now, plot.rect.y1}, ui.palette.line, ui.px(1.5f));
    list.PushClipRect({plot.rect.x0 - 4, plot.rect.y0 - 4}, {plot.rect.x1 + 4, plot.rect.y1 + 4},
                      true);
    draw_rate(ui, plot);
    const float smoothing = ui.state.preferences.smoothing;
    draw_curve(ui, plot, curve_points(metrics, axis, Curve::loss, smoothing), plot.loss,
               ui.palette.second, smoothing);
    draw_curve(ui, plot, curve_points(metrics, axis, Curve::psnr, smoothing), plot.psnr,
               ui.palette.accent_text, smoothing);
    list.PopClipRect();
    draw_playhead(ui, plot.rect.y0, area.y1, axis);
    if (metrics.empty()) return;
    if (const auto at = ui.state.timelapse.at_step; at && *at > 0)
        time_label(ui, plot, nearest_metric(metrics, double(*at)), true);
    draw_hover(ui, plot);
}

}  // namespace redraw
