#include "ui/actions/against.h"

#include "engine/text/numbers.h"
#include "ui/actions/companion.h"

#include <fmt/format.h>

#include <algorithm>

namespace redraw {
namespace {

const char* kCompanionWithoutName = "Other run";

std::string companion_name(const Ui& ui) {
    if (!ui.status.companion || ui.status.companion->name.empty()) return kCompanionWithoutName;
    return ui.status.companion->racing ? "B" : ui.status.companion->name;
}

std::string cooled_label(const Ui& ui) {
    const CoolDown& copy = *ui.status.cool_down;
    if (copy.finished()) return "Cooled down, " + decibels(copy.psnr);
    const double part = copy.steps > 0 ? double(copy.done) / double(copy.steps) : 0;
    return fmt::format("Cooling down, {:.0f} %", 100 * part);
}

}  // namespace

bool against_there(const Ui& ui, Against against) {
    switch (against) {
        case Against::picture:
        case Against::bicubic:
            return true;
        case Against::cooled:
            return ui.status.cool_down && ui.status.cool_down->drawing;
        case Against::companion:
            return ui.status.companion != nullptr;
    }
    return false;
}

Against against_shown(const Ui& ui) {
    return against_there(ui, ui.state.against) ? ui.state.against : Against::picture;
}

void choose_next_against(Ui& ui) {
    const auto at = std::find(kAgainst.begin(), kAgainst.end(), against_shown(ui));
    for (std::size_t i = 1; i <= kAgainst.size(); ++i) {
        const Against next = kAgainst[(std::size_t(at - kAgainst.begin()) + i) % kAgainst.size()];
        if (!against_there(ui, next)) continue;
        ui.state.against = next;
        return;
    }
}

std::string against_name(const Ui& ui, Against against) {
    switch (against) {
        case Against::picture:
            return "Picture";
        case Against::bicubic:
            return "Bicubic";
        case Against::cooled:
            return "Cooled down";
        case Against::companion:
            return companion_name(ui);
    }
    return "";
}

bool shows_original(const Ui& ui) {
    const auto& picture = ui.status.picture;
    return picture && !ui.state.preferences.training_pixels &&
           picture->pixel_count() > ui.status.target->pixel_count();
}

std::string against_label(const Ui& ui, Against against) {
    switch (against) {
        case Against::picture:
            if (!shows_original(ui)) break;
            return fmt::format("Original, {} × {}", ui.status.picture->width,
                               ui.status.picture->height);
        case Against::bicubic:
            if (const auto& half = ui.status.original; half && half->own_half)
                return "Bicubic from its own half, " + decibels(half->bicubic) + "; Lanczos " +
                       decibels(half->lanczos);
            return fmt::format("Bicubic, from {} × {} pixels", ui.status.target->width,
                               ui.status.target->height);
        case Against::cooled:
            return cooled_label(ui);
        case Against::companion:
            return companion_label(ui.status);
    }
    return "Picture";
}

std::string against_phrase(const Ui& ui, Against against) {
    switch (against) {
        case Against::picture:
            break;
        case Against::bicubic:
            return "bicubic interpolation";
        case Against::cooled:
            return "the cooled-down copy";
        case Against::companion:
            return companion_name(ui);
    }
    return "the picture";
}

std::array<const Texture*, 2> against_textures(const Ui& ui, Against against) {
    const View& v = ui.view;
    switch (against) {
        case Against::picture:
            break;
        case Against::bicubic:
            return {&v.target, &v.bicubic};
        case Against::cooled:
            return {&v.cooled, nullptr};
        case Against::companion:
            return {&v.companion, &v.companion_closer};
    }
    return {&v.target, nullptr};
}

}  // namespace redraw
