#include "ui/actions/reference.h"

#include "engine/features/studies/original_psnr.h"
#include "engine/session/status.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"
#include "ui/actions/comparison.h"

#include <algorithm>

namespace redraw::ui {
namespace {

// Returns "Original" with its size if the pane shows the opened picture at more pixels than are
// learned; otherwise "Picture".
std::string picture_label(const Ui& ui) {
    const auto& picture = ui.status.picture;
    if (!picture || ui.state.preferences.training_pixels ||
        picture->pixel_count() <= ui.status.target->pixel_count())
        return "Picture";
    return "Original, " + dimensions(picture->width, picture->height);
}

std::string bicubic_label(const Status& status) {
    if (const auto& half = status.result<OriginalPsnr>(); half && half->own_half)
        return "Bicubic from half size, " + decibels(half->bicubic) + "; Lanczos " +
               decibels(half->lanczos);
    return "Bicubic, from " + dimensions(status.target->width, status.target->height) + " pixels";
}

}  // namespace

std::vector<Reference> references([[maybe_unused]] const Ui& ui) {
    std::vector<Reference> shown{Reference::picture, Reference::bicubic};
    for (std::size_t i = 0; i < ui.status.compared_runs.size(); ++i) shown.push_back(kCompared[i]);
    return shown;
}

Reference shown_reference(const Ui& ui) {
    const Reference chosen = ui.state.centre.reference;
    return std::ranges::count(references(ui), chosen) > 0 ? chosen : Reference::picture;
}

void choose_next_reference(Ui& ui) {
    const std::vector<Reference> all = references(ui);
    const auto at = std::ranges::find(all, shown_reference(ui)) - all.begin();
    ui.state.centre.reference = all[std::size_t(at + 1) % all.size()];
}

ReferenceView reference_view(const Ui& ui, Reference reference) {
    const View& v = ui.view;
    if (const auto at = compared_run_of(reference)) return compared_view(ui, *at);
    if (reference == Reference::bicubic)
        return {"Bicubic",
                bicubic_label(ui.status),
                "bicubic interpolation",
                "The learned pixels, enlarged as image editors do it. This is what the network has "
                "to beat.",
                {&v.target, &v.bicubic}};
    return {"Picture",
            picture_label(ui),
            "the picture",
            "The picture that the network learns.",
            {&v.target, nullptr}};
}

}  // namespace redraw::ui
