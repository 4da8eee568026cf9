// Checks the names of user presets. Pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace redraw {

inline constexpr std::string_view kPresetExtension = ".redraw-preset.json";  // of its file
inline constexpr std::size_t kLongestPresetName = 80;  // bytes; file systems end at 255

// The name means another preset on the command line.
bool is_built_in_preset(std::string_view name);
// Why a preset of one's own cannot be called so, in one sentence; empty when it can.
std::string why_no_preset_name(std::string_view name);

}  // namespace redraw
