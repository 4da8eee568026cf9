// The reference: the picture or run that the network's render is compared with, in the views side
// by side, wipe and difference.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Returns the references that can be shown now: the picture itself, its bicubic interpolation, and
// the compared runs.
std::vector<Reference> references(const Ui& ui);
// Returns the reference that the user chose, or the picture itself if that one cannot be shown now.
Reference shown_reference(const Ui& ui);
// Selects the next of the references.
void choose_next_reference(Ui& ui);

// The texts and textures of a reference.
struct ReferenceView {
    std::string name;    // in the list of references: "Bicubic"
    std::string label;   // on the reference's pane: "Bicubic, from 200 × 100 pixels"
    std::string phrase;  // inside a sentence: "bicubic interpolation"
    std::string help;    // explains the label
    // Textures in the order they are painted. The second one may cover only part of the picture;
    // null: none.
    std::array<const Texture*, 2> textures;
};
ReferenceView reference_view(const Ui& ui, Reference reference);

}  // namespace redraw::ui
