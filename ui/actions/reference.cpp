#include "ui/actions/reference.h"

#include "ui/actions/race_words.h"

namespace redraw::ui {
namespace {

// Shows the picture as it was opened, which is larger than the one that is learned.
bool shows_original(const Ui& ui) {
    const auto& picture = ui.status.picture;
    return picture && !ui.state.preferences.training_pixels &&
           picture->pixel_count() > ui.status.target->pixel_count();
}

std::string picture_label(const Ui& ui) {
    if (!shows_original(ui)) return "Picture";
    return fmt::format("Original, {} × {}", ui.status.picture->width, ui.status.picture->height);
}

std::string bicubic_label(const Status& status) {
    if (const auto& half = status.original; half && half->own_half)
        return "Bicubic from its own half, " + decibels(half->bicubic) + "; Lanczos " +
               decibels(half->lanczos);
    return fmt::format("Bicubic, from {} × {} pixels", status.target->width, status.target->height);
}

std::string cooled_label(const CoolDown& copy) {
    if (copy.finished()) return "Cooled down, " + decibels(copy.psnr);
    const double part = copy.steps > 0 ? double(copy.done) / double(copy.steps) : 0;
    return fmt::format("Cooling down, {:.0f} %", 100 * part);
}

}  // namespace

bool has_reference(const Ui& ui, Reference reference) {
    if (reference == Reference::cooled) return ui.status.cool_down && ui.status.cool_down->drawing;
    const auto companion = companion_of(reference);
    return !companion || *companion < ui.status.companions.size();
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
    if (const auto at = companion_of(reference)) {
        const std::string name = companion_name(*ui.status.companions[*at], *at);
        return {name,
                companion_label(ui.status, *at),
                name,
                {&v.companions[*at], &v.companions_closer[*at]}};
    }
    switch (reference) {
        case Reference::bicubic:
            return {"Bicubic",
                    bicubic_label(ui.status),
                    "bicubic interpolation",
                    {&v.target, &v.bicubic}};
        case Reference::cooled:
            return {"Cooled down",
                    cooled_label(*ui.status.cool_down),
                    "the cooled-down copy",
                    {&v.cooled, nullptr}};
        default:
            break;
    }
    return {"Picture", picture_label(ui), "the picture", {&v.target, nullptr}};
}

void follow_companion(Ui& ui) {
    UiState& s = ui.state;
    const auto& companions = ui.status.companions;
    const std::filesystem::path now = companions.empty() ? "" : companions.front()->path;
    if (now == s.curves.companion) return;
    s.curves.companion = now;
    if (now.empty()) {
        if (companion_of(s.centre.reference)) s.centre.reference = Reference::picture;
        return;
    }
    s.centre.reference = Reference::companion;
    s.curves.companion_by_time = companions.front()->racing;
    if (s.centre.mode != ViewMode::wipe) s.centre.mode = ViewMode::side_by_side;
}

}  // namespace redraw::ui
