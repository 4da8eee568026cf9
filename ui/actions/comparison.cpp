#include "ui/actions/comparison.h"

#include "engine/features/compare/compared_state.h"
#include "engine/session/status.h"
#include "engine/text/words.h"
#include "ui/actions/race.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace redraw::ui {

ReferenceView compared_view(const Ui& ui, std::size_t at) {
    const std::string name = compared_name(*ui.status.compared_runs[at], at);
    return {name,
            compared_label(ui.status, at),
            name,
            "What the other run draws.",
            {&ui.view.compared_runs[at], &ui.view.compared_closer[at]}};
}

void follow_compared(Ui& ui) {
    UiState& s = ui.state;
    ComparisonState& before = s.of<ComparisonState>();
    const auto& compared_runs = ui.status.compared_runs;
    const std::filesystem::path now = compared_runs.empty() ? "" : compared_runs.front()->path;
    const bool same_run = std::exchange(before.run, ui.status.run_serial) == ui.status.run_serial;
    const bool same_others = std::exchange(before.compared_run, now) == now;
    if ((!same_run || (!same_others && now.empty())) && compared_run_of(s.centre.reference))
        s.centre.reference = Reference::picture;
    if (!compared_runs.empty())  // all runs of a race have the same name
        ui.requests.rebuild_fonts |= want_glyphs(s.glyphs, compared_runs.front()->name);
    if (same_others || now.empty()) return;
    s.centre.reference = Reference::compared_run;
    before.by_time = compared_runs.front()->racing;
    if (!ui.status.taught.runs.empty()) before.by_time = false;  // aligned by epochs
    if (s.centre.mode != ViewMode::wipe) s.centre.mode = ViewMode::side_by_side;
}

bool is_race(const Status& status) {
    return !status.compared_runs.empty() && status.compared_runs.front()->racing;
}

bool race_is_over(const Status& status) {
    return status.step >= status.total_steps &&
           std::ranges::none_of(status.compared_runs,
                                [](const auto& other) { return other->goes_on; });
}

ImU32 compared_colour(const Ui& ui, std::size_t compared_run) {
    const ImU32 colours[] = {ui.palette.text, ui.palette.third, ui.palette.fourth};
    return colours[compared_run % std::size(colours)];
}

RunLine compared_line(std::size_t compared_run) {
    constexpr RunLine kLines[] = {{7, 4, 0}, {2, 3, 4}, {14, 4, 3}};
    return kLines[compared_run % std::size(kLines)];
}

std::string compared_name(const ComparedState& other, std::size_t at) {
    if (other.racing) return letter_of(at + 1);
    return other.name.empty() ? "Other run" : other.name;
}

std::string compared_label(const Status& status, std::size_t at) {
    const ComparedState& other = *status.compared_runs[at];
    if (other.racing) return racer_label(status, at + 1);
    const std::string name = compared_name(other, at);
    if (other.step <= 0 || std::isnan(other.psnr)) return name;
    const std::string size = at_learned_size(status, other.learned);
    return name + ", " + decibels(other.psnr) + (size.empty() ? "" : " " + size);
}

std::string standing(const Status& status) {
    if (is_race(status)) return race_standing(status);
    const ComparedState& other = *status.compared_runs.front();
    if (std::isnan(other.psnr) || other.step <= 0 || std::isnan(status.psnr) || status.step <= 0)
        return "";
    if (const Image& target = *status.target;
        other.learned.width > 0 && other.learned != PixelSize{target.width, target.height})
        return "learned at another size";
    const double more = double(other.psnr) - double(status.psnr);
    const double shown = std::round(std::abs(more) * 10) / 10;
    if (!(shown > 0) || !std::isfinite(more)) return "as close as this run";
    return fmt::format("{:.1f} dB {}", shown, more < 0 ? "behind" : "ahead");
}

}  // namespace redraw::ui
