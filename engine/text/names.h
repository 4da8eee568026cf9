// The names of a closed set, as files, flags and menus spell them: Names<E>::all, every value with
// its name, stands beside the enum.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace redraw {

template <class E>
struct Names;

template <class E>
constexpr std::string_view name_of(E value) {
    for (const auto& [candidate, name] : Names<E>::all)
        if (candidate == value) return name;
    return "";
}

template <class E>
constexpr std::optional<E> from_name(std::string_view name) {
    for (const auto& [value, candidate] : Names<E>::all)
        if (candidate == name) return value;
    return std::nullopt;
}

}  // namespace redraw
