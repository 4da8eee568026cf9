#include "ui/actions/reference.h"

#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace redraw::ui {
namespace {

bool known(float psnr, std::int64_t step) {
    return step > 0 && !std::isnan(psnr);
}

// The picture as it was opened, which is larger than what is learned, is shown for the picture.
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

std::string companion_name(const Companion& other) {
    if (other.name.empty()) return "Other run";
    return other.racing ? "B" : other.name;
}

}  // namespace

bool has_reference(const Ui& ui, Reference reference) {
    if (reference == Reference::cooled) return ui.status.cool_down && ui.status.cool_down->drawing;
    return reference != Reference::companion || ui.status.companion;
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
    switch (reference) {
        case Reference::picture:
            break;
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
        case Reference::companion: {
            const std::string name = companion_name(*ui.status.companion);
            return {name, companion_label(ui.status), name, {&v.companion, &v.companion_closer}};
        }
    }
    return {"Picture", picture_label(ui), "the picture", {&v.target, nullptr}};
}

void follow_companion(Ui& ui) {
    UiState& s = ui.state;
    const std::filesystem::path now = ui.status.companion ? ui.status.companion->path : "";
    if (now == s.curves.companion) return;
    s.curves.companion = now;
    if (now.empty()) {
        if (s.centre.reference == Reference::companion) s.centre.reference = Reference::picture;
        return;
    }
    s.centre.reference = Reference::companion;
    s.curves.companion_by_time = ui.status.companion->racing;
    if (s.centre.mode != ViewMode::wipe) s.centre.mode = ViewMode::side_by_side;
}

std::string companion_label(const Status& status) {
    const Companion& other = *status.companion;
    const std::string name = other.racing ? "B" : other.name;
    return known(other.last.psnr, other.step) ? name + ", " + decibels(other.last.psnr) : name;
}

std::string race_label(const Status& status) {
    if (!status.companion || !status.companion->racing) return "";
    return known(status.last.psnr, status.step) ? "A, " + decibels(status.last.psnr) : "A";
}

std::string standing(const Status& status) {
    const Companion& other = *status.companion;
    if (!known(other.last.psnr, other.step) || !known(status.last.psnr, status.step))
        return other.racing ? "A and B begin" : "";
    const double lead = double(status.last.psnr) - double(other.last.psnr);
    // As it is read: 38.2 against 38.1 is a tenth.
    const double shown = std::round(std::abs(lead) * 10) / 10;
    const bool even = !(shown > 0) || !std::isfinite(lead);
    if (other.racing)
        return even ? "A and B are even"
                    : fmt::format("{} leads by {:.1f} dB", lead > 0 ? "A" : "B", shown);
    return even ? "as close as this run"
                : fmt::format("{:.1f} dB {}", shown, lead > 0 ? "less" : "more");
}

}  // namespace redraw::ui
