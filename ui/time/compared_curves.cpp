#include "ui/time/compared_curves.h"

#include "engine/run/history.h"
#include "engine/run/race.h"
#include "engine/text/numbers.h"
#include "ui/actions/comparison.h"
#include "ui/actions/differences.h"
#include "ui/actions/lesson.h"
#include "ui/actions/race.h"
#include "ui/kit/fields.h"
#include "ui/kit/widgets.h"
#include "ui/runs/run_card.h"

#include <iterator>
#include <numbers>

namespace redraw::ui {
namespace {

// Returns the step that the open run had reached after `seconds` of training. Past its last step,
// extrapolates at the run's mean speed.
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

// Returns the step of the open run at which a measurement of a compared run is drawn: the step with
// the same training time or the same epoch, as the user chose.
double step_here(const Ui& ui, const ComparedState& other, const MeasuredPsnr& measured) {
    if (ui.state.of<ComparisonState>().by_time && !ui.status.metrics->empty())
        return step_at_seconds(ui.status, measured.seconds);
    return double(measured.step) * double(ui.status.steps_per_epoch) /
           double(other.steps_per_epoch);
}

// Returns the PSNR curve of a compared run as points on the screen, at most about one per pixel
// column.
std::vector<ImVec2> points_of(const Ui& ui, const Rect& plot, const TimeAxis& axis,
                              const ValueRange& range, const ComparedState& other) {
    std::vector<ImVec2> points;
    for (const MeasuredPsnr& measured : *other.measured) {
        if (!std::isfinite(measured.psnr)) continue;
        const float x = axis.x_of(step_here(ui, other, measured));
        ImVec2 point{x, y_of(plot, range, measured.psnr)};
        if (const float edge = plot.x1 + 2; x > edge) {  // ends the curve just right of the plot
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

// Draws a compared run's line with its mark at `mark`.
void draw_run_line(Ui& ui, const std::vector<ImVec2>& points, std::size_t at, ImVec2 mark) {
    const ImU32 colour = compared_colour(ui, at);
    const RunLine line = compared_line(at);
    draw_dashed(points, colour, ui.px(line.dash), ui.px(line.gap), ui.px(1.75f));
    constexpr float kPi = std::numbers::pi_v<float>;
    const float turn = line.corners == 4 ? 0.25f * kPi : -0.5f * kPi;  // a square, not a rhomb
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PathArcTo(mark, ui.px(4), turn, turn + 2 * kPi, line.corners > 0 ? line.corners : 16);
    list.PathFillConvex(colour);
}

struct CurveName {
    ImVec2 at;
    std::string text;
    ImU32 colour;
};

// Draws the names of the compared runs' curves. A name that would overlap another one moves down.
void draw_names(Ui& ui, std::vector<CurveName> names) {
    ImFont* font = ui.fonts.small;
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
    fill({plot.x0, y, plot.x1, y + ui.px(1.5f)}, ui.palette.running);
    ImFont* font = ui.fonts.small;
    const std::string text = "finish, " + shown_number(psnr) + " dB";
    const float below = y - ui.px(18) < plot.y0 ? ui.px(3) : -ui.px(18);
    draw_text(ui, font, {plot.x0 + ui.px(8), y + below}, ui.palette.muted, text);
}

// Draws a popup with a table of the settings that differ between the open and the compared runs.
// Its lower right corner is at `corner`.
void draw_differences(Ui& ui, const std::vector<std::vector<std::string>>& rows, ImVec2 corner) {
    ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(18), ui.px(14)});
    const bool open = ImGui::BeginPopup("what differs");
    ImGui::PopStyleVar();
    if (!open) return;
    const Palette& p = ui.palette;
    ImFont* font = ui.fonts.small;
    std::vector<std::string> heads{"", is_race(ui.status) ? "A" : "this run"};
    for (std::size_t i = 0; i < ui.status.compared_runs.size(); ++i)
        heads.push_back(shortened(font, compared_name(*ui.status.compared_runs[i], i), ui.px(160)));
    const float line = ui.px(22);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float rule = at.y + line - ui.px(4);
    float x = at.x;
    for (std::size_t column = 0; column < heads.size(); ++column) {
        draw_text(ui, font, {x, at.y}, p.muted, heads[column]);
        float width = text_size(font, heads[column]).x, y = at.y + line + ui.px(4);
        for (const auto& row : rows) {
            draw_text(ui, font, {x, y}, column == 0 ? p.muted : p.text, row[column]);
            width = std::max(width, text_size(font, row[column]).x);
            y += line;
        }
        x += width + ui.px(24);
    }
    x -= ui.px(24);
    fill({at.x, rule, x, rule + ui.hair()}, p.line);
    ImGui::Dummy({x - at.x, line * float(rows.size() + 1)});
    ImGui::EndPopup();
}

void open_compared(Ui& ui, const ComparedState& other) {
    ui.requests.ask(request::Open{other.path});
    if (other.goes_on) ui.requests.ask(command::SetRunning{true});
}

// Draws a popup that asks which rival of a race to continue with. Its lower right corner is at
// `corner`.
void draw_rival_choice(Ui& ui, ImVec2 corner) {
    ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1, 1});
    if (!ImGui::BeginPopup("which rival")) return;
    for (std::size_t i = 0; i < ui.status.compared_runs.size(); ++i) {
        if (menu_entry(ui, compared_label(ui.status, i).c_str()))
            open_compared(ui, *ui.status.compared_runs[i]);
        tooltip(ui, "Ends the race and continues with this one.");
    }
    ImGui::EndPopup();
}

void leave_comparison(Ui& ui) {
    if (ui.state.of<LessonState>().lesson) return leave_lesson(ui);
    ui.requests.ask(command::LeaveComparison{});
}

// Draws the buttons of the comparison bar from its right edge leftwards. Returns the x coordinate
// at which the free space left of the buttons ends.
float draw_buttons(Ui& ui, const Rect& area) {
    const auto& others = ui.status.compared_runs;
    const float height = ui.px(26), y = area.top_of(height);
    float x = area.x1 - ui.px(20);
    const auto act = [&](const char* id, const std::string& label, const char* help) {
        const float width = text_size(ui.fonts.body, label).x + ui.px(24);
        x -= width;
        const bool pressed =
            button_at(ui, id, label, ButtonStyle::plain, box(x, y, width, height), {.help = help});
        x -= ui.px(8);
        return pressed;
    };
    const auto above = [&] {
        return ImVec2{ImGui::GetItemRectMax().x, ImGui::GetItemRectMin().y - ui.px(6)};
    };
    const bool racing = is_race(ui.status), one = others.size() == 1;
    const bool over = race_is_over(ui.status);
    if (act("leave compared_run",
            !racing ? "Stop comparing"
            : over  ? "Leave the race"
                    : "Stop the race",
            !racing ? "Shows the picture beside the drawing again."
            : over  ? "A stays open. Its rivals stay under File > Recent."
                    : "A trains on alone. Its rivals stay under File > Recent."))
        leave_comparison(ui);
    if (act("open compared_run",
            !racing ? "Open it"
            : !one  ? "Continue with…"
            : over  ? "Open B"
                    : "Continue with B",
            racing ? "Ends the race and opens a rival, which trains on alone. The others stay "
                     "under File > Recent."
                   : "Opens the other run instead of this one.")) {
        if (one)
            open_compared(ui, *others.front());
        else
            ImGui::OpenPopup("which rival");
    }
    draw_rival_choice(ui, above());
    const auto found = table_of_differences(ui.status);
    const std::string count = found.empty()       ? "Same settings"
                              : found.size() == 1 ? "1 setting differs"
                                                  : fmt::format("{} settings differ", found.size());
    if (act("differences", count, "Settings that differ between these runs.") && !found.empty())
        ImGui::OpenPopup("what differs");
    draw_differences(ui, found, above());
    return x;
}

}  // namespace

