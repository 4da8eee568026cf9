// Parses untrusted JSON. Limits its size, its nesting, and the numbers of containers and keys; the
// size is checked first, the rest while parsing. Refuses a duplicate key, where many other parsers
// keep the last one.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

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

// Returns a value of an object: a number, a text or a bool; `otherwise` if the object has no such
// key, or a value of another kind there.
template <class Value>
Value value_or(const nlohmann::json& object, const char* key, Value otherwise) {
    const auto at = object.find(key);
    if (at == object.end()) return otherwise;
    bool has_type = at->is_number();
    if (std::is_same_v<Value, std::string>) has_type = at->is_string();
    if (std::is_same_v<Value, bool>) has_type = at->is_boolean();
    return has_type ? at->template get<Value>() : otherwise;
}

}  // namespace redraw
