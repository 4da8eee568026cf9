#include "ui/time/companion_view.h"

#include "engine/text/numbers.h"
#include "ui/actions/reference.h"
#include "ui/kit/widgets.h"
#include "ui/runs/run_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace redraw::ui {
namespace {

bool is_over(const Status& status) {
    const Companion& other = *status.companion;
    return status.step >= status.total_steps && other.step >= other.total_steps;
}

std::string detail(const Status& status) {
    const Companion& other = *status.companion;
    if (!other.racing) return standing(status);
    if (is_over(status))
        return "done after " + duration(status.seconds) + " and " + duration(other.seconds);
    if (status.step >= status.total_steps) return "A was done after " + duration(status.seconds);
    if (other.step >= other.total_steps) return "B was done after " + duration(other.seconds);
    return "after " + duration(std::min(status.seconds, other.seconds)) + " of training each";
}

// As a table, in a popup whose lower right corner is there.
void draw_differences(Ui& ui, const std::vector<Difference>& found, ImVec2 corner) {
    ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(18), ui.px(14)});
    const bool open = ImGui::BeginPopup("what differs");
    ImGui::PopStyleVar();
    if (!open) return;
    const Companion& other = *ui.status.companion;
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.view.fonts;
    const std::string name = other.racing ? "B" : shortened(fonts.small, other.name, ui.px(160));
    float label = 0, first = text_size(fonts.caption, "THIS RUN").x;
    float second = text_size(fonts.small, name).x;
    for (const Difference& row : found) {
        label = std::max(label, text_size(fonts.small, row.what).x);
        first = std::max(first, text_size(fonts.small, row.a).x);
        second = std::max(second, text_size(fonts.small, row.b).x);
    }
    const float gap = ui.px(24), line = ui.px(22);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float x1 = at.x + label + gap, x2 = x1 + first + gap;
    draw_text(ui, fonts.small, {x1, at.y}, p.muted, other.racing ? "A" : "this run");
    draw_text(ui, fonts.small, {x2, at.y}, p.muted, name);
    float y = at.y + line;
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, y - ui.px(4)},
                                              {x2 + second, y - ui.px(4) + ui.hair()}, p.line);
    y += ui.px(4);
    for (const Difference& row : found) {
        draw_text(ui, fonts.small, {at.x, y}, p.muted, row.what);
        draw_text(ui, fonts.small, {x1, y}, p.text, row.a);
        draw_text(ui, fonts.small, {x2, y}, p.text, row.b);
        y += line;
    }
    ImGui::Dummy({x2 + second - at.x, y - at.y - ui.px(4)});
    ImGui::EndPopup();
}

// Buttons from the right; returns where they begin.
float draw_buttons(Ui& ui, const Rect& area) {
    const Companion& other = *ui.status.companion;
    const float height = ui.px(26), y = std::floor((area.y0 + area.y1 - height) / 2);
    float x = area.x1 - ui.px(20);
    const auto act = [&](const char* id, const std::string& label, const char* help) {
        const float width = text_size(ui.view.fonts.body, label).x + ui.px(24);
        x -= width;
        ImGui::SetCursorScreenPos({x, y});
        const bool pressed = button(ui, id, label, ButtonStyle::plain, {width, height});
        tooltip(ui, help);
        x -= ui.px(8);
        return pressed;
    };
    const bool racing = other.racing, over = is_over(ui.status);
    if (act("leave companion",
            !racing ? "Stop comparing"
            : over  ? "Leave the race"
                    : "Stop the race",
            !racing ? "Shows the picture beside the drawing again."
            : over  ? "A stays open. B stays under Recent."
                    : "A goes on alone. B stays under Recent as it is now."))
        ui.requests.ask(command::LeaveCompanion{});
    if (act("open companion",
            !racing ? "Open it"
            : over  ? "Open B"
                    : "Go on with B",
            racing ? "Ends the race and opens B, which goes on alone. A stays under Recent."
                   : "Opens the other run instead of this one.")) {
        ui.requests.ask(request::Open{other.path});
        if (racing && other.step < other.total_steps) ui.requests.ask(command::SetRunning{true});
    }
    const auto found = differences(ui.status.config, other.config);
    const std::string count = found.empty()       ? "Same settings"
                              : found.size() == 1 ? "1 setting differs"
                                                  : fmt::format("{} settings differ", found.size());
    if (act("differences", count, "What the two were asked to do differently.") && !found.empty())
        ImGui::OpenPopup("what differs");
    draw_differences(ui, found, {ImGui::GetItemRectMax().x, ImGui::GetItemRectMin().y - ui.px(6)});
    return x;
}

