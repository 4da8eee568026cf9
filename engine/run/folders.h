// The folders of runs, presets and preferences, free names in them, and what must not be
// overwritten.
#pragma once

#include "engine/network/presets.h"

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redraw {

// One rule for every output of both programs: it replaces whole what is there, except files that
// the same work reads, by whatever name, and runs.
struct Input {
    std::filesystem::path path;  // empty: there is none
    const char* what;            // "the run itself"
};

// Throws Error: "Cannot write a.png: it is the picture that is learned."
void require_no_input(const std::filesystem::path& output, std::initializer_list<Input> inputs);
// The same for what is no run, and must not replace one. Throws Error: "... it is a Redraw run."
void require_output(const std::filesystem::path& output, std::initializer_list<Input> inputs);

// The user's presets: one small JSON file each (data/own_preset.h), in
// $XDG_CONFIG_HOME/redraw/presets, under the preset's name. Any thread.
inline constexpr std::size_t kMostPresets = 200;  // that are listed

std::filesystem::path presets_folder();  // made; throws Error
// The files in the folder, sorted by name without regard to case; empty if there is no folder.
std::vector<std::filesystem::path> preset_files();
// "Lions" of Lions.redraw-preset.json, also of Lions.json.
std::string preset_name_of(const std::filesystem::path& file);
// True for the name of any JSON file.
bool is_preset_file(const std::filesystem::path& path);
// Throws Error for a name that cannot be.
std::filesystem::path preset_path(std::string_view name);
// The one of that name, where there is one.
std::optional<std::filesystem::path> find_preset(std::string_view name);

std::string read_preset_file(const std::filesystem::path& path);  // throws Error
// Whole or not at all; replaces what is there. Throws Error.
void write_preset_file(const std::filesystem::path& path, std::string_view text);
// Keeps a preset of that name with other settings: the new one becomes "Lions (2)".
std::filesystem::path import_preset(std::string_view name, std::string_view text);
// Throws Error: there is one of that name.
std::filesystem::path rename_preset(const std::filesystem::path& path, std::string_view name);

// The folders of runs and preferences (XDG Base Directory Specification 0.8), made when they are
// needed. Any thread.

// The folder that the variable names, or this one below the home folder; empty without a home.
std::filesystem::path xdg_folder(const char* variable, const char* below_home);
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
