// Folders of runs, presets, preferences and caches; unused file names in them; and checks that an
// output overwrites no input and no run.
#pragma once

#include "engine/network/presets.h"

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redraw {

// An input file of an operation. An output may replace an existing file, but never an input of the
// same operation, even under another name (a link). It replaces a run only if it is a run itself.
// The studio and the command line follow this rule.
struct Input {
    std::filesystem::path path;  // empty: no such input
    const char* what;            // description in the message: "the run itself"
};

// Throws Error if `output` is one of the inputs, or a link to one: "Cannot write a.png: it is the
// picture that is learned."
void require_no_input(const std::filesystem::path& output, std::initializer_list<Input> inputs);
// Like require_no_input(), for an output that is not a run: throws Error also if its folder is
// missing or it would replace a run or its journal ("... it is a Redraw run.").
void require_output(const std::filesystem::path& output, std::initializer_list<Input> inputs);

// The user's presets: one small JSON file each (data/own_preset.h), in
// $XDG_CONFIG_HOME/redraw/presets, named after the preset. Any thread.
inline constexpr std::size_t kMostPresets = 200;  // limit of listed presets

std::filesystem::path presets_folder();  // creates the folder; throws Error
// Lists the files of the user's presets, sorted by name ignoring case; empty if the folder does not
// exist.
std::vector<std::filesystem::path> preset_files();
// Returns "Lions" for Lions.redraw-preset.json and for Lions.json.
std::string preset_name_of(const std::filesystem::path& file);
// Returns true if the file name ends in ".json", ignoring case.
bool is_preset_file(const std::filesystem::path& path);
// Returns the path for a preset of this name. Throws Error if a preset cannot have this name.
std::filesystem::path preset_path(std::string_view name);
// Returns the path of the preset with this name; empty if there is none.
std::optional<std::filesystem::path> find_preset(std::string_view name);

std::string read_preset_file(const std::filesystem::path& path);  // throws Error
// Writes the file whole or not at all, replacing an existing one. Throws Error.
void write_preset_file(const std::filesystem::path& path, std::string_view text);
// Adds a preset, or finds one with the same name and text; returns its path. Does not replace
// another preset of that name: the new one becomes "Lions (2)".
std::filesystem::path import_preset(std::string_view name, std::string_view text);
// Renames a preset. Throws Error if the name is taken.
std::filesystem::path rename_preset(const std::filesystem::path& path, std::string_view name);

// Folders of runs and preferences (XDG Base Directory Specification 0.8), created on first use.
// Any thread.

// Returns the folder in the environment variable `variable`, else `below_home` in the home folder;
// empty if there is no home folder.
std::filesystem::path xdg_folder(const char* variable, const char* below_home);
// $XDG_DATA_HOME/redraw/runs, by default ~/.local/share/redraw/runs. Throws Error if there is no
// home folder or the folder cannot be created.
std::filesystem::path runs_folder();
// $XDG_CONFIG_HOME/redraw, by default ~/.config/redraw. Throws as runs_folder() does.
std::filesystem::path config_folder();
// $XDG_CACHE_HOME/redraw, by default ~/.cache/redraw. Throws as runs_folder() does.
std::filesystem::path cache_folder();

// Returns `wanted` or, if that file exists, the same name with a number: "cub (2).mp4".
std::filesystem::path unused_path(const std::filesystem::path& wanted);
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
