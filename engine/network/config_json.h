// Config as JSON, as in run files, in `--config FILE.json` and in the output of `info --json`.
// Unknown keys and wrong types are refused by name.
#pragma once

#include "engine/network/config.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace redraw {

std::string to_json(const Config& config);
// Writes a requested configuration together with its BySize marks (values to be chosen from the
// picture size). says_by_size() returns whether a JSON text has such marks.
std::string request_to_json(const Config& request);
bool says_by_size(std::string_view text);
// Reads a Config. What the text omits comes from `base` or, if the text names a preset, mostly from
// that. Unless the text has BySize marks, values that it names are no longer chosen from the
// picture size. Throws Error ("network.layers[2]: ..."). Limits: JsonLimits.
Config config_from_json(std::string_view text, const Config& base = {});
Config read_config(const std::filesystem::path& path, const Config& base = {});

}  // namespace redraw
