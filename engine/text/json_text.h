// Parses untrusted JSON, bounded before it is built: size, nesting and number of arrays,
// objects and keys; a key given twice is refused instead of the last one winning in silence.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string_view>

namespace redraw {

struct JsonLimits {
    std::size_t bytes = 1 << 20;
    int depth = 16;
    std::size_t containers = 4096;  // arrays and objects
    std::size_t keys = 16384;       // of all objects together
};

// Throws Error with the reason only ("it is not JSON: ..."): the caller knows the name.
nlohmann::json parse_json(std::string_view text, const JsonLimits& limits = {});

}  // namespace redraw
