#include "ui/runs/run_tree.h"

#include "engine/text/words.h"

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

}  // namespace redraw::ui
