#include "ui/actions/folder_listing.h"

#include "engine/text/words.h"
#include "ui/actions/look_up.h"
#include "ui/actions/pasted_path.h"

namespace redraw::ui {
namespace fs = std::filesystem;

void browse(Browser& browser, fs::path folder, std::string typed) {
    browser = {};
    browser.folder = std::move(folder);
    browser.typed = std::move(typed);
}

void refresh(Ui& ui, bool folders_only, std::span<const std::string_view> only) {
    Browser& browser = ui.state.sheets.browser;
    if (std::exchange(browser.stale, false)) {
        browser.entries.clear();
        browser.problem.clear();
        browser.selected = -1;
        browser.listing_since = ui.view.time;
        browser.listing = look_up(
            ui, FolderLookup{
                    browser.folder, {only.begin(), only.end()}, folders_only, browser.all_files});
    }
    const auto* found = answer_to<FolderListing>(ui, browser.listing);
    if (!found) return;
    browser.listing = 0;
    browser.folder = found->folder;
    browser.entries = found->entries;
    if (!found->problem.empty()) browser.problem = found->problem;
    ui.requests.redraw_after(0);
}

std::vector<int> matching(const Browser& browser) {
    std::vector<int> indices;
    const std::string filter = lower(browser.filter);
    for (int i = 0; i < int(browser.entries.size()); ++i)
        if (filter.empty() || lower(browser.entries[i].name).find(filter) != std::string::npos)
            indices.push_back(i);
    return indices;
}

fs::path typed_path(const Browser& browser, const fs::path& home) {
    if (const auto path = pasted_path(browser.typed, home)) return *path;
    const auto end = browser.typed.find_last_not_of(" \t");
    const std::string name = browser.typed.substr(0, end + 1);
    return name == "~" ? home : browser.folder / name;
}

}  // namespace redraw::ui
