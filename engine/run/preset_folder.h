// Presets of one's own as files: one small JSON each, in $XDG_CONFIG_HOME/redraw/presets. A file's
// name is the preset's name; what is in it, data/own_preset.h says. They are read here and not
// understood. Any thread.
#pragma once

#include "engine/network/preset_name.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redraw {

inline constexpr std::size_t kMostPresets = 200;  // that are listed

std::filesystem::path presets_folder();  // made; throws Error
// The files in the folder, sorted by name without regard to case; empty if there is no folder.
std::vector<std::filesystem::path> preset_files();
// "Lions" of Lions.redraw-preset.json, also of Lions.json.
std::string preset_name_of(const std::filesystem::path& file);
// By its name: any JSON is taken for one.
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

}  // namespace redraw
