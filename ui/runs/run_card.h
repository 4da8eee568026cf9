// Lists of runs. Draws each run as a card with its thumbnail, name, PSNR, settings and date, sorts
// runs, and handles the selection. Selection works as in a file manager: a click selects one run,
// Ctrl+click toggles one, Shift+click extends the selection.
#pragma once

#include "engine/network/config.h"
#include "ui/state/context.h"

namespace redraw::ui {

// Returns the settings of a run in one line: "SIREN, 4 layers of 128, rate 2e-3".
std::string settings_line(const Config& config);

// kRunCard: height of a run's card. kRunCardGap: gap below a card. Both in layout units.
inline constexpr float kRunCard = 72, kRunCardGap = 6;
// Longer side of a run's thumbnail, in layout units.
inline constexpr float kRunThumbnail = kRunCard - 16;

// Draws a run's card at the top of `area`, over its full width, indented by the run's depth.
// Returns true if the card was pressed.
bool run_card(Ui& ui, const RecentEntry& run, const Rect& area, bool chosen);

// Draws a menu entry that opens `run`.
void run_menu_row(Ui& ui, const RecentEntry& run);

// Sorts runs for display, each branch (a run continued from a keyframe of another) below its parent
// run. Expects the newest run first. A parent and all its branches stand where the newest of these
// runs stood. Sets `depth`, the level of indentation; 0 if the run's parent is not listed.
std::vector<RecentEntry> with_branches_under_parents(std::vector<RecentEntry> runs);

// Returns true if every word of `filter` occurs in the run's name, settings or PSNR, ignoring case.
bool matches(const RecentEntry& run, const std::string& filter);

using ListedRuns = std::vector<const RecentEntry*>;

// Returns the index in the list of the run with this path; -1 if it is not listed.
int place_of(const ListedRuns& runs, const std::filesystem::path& path);
bool is_chosen(const RunChoice& choice, const std::filesystem::path& path);
// Returns the chosen runs in the order of the list.
ListedRuns chosen_runs(const RunChoice& choice, const ListedRuns& runs);

void choose(RunChoice& choice, const std::filesystem::path& path);
void toggle(RunChoice& choice, const std::filesystem::path& path);
void extend_to(RunChoice& choice, const ListedRuns& runs, const std::filesystem::path& path);
void choose_all(RunChoice& choice, const ListedRuns& runs);
// Deselects runs that are no longer listed. If none is left selected, selects `otherwise`, if any.
void keep_listed(RunChoice& choice, const ListedRuns& runs, const std::filesystem::path& otherwise);

}  // namespace redraw::ui
