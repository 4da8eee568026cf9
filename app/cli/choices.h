// Flags that take one name of a closed set.
#pragma once

#include "engine/text/names.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace redraw {

// Refuses any other: "blue not in {auto,cpu,cuda}".
template <class E>
CLI::IsMember one_of() {
    std::vector<std::string> names;
    for (const auto& [value, name] : Names<E>::all) names.emplace_back(name);
    return CLI::IsMember(names);
}

}  // namespace redraw
