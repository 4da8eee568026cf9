// Config as JSON: for the `config` column of run files, `--config FILE.json` and the output of
// `info --json`. Unknown keys and wrong types are refused by name.
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
// Reads a Config; `base` supplies what the text omits. Unless the text has BySize marks, values
// that it names are no longer chosen from the picture size. Throws Error ("network.layers[2]:
// ..."). Limits: 1 MB, nesting 16.
Config config_from_json(std::string_view text, const Config& base = {});
Config read_config(const std::filesystem::path& path, const Config& base = {});

}  // namespace redraw
