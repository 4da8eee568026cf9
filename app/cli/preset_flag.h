// --preset: a built-in preset, or the user's own by its name or file.
#pragma once

#include "engine/data/own_preset.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace redraw {

// Refuses other values; completions and manual list the built-in presets.
CLI::Validator preset_name();

struct OwnPresetFile {
    std::filesystem::path path;
    OwnPreset preset;
};
// Nothing for a built-in preset. Throws Error if the file is damaged.
std::optional<OwnPresetFile> own_preset_of(const std::string& given);

}  // namespace redraw
