// Folders of runs, preferences and caches (XDG Base Directory Specification 0.8), created on first
// use; unused file names in a folder. Any thread.
#pragma once

#include <filesystem>

namespace redraw {

// Returns the folder in the environment variable `variable`, else `below_home` in the home folder;
// empty if there is no home folder.
std::filesystem::path xdg_folder(const char* variable, const char* below_home);
// $XDG_DATA_HOME/redraw/runs, by default ~/.local/share/redraw/runs. Throws Error if there is no
// home folder or the folder cannot be created.
std::filesystem::path runs_folder();
std::filesystem::path runs_place();  // runs_folder(), but does not create it
// $XDG_CONFIG_HOME/redraw, by default ~/.config/redraw. Throws as runs_folder() does.
std::filesystem::path config_folder();
// $XDG_CACHE_HOME/redraw, by default ~/.cache/redraw. Throws as runs_folder() does.
std::filesystem::path cache_folder();

// Creates a folder with its parents, unless it exists; returns it. Throws Error.
std::filesystem::path made_folder(const std::filesystem::path& folder);
// Returns `wanted` or, if that file exists, the same name with a number: "cub (2).mp4".
std::filesystem::path unused_path(const std::filesystem::path& wanted);

}  // namespace redraw