// Where on this run's axis `seconds` of training lie; beyond its last step, at its mean pace.
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

// In pixels; at most a point a column.
std::vector<ImVec2> points_of(Ui& ui, const Rect& plot, const TimeAxis& axis,
                              const ValueRange& range) {
    const Companion& other = *ui.status.companion;
    const bool by_time =
        ui.state.curves.companion_by_time && ui.status.metrics && !ui.status.metrics->empty();
    const double steps = double(ui.status.steps_per_epoch) / double(other.steps_per_epoch);
    std::vector<ImVec2> points;
    for (const Metric& metric : *other.metrics) {
        if (!std::isfinite(metric.psnr)) continue;
        const double step =
            by_time ? step_at_seconds(ui.status, metric.seconds) : double(metric.step) * steps;
        const float x = axis.x_of(step);
        ImVec2 point{x, y_of(plot, range, metric.psnr)};
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

float companion_bar_height(const Ui& ui) {
    return ui.status.companion ? ui.px(44) : 0;
}

void draw_companion_bar(Ui& ui, const Rect& area) {
    if (!ui.status.companion) return;
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.view.fonts;
    const Companion& other = *ui.status.companion;
    ImGui::GetWindowDrawList()->AddRectFilled(area.min(), {area.x1, area.y0 + ui.hair()}, p.line);
    float end = draw_buttons(ui, area);

    const float mid = std::floor((area.y0 + area.y1) / 2);
    const auto word = [&](ImFont* font, float x, ImU32 colour, const std::string& text) {
        return x + draw_text(ui, font, {x, mid - font->FontSize / 2}, colour,
                             shortened(font, text, std::max(0.0f, end - x)));
    };
    if (area.width() > ui.px(820)) {  // else there is no room for the curve's time
        const char* scale = ui.state.curves.companion_by_time ? "by training time" : "by epochs";
        end -= text_size(fonts.body, scale).x + ui.px(14);
        ImGui::SetCursorScreenPos({end, mid - ui.px(9)});
        if (text_button(ui, "companion scale", scale, false))
            ui.state.curves.companion_by_time = !ui.state.curves.companion_by_time;
        tooltip(ui,
                "How the dashed curve is laid over this run's: epoch by epoch, or each point where "
                "this run was after equally many seconds. Click to change.");
        end -= ui.px(16);
    }
    float x = area.x0 + ui.px(20);
    x = word(fonts.caption, x, p.muted, other.racing ? "RACE" : "COMPARED WITH") + ui.px(20);
    if (other.racing) {  // which curve is whose
        ImGui::GetWindowDrawList()->AddRectFilled(
            {x, mid - ui.px(1)}, {x + ui.px(20), mid + ui.px(1)}, p.accent_text, 1);
        x = word(fonts.small, x + ui.px(28), p.text, "A") + ui.px(16);
    }
    draw_dashed(ui, {{x, mid}, {x + ui.px(29), mid}}, p.text);
    x += ui.px(37);
    if (other.racing) x = word(fonts.small, x, p.text, "B") + ui.px(24);
    x = word(fonts.strong, x, p.text,
             other.racing ? standing(ui.status) : companion_label(ui.status));
    word(fonts.small, x + ui.px(14), p.muted, detail(ui.status));
}

}  // namespace redraw::ui
