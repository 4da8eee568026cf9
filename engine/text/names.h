// Names of enum values as used in files, flags and menus. kNames<E>, pairs of value and name, is
// defined beside each enum.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace redraw {

template <class E>
struct Named {
    E value;
    std::string_view name;
};

// Usage: names<E>({{E::a, "a"}, ...}). CUDA 12's compiler accepts neither std::to_array nor an
// array of deduced length in a specialisation.
template <class E, std::size_t count>
constexpr std::array<Named<E>, count> names(const Named<E> (&list)[count]) {
    std::array<Named<E>, count> all{};
    for (std::size_t i = 0; i < count; ++i) all[i] = list[i];
    return all;
}
// Usage: names_up_to<E::last>("a", "b", ...). Names every value in order; values count from 0.
template <auto last, class... Name>
constexpr auto names_up_to(Name... name) {
    static_assert(sizeof...(name) == std::size_t(last) + 1, "a name for each value");
    std::array<Named<decltype(last)>, sizeof...(name)> all{};
    std::size_t i = 0;
    ((all[i] = {decltype(last)(i), name}, ++i), ...);
    return all;
}
template <class E>
inline constexpr std::nullptr_t kNames{};

template <class E>
constexpr std::string_view name_of(E value) {
    for (const auto& [candidate, name] : kNames<E>)
        if (candidate == value) return name;
    return "";
}

template <class E>
constexpr std::optional<E> from_name(std::string_view name) {
    for (const auto& [value, candidate] : kNames<E>)
        if (candidate == name) return value;
    return std::nullopt;
}

// Returns all names in one text: "sine, tanh, relu".
template <class E>
std::string all_names() {
    std::string names;
    for (const auto& [value, name] : kNames<E>)
        names.append(names.empty() ? "" : ", ").append(name);
    return names;
}

}  // namespace redraw
