// Lists of runs. Draws each run as a card with its thumbnail, name, PSNR, settings and date, sorts
// runs, and handles the selection. Selection works as in a file manager: a click selects one run,
// Ctrl+click toggles one, Shift+click extends the selection.
#pragma once

#include "engine/network/config.h"
#include "ui/actions/race.h"
#include "ui/state/context.h"

namespace redraw::ui {

// Returns the settings of a run in one line.
std::string settings_line(const Config& config);  // "SIREN, 4 layers of 128, rate 2e-3"

inline constexpr float kRunCard = 72, kRunCardGap = 6;  // units: a card's height, the gap below
inline constexpr float kRunThumbnail = kRunCard - 16;   // longer side of a thumbnail

// Draws a run's card at the top of `area`, over its full width, indented by the run's depth.
// Returns true if the card was pressed.
bool run_card(Ui& ui, const RecentEntry& run, const Rect& area, bool chosen);

// Draws a menu entry that opens the run.
void run_menu_row(Ui& ui, const RecentEntry& run);

// Sorts runs for display, with branches below their parent run. Expects the newest run first. A
// family takes the position of its newest member. Sets `depth`. A branch whose parent is not listed
// counts as a root.
std::vector<RecentEntry> with_branches_under_parents(std::vector<RecentEntry> runs);

// Returns true if every word of `filter` occurs in the run's name, settings or PSNR, ignoring case.
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
