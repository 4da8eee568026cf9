// The reference that the drawing is compared with: on the left of side by side and of the wipe, and
// in the difference. And texts about the runs beside the open one: who leads and who has won a
// race, whose runs are called A to D, and how much closer a compared run is.
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

bool is_race(const Status& status);
// "B", or the compared run's name.
std::string companion_name(const Companion& other, std::size_t at);
// The label of its drawing: "B · Grid · 35.1 dB · 2nd", or the compared run's name and decibels.
std::string companion_label(const Status& status, std::size_t at);
std::string race_label(const Status& status);   // on this run's; empty: no race
std::string standing(const Status& status);     // "A leads by 3.1 dB", "B won: 40 dB after 3.4 s"
std::string race_detail(const Status& status);  // "after 0:12 of training each"; muted, beside it

// The colour of its curve and number; counted from 0, without the open run.
ImU32 companion_colour(const Ui& ui, std::size_t companion);
// The index of the leading run, 0 being A; absent before any is measured.
std::optional<std::size_t> leader_of(const Status& status);

}  // namespace redraw::ui
