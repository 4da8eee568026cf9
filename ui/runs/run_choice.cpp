#include "ui/runs/run_choice.h"

#include <algorithm>

namespace redraw::ui {
namespace fs = std::filesystem;

// Compared as text: there may be a thousand.
int place_of(const ListedRuns& runs, const fs::path& path) {
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i]->path.native() == path.native()) return int(i);
    return -1;
}

bool is_chosen(const RunChoice& choice, const fs::path& path) {
    return std::ranges::any_of(choice.runs,
                               [&](const fs::path& run) { return run.native() == path.native(); });
}

ListedRuns chosen_runs(const RunChoice& choice, const ListedRuns& runs) {
    ListedRuns chosen;
    for (const RecentEntry* run : runs)
        if (is_chosen(choice, run->path)) chosen.push_back(run);
    return chosen;
}

void choose(RunChoice& choice, const fs::path& path) {
    choice = {{path}, path, path};
}

void toggle(RunChoice& choice, const fs::path& path) {
    if (std::erase(choice.runs, path) == 0) choice.runs.push_back(path);
    choice.at = choice.anchor = path;
}

void extend_to(RunChoice& choice, const ListedRuns& runs, const fs::path& path) {
    const int to = place_of(runs, path), from = place_of(runs, choice.anchor);
    if (to < 0) return;
    if (from < 0) return choose(choice, path);
    choice.runs.clear();
    for (int i = std::min(from, to); i <= std::max(from, to); ++i)
        choice.runs.push_back(runs[std::size_t(i)]->path);
    choice.at = path;
}

void choose_all(RunChoice& choice, const ListedRuns& runs) {
    choice.runs.clear();
    for (const RecentEntry* run : runs) choice.runs.push_back(run->path);
}

void keep_listed(RunChoice& choice, const ListedRuns& runs, const fs::path& otherwise) {
    std::erase_if(choice.runs, [&](const fs::path& run) { return place_of(runs, run) < 0; });
    if (!choice.runs.empty()) return;
    if (otherwise.empty())
        choice = {};
    else
        choose(choice, otherwise);
}

}  // namespace redraw::ui
