// The selection in the list of runs, as in a file manager: a click chooses one, with Ctrl one more
// or one less, with Shift all from the last one. Pure functions.
#pragma once

#include "ui/state/sheets.h"
#include "ui/state/view.h"

#include <filesystem>
#include <string>
#include <vector>

namespace redraw::ui {

// A list of runs in the order it is read: newest first, and branches under the run they came from.

// Runs come newest first. A family stands where its newest member would; `depth` is set. A branch
// whose parent is not listed stands by itself.
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
