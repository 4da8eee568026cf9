// What the drawing is held against: on the left of side by side and of the wipe, and under the
// difference.
#pragma once

#include "ui/state/context.h"

#include <array>
#include <string>

namespace redraw::ui {

inline constexpr std::array kReferences{Reference::picture,   Reference::bicubic, Reference::cooled,
                                        Reference::companion, Reference::second,  Reference::third};

// As Status::companions has them.
inline constexpr std::array kCompanions{Reference::companion, Reference::second, Reference::third};

// Picture and bicubic always are; a cooled copy from its first drawing on, a companion while there
// is one.
bool has_reference(const Ui& ui, Reference reference);
// The chosen one, or the picture while that is gone.
Reference shown_reference(const Ui& ui);
// The next one that is there, from the one shown.
void choose_next_reference(Ui& ui);

// What one that is there is called, and what is drawn of it.
struct ReferenceView {
    std::string name;    // "Cooled down": a choice
    std::string label;   // "Cooled down, 44.1 dB": on its pane
    std::string phrase;  // "the cooled-down copy": in a sentence
    // From the bottom up: what may lie under a texture that does not cover everything yet.
    std::array<const Texture*, 2> textures;
};
ReferenceView reference_view(const Ui& ui, Reference reference);

// Chooses what to show when a comparison with other runs begins or ends; once a frame.
void follow_companion(Ui& ui);

}  // namespace redraw::ui
