// What --preset may be: a built-in preset, or one of one's own, by its name or by its file.
#pragma once

#include "engine/data/own_preset.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace redraw {

// Refuses what is none of them, and offers the built-in ones to shells and manual.
CLI::Validator preset_name();

struct OwnPresetFile {
    std::filesystem::path path;
    OwnPreset preset;
};
// Nothing for a built-in one. Throws Error where the file is damaged.
std::optional<OwnPresetFile> own_preset_of(const std::string& given);

}  // namespace redraw
