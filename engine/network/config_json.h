// Config as JSON: for the run file's column, `--config FILE.json` and the output of `info --json`.
// Unknown keys and wrong types are refused by name; missing keys keep their defaults.
#pragma once

#include "engine/network/config.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace redraw {

std::string to_json(const Config& config);
// Writes a requested configuration together with its BySize marks (values to be chosen from the
// picture size). The second function tells whether a JSON text has such marks.
std::string request_to_json(const Config& request);
bool says_by_size(std::string_view text);
// Reads a Config; `base` supplies what the text omits. Values that the text names are no longer
// chosen from the picture size. Throws Error ("layers[2]: ..."). Limits: 1 MB, nesting 16.
Config config_from_json(std::string_view text, const Config& base = {});
Config read_config(const std::filesystem::path& path, const Config& base = {});

}  // namespace redraw
