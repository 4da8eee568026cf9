// The reference: the picture or run that the network's render is compared with, in the views side
// by side, wipe and difference. Also the texts about compared runs: their names A to D, and the
// difference in PSNR.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

inline constexpr std::array kReferences{Reference::picture, Reference::bicubic,
                                        Reference::compared_run, Reference::second,
                                        Reference::third};

// The references that are compared runs, in the order of Status::compared_runs.
inline constexpr std::array kCompared{Reference::compared_run, Reference::second, Reference::third};

// Returns true if the reference can be shown now. The picture itself and its bicubic interpolation
// always can, a compared run while it is open.
bool has_reference(const Ui& ui, Reference reference);
// Returns the reference that the user chose, or the picture itself if that one cannot be shown now.
Reference shown_reference(const Ui& ui);
// Selects the next of kReferences that can be shown now.
void choose_next_reference(Ui& ui);

// The texts and textures of a reference.
struct ReferenceView {
    std::string name;    // in the list of references: "Bicubic"
    std::string label;   // on the reference's pane: "Bicubic, from 200 × 100 pixels"
    std::string phrase;  // inside a sentence: "bicubic interpolation"
    // Textures in the order they are painted. The second one may cover only part of the picture;
    // null: none.
    std::array<const Texture*, 2> textures;
};
ReferenceView reference_view(const Ui& ui, Reference reference);

// Selects a compared run as the reference when a comparison with other runs begins, and the picture
// itself when it ends. Call once a frame.
void follow_compared(Ui& ui);

bool is_race(const Status& status);
// Returns true once every network of the race has finished training.
bool race_is_over(const Status& status);
// Returns the run's letter, such as "B", in a race; otherwise the compared run's name.
std::string compared_name(const ComparedState& other, std::size_t at);
// Returns the label painted on a compared run's render: "B · Grid · 35.1 dB · 2nd" in a race,
// otherwise its name and PSNR.
std::string compared_label(const Status& status, std::size_t at);
// Returns how close the compared run comes: "3.1 dB ahead", or in a race which run leads or won.
std::string standing(const Status& status);

// Returns the colour of a compared run's learning curve and PSNR. `compared run`: index into
// Status::compared_runs, which does not include the open run.
ImU32 compared_colour(const Ui& ui, std::size_t compared_run);

}  // namespace redraw::ui
