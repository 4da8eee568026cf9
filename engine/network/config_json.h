// Config as JSON, as in run files, in `--config FILE.json` and in the output of `info --json`.
// Unknown keys and wrong types are refused by name.
#pragma once

#include "engine/network/config.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace redraw {

std::string to_json(const Config& config);
// The request of a run, as its file stores it.
struct Request {
    Config config{};
    Goal goal{};
    bool operator==(const Request&) const = default;
};
std::string request_to_json(const Request& request);
Request request_from_json(std::string_view text);  // throws Error, as config_from_json() does
// Reads a Config. What the text omits comes from `base` or, if the text names a preset, mostly from
// that. Unless the text has BySize marks, values that it names are no longer chosen from the
// picture size. Throws Error ("network.layers[2]: ..."). Limits: JsonLimits.
Config config_from_json(std::string_view text, const Config& base = {});
Config read_config(const std::filesystem::path& path, const Config& base = {});

}  // namespace redraw
