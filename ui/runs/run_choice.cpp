#include "ui/runs/run_choice.h"

#include "engine/text/words.h"

#include <algorithm>
#include <sstream>
#include <unordered_map>

namespace redraw::ui {

std::vector<RecentEntry> with_branches_under_parents(std::vector<RecentEntry> runs) {
    std::unordered_map<std::string, std::size_t> place;
    for (std::size_t i = 0; i < runs.size(); ++i) place[runs[i].path.native()] = i;
    std::vector<std::vector<std::size_t>> children(runs.size());
    std::vector<std::size_t> parent(runs.size(), runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto found = place.find(runs[i].parent.native());
        if (found == place.end() || found->second == i) continue;
        parent[i] = found->second;
        children[found->second].push_back(i);
    }
    std::vector<RecentEntry> ordered;
    std::vector<bool> placed(runs.size(), false);
    const auto place_family = [&](auto&& self, std::size_t i, int depth) -> void {
        if (placed[i]) return;  // hostile files may name each other
        placed[i] = true;
        runs[i].depth = depth;
        ordered.push_back(runs[i]);
        for (const std::size_t child : children[i]) self(self, child, depth + 1);
    };
    for (std::size_t i = 0; i < runs.size(); ++i) {
        std::size_t root = i;
        for (std::size_t up = 0; up < runs.size() && parent[root] < runs.size(); ++up)
            root = parent[root];
        place_family(place_family, root, 0);
    }
    return ordered;
}

bool matches(const RecentEntry& run, const std::string& filter) {
    if (filter.find_first_not_of(' ') == std::string::npos) return true;
    const std::string text = lower(run.name + " " + run.psnr + " " + run.settings);
    std::istringstream words(lower(filter));
    for (std::string word; words >> word;)
        if (text.find(word) == std::string::npos) return false;
    return true;
}

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
