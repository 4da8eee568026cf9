#include "ui/actions/reference.h"

#include "engine/features/compare/compared_state.h"
#include "engine/features/studies/original_psnr.h"
#include "engine/session/status.h"
#include "engine/text/words.h"
#include "ui/actions/race.h"

#include <iterator>

namespace redraw::ui {
namespace {

// Returns "Original" with its size if the pane shows the opened picture at more pixels than are
// learned; otherwise "Picture".
std::string picture_label(const Ui& ui) {
    const auto& picture = ui.status.picture;
    if (!picture || ui.state.preferences.training_pixels ||
        picture->pixel_count() <= ui.status.target->pixel_count())
        return "Picture";
    return fmt::format("Original, {} × {}", picture->width, picture->height);
}

std::string bicubic_label(const Status& status) {
    if (const auto& half = status.result<OriginalPsnr>(); half && half->own_half)
        return "Bicubic from half size, " + decibels(half->bicubic) + "; Lanczos " +
               decibels(half->lanczos);
    return fmt::format("Bicubic, from {} × {} pixels", status.target->width, status.target->height);
}

}  // namespace

bool has_reference(const Ui& ui, Reference reference) {
    const auto compared_run = compared_run_of(reference);
    return !compared_run || *compared_run < ui.status.compared_runs.size();
}

Reference shown_reference(const Ui& ui) {
    return has_reference(ui, ui.state.centre.reference) ? ui.state.centre.reference
                                                        : Reference::picture;
}

void choose_next_reference(Ui& ui) {
    const auto at = std::find(kReferences.begin(), kReferences.end(), shown_reference(ui));
    for (std::size_t i = 1; i <= kReferences.size(); ++i) {
        const Reference next =
            kReferences[(std::size_t(at - kReferences.begin()) + i) % kReferences.size()];
        if (!has_reference(ui, next)) continue;
        ui.state.centre.reference = next;
        return;
    }
}

ReferenceView reference_view(const Ui& ui, Reference reference) {
    const View& v = ui.view;
    if (const auto at = compared_run_of(reference)) {
        const std::string name = compared_name(*ui.status.compared_runs[*at], *at);
        return {name,
                compared_label(ui.status, *at),
                name,
                {&v.compared_runs[*at], &v.compared_closer[*at]}};
    }
    if (reference == Reference::bicubic)
        return {
            "Bicubic", bicubic_label(ui.status), "bicubic interpolation", {&v.target, &v.bicubic}};
    return {"Picture", picture_label(ui), "the picture", {&v.target, nullptr}};
}

void follow_compared(Ui& ui) {
    UiState& s = ui.state;
    const auto& compared_runs = ui.status.compared_runs;
    const std::filesystem::path now = compared_runs.empty() ? "" : compared_runs.front()->path;
    if (now == s.curves.compared_run) return;
    s.curves.compared_run = now;
    if (now.empty()) {
        if (compared_run_of(s.centre.reference)) s.centre.reference = Reference::picture;
        return;
    }
    s.centre.reference = Reference::compared_run;
    s.curves.compared_by_time = compared_runs.front()->racing;
    if (!ui.status.taught.runs.empty()) s.curves.compared_by_time = false;  // aligned by epochs
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