ValueRange with_compared(const Ui& ui, const TimeAxis& axis, ValueRange psnr) {
    const Status& status = ui.status;
    for (const auto& other : status.compared_runs) {
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

void draw_compared_curves(Ui& ui, const Rect& plot, const TimeAxis& axis, const ValueRange& psnr) {
    ImFont* font = ui.fonts.small;
    if (const auto& line = ui.status.finish_line) draw_finish_line(ui, plot, psnr, *line);
    std::vector<CurveName> names;
    for (std::size_t i = 0; i < ui.status.compared_runs.size(); ++i) {
        const ComparedState& other = *ui.status.compared_runs[i];
        if (!other.measured) continue;
        const auto points = points_of(ui, plot, axis, psnr, other);
        if (points.empty()) continue;
        draw_run_line(ui, points, i, points.back());
        std::string name = shortened(font, compared_name(other, i), ui.px(120));
        if (points.back().x > plot.x1 + 1) name += "…";  // the curve continues right of the plot
        const float width = text_size(font, name).x;
        const ImVec2 end = points.back();
        const float x = std::clamp(end.x + ui.px(6), plot.x0, plot.x1 - width);
        const float above = x < end.x + ui.px(5) ? ui.px(18) : ui.px(8);
        names.push_back({{x, std::max(plot.y0, end.y - above)}, name, compared_colour(ui, i)});
    }
    draw_names(ui, std::move(names));
}

float comparison_bar_height(const Ui& ui) {
    return ui.status.compared_runs.empty() ? 0 : ui.px(44);
}

void draw_comparison_bar(Ui& ui, const Rect& area) {
    if (ui.status.compared_runs.empty()) return;
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.fonts;
    const bool racing = is_race(ui.status);
    fill({area.x0, area.y0, area.x1, area.y0 + ui.hair()}, p.line);
    float end = draw_buttons(ui, area);

    const float mid = std::floor((area.y0 + area.y1) / 2);
    const auto word = [&](ImFont* font, float x, ImU32 colour, const std::string& text) {
        return x + draw_text(ui, font, {x, mid - font->FontSize / 2}, colour,
                             shortened(font, text, std::max(0.0f, end - x)));
    };
    if (area.width() > ui.px(820)) {
        const char* scale =
            ui.state.of<ComparisonState>().by_time ? "by training time" : "by epochs";
        end -= text_size(fonts.body, scale).x + ui.px(14);
        ImGui::SetCursorScreenPos({end, mid - ui.px(9)});
        if (text_button(ui, "compared_run scale", scale, false))
            ui.state.of<ComparisonState>().by_time = !ui.state.of<ComparisonState>().by_time;
        tooltip(ui,
                "Aligns the dashed curves with this run's by epochs, or by seconds of training. "
                "Click to change.");
        end -= ui.px(16);
    }
    float x = area.x0 + ui.px(20);
    read_out(ui, "standing", {x, area.y0, end, area.y1},
             racing ? "Which network is ahead, and by how many decibels (dB). They take turns "
                      "learning this picture. A's curve is solid, its rivals' are dashed."
                    : "The compared run, and by how many decibels (dB) it is ahead or behind. Its "
                      "curve is dashed.");
    x = word(fonts.caption, x, p.muted, racing ? "RACE" : "COMPARED WITH") + ui.px(20);
    const float mark = ui.px(ui.status.compared_runs.size() > 1 ? 18 : 29);
    if (racing) {  // legend: a piece of A's line; the rivals' lines follow
        const float line = std::min(mark, ui.px(20));
        fill({x, mid - ui.px(1), x + line, mid + ui.px(1)}, p.accent_text, 1);
        x = word(fonts.small, x + line + ui.px(8), p.text, "A") + ui.px(16);
    }
    for (std::size_t i = 0; i < ui.status.compared_runs.size(); ++i) {
        draw_run_line(ui, {{x, mid}, {x + mark, mid}}, i, {x + mark / 2, mid});
        x += mark + ui.px(8);
        if (racing) x = word(fonts.small, x, p.text, letter_of(i + 1)) + ui.px(16);
    }
    if (racing) x += ui.px(8);
    std::string main = compared_label(ui.status, 0), detail = standing(ui.status);
    if (racing) main = std::exchange(detail, race_detail(ui.status));
    x = word(fonts.strong, x, p.text, main);
    word(fonts.small, x + ui.px(14), p.muted, detail);
}

}  // namespace redraw::ui
