// The reference that the drawing is compared with: on the left of side by side and of the wipe, and
// in the difference.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

inline constexpr std::array kReferences{Reference::picture,   Reference::bicubic, Reference::cooled,
                                        Reference::companion, Reference::second,  Reference::third};

// In the order of Status::companions.
inline constexpr std::array kCompanions{Reference::companion, Reference::second, Reference::third};

// Whether it can be shown: the picture and bicubic always, a cooled copy from its first drawing on,
// a compared run while there is one.
bool has_reference(const Ui& ui, Reference reference);
// The chosen reference, or the picture if that cannot be shown.
Reference shown_reference(const Ui& ui);
// Chooses the next reference that can be shown.
void choose_next_reference(Ui& ui);

// The name and the textures of a reference that can be shown.
struct ReferenceView {
    std::string name;    // "Cooled down": a choice
    std::string label;   // "Cooled down, 44.1 dB": on its pane
    std::string phrase;  // "the cooled-down copy": in a sentence
    // From the bottom up: the upper ones may not cover everything yet.
    std::array<const Texture*, 2> textures;
};
ReferenceView reference_view(const Ui& ui, Reference reference);

// Chooses the reference when a comparison with other runs begins or ends. Once a frame.
void follow_companion(Ui& ui);

}  // namespace redraw::ui
