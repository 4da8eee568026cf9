// The user's presets: one small JSON file each (data/own_preset.h), in
// $XDG_CONFIG_HOME/redraw/presets, named after the preset. Any thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redraw {

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

}  // namespace redraw
