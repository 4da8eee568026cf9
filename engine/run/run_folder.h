// Where runs without a name live, and where settings do (XDG Base Directory Specification 0.8).
// Folders are made when they are needed. Any thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace redraw {

// $XDG_DATA_HOME/redraw/runs, by default ~/.local/share/redraw/runs. Throws Error when there is no
// home or it cannot be made.
std::filesystem::path runs_folder();
// $XDG_CONFIG_HOME/redraw, by default ~/.config/redraw. The same errors.
std::filesystem::path config_folder();
// $XDG_CACHE_HOME/redraw, by default ~/.cache/redraw. The same errors.
std::filesystem::path cache_folder();

// A file name that nothing has yet: "lion-200 2026-11-21 14-03-22.redraw", local time. Empty
// `folder`: runs_folder().
std::filesystem::path new_run_path(const std::string& picture_name,
                                   std::filesystem::path folder = {});

struct RecentRun {
    std::filesystem::path path;
    std::string picture_name;  // from the file's name: nothing is opened
    std::filesystem::file_time_type modified;
    std::uintmax_t bytes;
};
// Newest first; nothing when the folder, or a home for it, is not there. Empty `folder`:
// runs_folder().
std::vector<RecentRun> recent_runs(std::filesystem::path folder = {});

}  // namespace redraw
