// Config as JSON: the run file's column, `--config FILE.json`, and what `info --json` prints.
// Unknown keys and wrong types are refused by name; missing keys keep their defaults.
#pragma once

#include "engine/network/config.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace redraw {

std::string to_json(const Config& config);
// `base` gives what the text leaves out. Throws Error ("layers[2]: ..."). Bounded: 1 MB,
// nesting 16.
Config config_from_json(std::string_view text, const Config& base = {});
Config read_config(const std::filesystem::path& path, const Config& base = {});

}  // namespace redraw
