// What the drawing is held against: on the left of side by side and of the wipe, and under the
// difference. Of a second run, the companion, also who is ahead: the open run is A, a rival is B.
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

// What one that is there is called, and what is drawn of it.
struct Reference {
    std::string name;    // "Cooled down": a choice
    std::string label;   // "Cooled down, 44.1 dB": on its pane
    std::string phrase;  // "the cooled-down copy": in a sentence
    // From the bottom up: what may lie under a texture that does not cover everything yet.
    std::array<const Texture*, 2> textures;
};
Reference reference(const Ui& ui, Against against);

// Chooses what to show when a comparison with a second run begins or ends; once a frame.
void follow_companion(Ui& ui);
std::string companion_label(const Status& status);  // on its drawing: "B, 35.1 dB"
std::string race_label(const Status& status);       // on this run's: "A, 38.2 dB"; empty: no race
std::string standing(const Status& status);         // "A leads by 3.1 dB"

}  // namespace redraw
