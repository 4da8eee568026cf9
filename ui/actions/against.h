// What the drawing is held against: on the left of side by side and of the wipe, and under the
// difference.
#pragma once

#include "ui/state/context.h"

#include <array>
#include <string>

namespace redraw {

inline constexpr std::array kAgainst{Against::picture, Against::bicubic, Against::cooled,
                                     Against::companion};

// Picture and bicubic always are; a cooled copy from its first drawing on, a companion while there
// is one.
bool against_there(const Ui& ui, Against against);
// The chosen one, or the picture while that is gone.
Against against_shown(const Ui& ui);
// The next one that is there, from the one shown.
void choose_next_against(Ui& ui);

// The picture as it was opened, which is larger than what is learned, is shown for the picture.
bool shows_original(const Ui& ui);
std::string against_name(const Ui& ui, Against against);    // "Cooled down": a choice
std::string against_label(const Ui& ui, Against against);   // "Cooled down, 44.1 dB": on its pane
std::string against_phrase(const Ui& ui, Against against);  // "the picture": in a sentence
// From the bottom up: what may lie under a texture that does not cover everything yet.
std::array<const Texture*, 2> against_textures(const Ui& ui, Against against);

}  // namespace redraw
