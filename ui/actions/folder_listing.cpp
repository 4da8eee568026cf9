#include "ui/actions/folder_listing.h"

#include "engine/text/display_name.h"
#include "engine/text/words.h"
#include "ui/actions/pasted_path.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

namespace redraw::ui {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostEntries = 20'000;

// By its extension; whether it truly is a picture is decided by its content.
bool looks_openable(const fs::path& path, std::span<const std::string_view> only) {
    const std::string extension = lower(path.extension().string());
    if (!only.empty()) return std::ranges::find(only, extension) != only.end();
    constexpr std::string_view kKnown[] = {
        ".png",          ".jpg",  ".jpeg", ".webp", ".gif", ".bmp", ".tga",    ".tif",
        ".tiff",         ".avif", ".heic", ".heif", ".jxl", ".csv", ".redraw", ".jpe",
        ".redraw-tiles", ".pnm",  ".pbm",  ".pgm",  ".ppm", ".psd"};
    return std::ranges::find(kKnown, extension) != std::end(kKnown);
}

}  // namespace

void browse(Browser& browser, fs::path folder, std::string typed) {
    std::error_code ignored;
    if (folder.empty()) folder = fs::current_path(ignored);
    while (!fs::is_directory(folder, ignored) && folder.has_relative_path())
        folder = folder.parent_path();
    if (folder.empty()) folder = "/";
    browser = {};
    browser.folder = std::move(folder);
    browser.typed = std::move(typed);
}

void refresh(Browser& browser, bool folders_only, std::span<const std::string_view> only) {
    if (!browser.stale) return;
    browser.stale = false;
    browser.entries.clear();
    browser.problem.clear();
    browser.selected = -1;
    std::error_code problem;
    fs::directory_iterator it(browser.folder, fs::directory_options::none, problem);
    for (; !problem && it != fs::directory_iterator(); it.increment(problem)) {
        if (browser.entries.size() >= kMostEntries) {
            browser.problem = "Only the first 20,000 entries are shown; type a path for others.";
            break;
        }
        std::error_code ignored;
        const fs::path& path = it->path();
        BrowserEntry entry{path, display_name(path.filename()), it->is_directory(ignored), 0};
        if (entry.name.starts_with('.') || (folders_only && !entry.folder)) continue;
        if (!entry.folder) {
            if (!it->is_regular_file(ignored)) continue;
            if (!browser.all_files && !looks_openable(path, only)) continue;
            entry.size = it->file_size(ignored);
        }
        browser.entries.push_back(std::move(entry));
    }
    if (problem) browser.problem = "This folder cannot be read: " + problem.message() + ".";
    std::sort(browser.entries.begin(), browser.entries.end(), [](const auto& a, const auto& b) {
        if (a.folder != b.folder) return a.folder;
        return lower(a.name) < lower(b.name);
    });
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
