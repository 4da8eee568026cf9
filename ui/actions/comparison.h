// The runs that the open run is compared with, as references: their names A to D, colours, and the
// difference in PSNR.
#pragma once

#include "ui/actions/reference.h"

namespace redraw::ui {

// The references that are compared runs, in the order of Status::compared_runs.
inline constexpr std::array kCompared{Reference::compared_run, Reference::second, Reference::third};

// Returns the compared run's index in Status::compared_runs; absent if the reference is no compared
// run.
constexpr std::optional<std::size_t> compared_run_of(Reference reference) {
    if (reference < Reference::compared_run) return std::nullopt;
    return std::size_t(reference) - std::size_t(Reference::compared_run);
}

struct ComparisonState {
    std::uint64_t run = 0;  // Status::run_serial in the frame before
    // Path of the first compared run in the frame before, to notice a change; empty: none.
    std::filesystem::path compared_run;
    // Show the curves of compared runs at the same training time instead of the same epoch.
    bool by_time = false;
};

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
// The dashes and the mark of a compared run's curve, so that no two differ by colour only. Lengths
// in layout units.
struct RunLine {
    float dash, gap;
    int corners;  // of the mark at the curve's end; 0: a disc
    bool operator==(const RunLine&) const = default;
};
RunLine compared_line(std::size_t compared_run);

// Returns the texts and textures of the compared run Status::compared_runs[at].
ReferenceView compared_view(const Ui& ui, std::size_t at);

}  // namespace redraw::ui
