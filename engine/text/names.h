// The names of a closed set, as files, flags and menus spell them: Names<E>::all, the values that
// have one with it, stands beside the enum.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redraw {

template <class E>
struct Names;

template <class E>
struct Named {
    E value;
    std::string_view name;
};

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

// "sine, tanh, relu"
template <class E>
std::string all_names() {
    std::string names;
    for (const auto& [value, name] : Names<E>::all)
        names.append(names.empty() ? "" : ", ").append(name);
    return names;
}

}  // namespace redraw
