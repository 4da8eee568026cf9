// Parses untrusted JSON. Limits its size, its nesting, and the numbers of containers and keys; the
// size is checked first, the rest while parsing. Refuses a duplicate key, where many other parsers
// keep the last one.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string_view>

namespace redraw {

struct JsonLimits {
    std::size_t bytes = 1 << 20;
    int depth = 16;
    std::size_t containers = 4096;  // arrays and objects
    std::size_t keys = 16384;       // in all objects together
};

// Returns the parsed value. Throws Error with the reason only ("it is not JSON: ..."); the caller
// adds the file name.
nlohmann::json parse_json(std::string_view text, const JsonLimits& limits = {});

}  // namespace redraw
