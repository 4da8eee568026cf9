// Config as JSON: the run file's column, `--config FILE.json`, and what `info --json` prints.
// Unknown keys and wrong types are refused by name; missing keys keep their defaults.
#pragma once

#include "engine/network/config.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace redraw {

std::string to_json(const Config& config);
// The same with what it leaves to the picture's size, and whether a text says that.
std::string request_to_json(const Config& request);
bool says_by_size(std::string_view text);
// `base` gives what the text leaves out; what it names of a preset's batch and schedule is no
// longer left to the picture's size. Throws Error ("layers[2]: ..."). Bounded: 1 MB, nesting 16.
Config config_from_json(std::string_view text, const Config& base = {});
Config read_config(const std::filesystem::path& path, const Config& base = {});

}  // namespace redraw
