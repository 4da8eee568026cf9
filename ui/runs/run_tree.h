// A list of runs in the order it is read: newest first, and branches under the run they came from.
#pragma once

#include "ui/state/view.h"

#include <string>
#include <vector>

namespace redraw::ui {

// Runs come newest first. A family stands where its newest member would; `depth` is set. A branch
// whose parent is not listed stands by itself.
std::vector<RecentEntry> with_branches_under_parents(std::vector<RecentEntry> runs);

// Every word of `filter` is in the run's name, settings or PSNR; case does not matter.
bool matches(const RecentEntry& run, const std::string& filter);

}  // namespace redraw::ui
