// The reference that the drawing is compared with, in the views side by side, wipe and difference.
// Also texts about the compared runs: their names A to D, who leads or won a race, and the
// difference in PSNR.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

inline constexpr std::array kReferences{Reference::picture,   Reference::bicubic, Reference::cooled,
                                        Reference::companion, Reference::second,  Reference::third};

// Compared runs, in the order of Status::companions.
inline constexpr std::array kCompanions{Reference::companion, Reference::second, Reference::third};

// True if the reference can be shown. The picture and bicubic always can, a cooled-down copy after
// its first drawing, a compared run while it exists.
bool has_reference(const Ui& ui, Reference reference);
// Returns the chosen reference, or the picture if the chosen one cannot be shown.
Reference shown_reference(const Ui& ui);
// Chooses the next reference that can be shown.
void choose_next_reference(Ui& ui);

// The texts and textures of a reference that can be shown.
struct ReferenceView {
    std::string name;    // "Cooled down": in the list of references
    std::string label;   // "Cooled down, 44.1 dB": the label on its pane
    std::string phrase;  // "the cooled-down copy": inside a sentence
    // Textures from bottom to top; an upper one may cover only part of the picture.
    std::array<const Texture*, 2> textures;
};
ReferenceView reference_view(const Ui& ui, Reference reference);

// Updates the chosen reference when a comparison with other runs begins or ends. Call once a frame.
void follow_companion(Ui& ui);

bool is_race(const Status& status);
// Returns "B" in a race, otherwise the compared run's name.
std::string companion_name(const Companion& other, std::size_t at);
// Returns the label of a compared run's drawing: "B · Grid · 35.1 dB · 2nd", or its name and PSNR.
std::string companion_label(const Status& status, std::size_t at);
std::string race_label(const Status& status);   // label of the open run's drawing; empty: no race
std::string standing(const Status& status);     // "A leads by 3.1 dB", "B won: 40 dB after 3.4 s"
std::string race_detail(const Status& status);  // "after 0:12 of training each"

// Returns the colour of a compared run's curve and PSNR. `companion` counts from 0 without the open
// run.
ImU32 companion_colour(const Ui& ui, std::size_t companion);
// Returns the index of the leading run, 0 for A (the open run); absent before any PSNR is measured.
std::optional<std::size_t> leader_of(const Status& status);

}  // namespace redraw::ui
