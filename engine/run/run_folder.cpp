#include "engine/run/run_folder.h"

#include "engine/error.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <system_error>

namespace redraw {
namespace {

constexpr std::size_t kLongestStem = 100;  // bytes; file systems end at 255
constexpr const char* kExtension = ".redraw";

// "$VARIABLE/redraw", or the same below home. The specification: "all paths must be absolute";
// relative ones are to be ignored.
std::filesystem::path base_folder(const char* variable, const char* below_home) {
    const char* named = std::getenv(variable);
    if (named != nullptr && std::filesystem::path(named).is_absolute())
        return std::filesystem::path(named) / "redraw";
    const char* home = std::getenv("HOME");
    if (home == nullptr || !std::filesystem::path(home).is_absolute())
        throw Error(std::string("There is no home folder to keep files in: set HOME or ") +
                    variable + ".");
    return std::filesystem::path(home) / below_home / "redraw";
}

std::filesystem::path made(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!std::filesystem::is_directory(folder))
        throw Error("Cannot make the folder " + display_name(folder) + ": " +
                    (error ? error.message() : "there is a file of that name"));
    return folder;
}

// Any picture's name as the start of a file name that every file system takes.
std::string stem_of(const std::string& picture_name) {
    std::string stem =
        display_name(std::filesystem::path(picture_name).filename().replace_extension());
    for (char& c : stem)
        if (std::string_view("\\/:*?\"<>|").find(c) != std::string_view::npos) c = '_';
    if (stem.size() > kLongestStem) {
        stem.resize(kLongestStem);
        // Not inside a character: back over the bytes that continue one, and over its first.
        while (!stem.empty() && (static_cast<unsigned char>(stem.back()) & 0xC0) == 0x80)
            stem.pop_back();
        if (!stem.empty() && static_cast<unsigned char>(stem.back()) >= 0x80) stem.pop_back();
    }
    stem.erase(0, stem.find_first_not_of(". "));  // not hidden
    stem.erase(stem.find_last_not_of(" ") + 1);
    return stem.empty() ? "picture" : stem;
}

std::string now() {
    const std::time_t seconds = std::time(nullptr);
    std::tm local{};
    localtime_r(&seconds, &local);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d %H-%M-%S", &local);
    return text;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// "lion-200 2026-11-21 14-03-22 (2).redraw": without the number and the time.
std::string picture_name_of(const std::filesystem::path& run) {
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
        return is_digit(form) ? is_digit(c) : c == form;
    });
    return fits ? std::string(name.substr(0, name.size() - kTime.size())) : whole;
}

}  // namespace

std::filesystem::path runs_folder() {
    return made(base_folder("XDG_DATA_HOME", ".local/share") / "runs");
}

std::filesystem::path config_folder() {
    return made(base_folder("XDG_CONFIG_HOME", ".config"));
}

std::filesystem::path cache_folder() {
    return made(base_folder("XDG_CACHE_HOME", ".cache"));
}

std::filesystem::path new_run_path(const std::string& picture_name, std::filesystem::path folder) {
    if (folder.empty()) folder = runs_folder();
    const std::string stem = stem_of(picture_name) + " " + now();
    std::filesystem::path path = folder / (stem + kExtension);
    for (int i = 2; std::filesystem::exists(std::filesystem::symlink_status(path)); ++i)
        path = folder / (stem + " (" + std::to_string(i) + ")" + kExtension);
    return path;
}

std::vector<RecentRun> recent_runs(std::filesystem::path folder) {
    std::vector<RecentRun> runs;
    try {
        if (folder.empty()) folder = base_folder("XDG_DATA_HOME", ".local/share") / "runs";
    } catch (const Error&) {  // no home folder: nothing is recent
        return runs;
    }
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; entry != end && !error;
         entry.increment(error)) {
        std::error_code gone;  // between the listing and the look
        if (entry->path().extension() != kExtension || !entry->is_regular_file(gone) || gone)
            continue;
        const auto modified = entry->last_write_time(gone);
        const std::uintmax_t bytes = gone ? 0 : entry->file_size(gone);
        if (!gone) runs.push_back({entry->path(), picture_name_of(entry->path()), modified, bytes});
    }
    std::sort(runs.begin(), runs.end(), [](const RecentRun& a, const RecentRun& b) {
        return a.modified != b.modified ? a.modified > b.modified : a.path < b.path;
    });
    return runs;
}

}  // namespace redraw
