// The run files of a folder, and names for new ones.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace redraw {

// Returns an unused file name: "lion-200 2026-11-21 14-03-22.redraw", local time. Empty `folder`:
// runs_folder().
std::filesystem::path new_run_path(const std::string& picture_name,
                                   std::filesystem::path folder = {});

struct RecentRun {
    std::filesystem::path path;
    std::string picture_name;  // taken from the file name; the file is not opened
    std::filesystem::file_time_type modified;
    std::uintmax_t bytes;
};
// Lists the files named *.redraw, newest first; empty if the folder or the home folder does not
// exist. Empty `folder`: runs_folder().
std::vector<RecentRun> recent_runs(std::filesystem::path folder = {});

}  // namespace redraw
