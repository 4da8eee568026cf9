// Runs in a list: one as a card with its drawing, name, PSNR, settings, and when, the same
// everywhere; their order; and which are chosen, as in a file manager: a click chooses one, with
// Ctrl one more or one less, with Shift all from the last one.
#pragma once

#include "engine/network/config.h"
#include "ui/state/context.h"

namespace redraw::ui {

// Runs in words: their settings in a line, what differs between two. Pure functions.
std::string layers_text(const std::vector<int>& layers);  // "4 layers of 128", "layers 64, 32"
std::string settings_line(const Config& config);          // "SIREN, 4 layers of 128, rate 2e-3"

struct Difference {
    std::string what, a, b;
};
// Only what differs, the most telling first.
std::vector<Difference> differences(const Config& a, const Config& b);

inline constexpr float kRunCard = 72, kRunCardGap = 6;  // units: a card's height, and below it
inline constexpr float kRunThumbnail = kRunCard - 16;   // a drawing's longer side

// Draws a run's card at the top left of `area`, over its width, indented by the run's depth. True
// when pressed.
bool run_card(Ui& ui, const RecentEntry& run, const Rect& area, bool chosen);

// The entry of a menu, which opens it.
void run_menu_row(Ui& ui, const RecentEntry& run);

// Orders runs as they are read: branches under the run they came from. Runs come newest first. A
// family stands where its newest member would; `depth` is set. A branch whose parent is not listed
// stands by itself.
std::vector<RecentEntry> with_branches_under_parents(std::vector<RecentEntry> runs);

// Every word of `filter` is in the run's name, settings or PSNR; case does not matter.
bool matches(const RecentEntry& run, const std::string& filter);

using ListedRuns = std::vector<const RecentEntry*>;

int place_of(const ListedRuns& runs, const std::filesystem::path& path);  // -1: not listed
bool is_chosen(const RunChoice& choice, const std::filesystem::path& path);
// Returns the chosen runs in the order of the list.
ListedRuns chosen_runs(const RunChoice& choice, const ListedRuns& runs);

void choose(RunChoice& choice, const std::filesystem::path& path);
void toggle(RunChoice& choice, const std::filesystem::path& path);
void extend_to(RunChoice& choice, const ListedRuns& runs, const std::filesystem::path& path);
void choose_all(RunChoice& choice, const ListedRuns& runs);
// Removes runs that are not listed from the selection; chooses `otherwise` if none is left.
void keep_listed(RunChoice& choice, const ListedRuns& runs, const std::filesystem::path& otherwise);

}  // namespace redraw::ui
