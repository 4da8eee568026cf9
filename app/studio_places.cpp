#include "app/studio_places.h"

#include "engine/error.h"
#include "engine/run/run_folder.h"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <system_error>

namespace redraw {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostRecent = 12;

std::string when(fs::file_time_type time) {
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(fs::file_time_type::clock::now() - time)
            .count();
    if (seconds < 90) return "just now";
    if (seconds < 90 * 60) return std::to_string(seconds / 60) + " min ago";
    const std::time_t clock = std::time(nullptr) - static_cast<std::time_t>(seconds);
    std::tm local{};
    localtime_r(&clock, &local);
    char text[32];
    std::strftime(text, sizeof text, seconds < 20 * 3600 ? "%H:%M" : "%d %b, %H:%M", &local);
    return text;
}

}  // namespace

fs::path settings_file() {
    try {
        return config_folder() / "settings.json";
    } catch (const Error&) {
        return {};
    }
}

fs::path sample_picture() {
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const fs::path& candidate :
         {program / "../share/redraw/sample.png", fs::path(REDRAW_SAMPLE)})
        if (fs::is_regular_file(candidate, ignored)) return candidate.lexically_normal();
    return {};
}

fs::path home_folder() {
    const char* home = std::getenv("HOME");
    return home && *home ? fs::path(home) : fs::path("/");
}

fs::path pasted_picture() {
    return cache_folder() / "pasted picture";
}

fs::path pictures_folder() {
    std::error_code ignored;
    const char* named = std::getenv("XDG_PICTURES_DIR");
    const fs::path folder = named && *named ? fs::path(named) : home_folder() / "Pictures";
    return fs::is_directory(folder, ignored) ? folder : home_folder();
}

std::vector<RecentEntry> recent_entries() {
    std::vector<RecentEntry> entries;
    try {
        for (const RecentRun& run : recent_runs()) {
            if (entries.size() == kMostRecent) break;
            entries.push_back({run.path, run.picture_name, when(run.modified)});
        }
    } catch (const Error&) {
        // No home folder: nothing is recent.
    }
    return entries;
}

}  // namespace redraw
