#include "engine/run/run_list.h"

#include "engine/error.h"
#include "engine/file/user_folders.h"
#include "engine/text/display_name.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <ctime>
#include <string_view>
#include <system_error>

namespace redraw {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestStem = 100;  // bytes; most file systems allow 255 for a whole name
constexpr const char* kExtension = ".redraw";

// Turns any picture name into the start of a file name that common file systems accept.
std::string stem_of(const std::string& picture_name) {
    std::string stem = display_name(fs::path(picture_name).filename().replace_extension());
    for (char& c : stem)
        if (std::string_view("\\/:*?\"<>|").find(c) != std::string_view::npos) c = '_';
    if (stem.size() > kLongestStem) {
        stem.resize(kLongestStem);
        // Removes the last UTF-8 character, which may be cut: continuation bytes, then first byte.
        while (!stem.empty() && (static_cast<unsigned char>(stem.back()) & 0xC0) == 0x80)
            stem.pop_back();
        if (!stem.empty() && static_cast<unsigned char>(stem.back()) >= 0x80) stem.pop_back();
    }
    stem.erase(0, stem.find_first_not_of(". "));  // a leading dot would hide the file
    stem.erase(stem.find_last_not_of(" ") + 1);
    return stem.empty() ? "picture" : stem;
}

// Returns the picture's name in the file name of a run: "lion-200" for "lion-200 2026-11-21
// 14-03-22 (2).redraw".
std::string picture_name_of(const fs::path& run) {
    constexpr std::string_view kTime = " 0000-00-00 00-00-00";
    const std::string whole = display_name(run.stem());
    std::string_view name = whole;
    if (name.ends_with(')')) {
        const std::size_t open = name.rfind(" (");
        if (open != name.npos) name = name.substr(0, open);
    }
    if (name.size() <= kTime.size()) return whole;
    const std::string_view time = name.substr(name.size() - kTime.size());
    const bool fits = std::equal(time.begin(), time.end(), kTime.begin(), [](char c, char form) {
        return form == '0' ? c >= '0' && c <= '9' : c == form;
    });
    return fits ? std::string(name.substr(0, name.size() - kTime.size())) : whole;
}

}  // namespace

fs::path new_run_path(const std::string& picture_name, fs::path folder) {
    if (folder.empty()) folder = runs_folder();
    const std::string stem = fmt::format("{} {:%Y-%m-%d %H-%M-%S}", stem_of(picture_name),
                                         fmt::localtime(std::time(nullptr)));
    return unused_path(folder / (stem + kExtension));
}

std::vector<RecentRun> recent_runs(fs::path folder) {
    std::vector<RecentRun> runs;
    try {
        if (folder.empty()) folder = runs_place();
    } catch (const Error&) {  // no home folder: no recent runs
        return runs;
    }
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; entry != end && !error;
         entry.increment(error)) {
        std::error_code gone;  // set if the file disappears after it is listed
        if (entry->path().extension() != kExtension || !entry->is_regular_file(gone) || gone)
            continue;
        const auto modified = entry->last_write_time(gone);
        const std::uintmax_t bytes = gone ? 0 : entry->file_size(gone);
        if (!gone) runs.push_back({entry->path(), picture_name_of(entry->path()), modified, bytes});
    }
    std::ranges::sort(runs, [](const RecentRun& a, const RecentRun& b) {
        return a.modified != b.modified ? a.modified > b.modified : a.path < b.path;
    });
    return runs;
}

}  // namespace redraw
