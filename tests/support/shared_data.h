// Finds files that tests use where they exist, and that must never be copied into the project.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

// Returns the path of a file in $REDRAW_SHARED_DATA, or in ../shared/data beside the checkout. If
// it is missing, returns nothing and prints SKIP.
inline std::optional<std::filesystem::path> shared_data(const std::string& name) {
    const char* named = std::getenv("REDRAW_SHARED_DATA");
    const std::filesystem::path folder =
        named ? std::filesystem::path(named)
              : std::filesystem::path(REDRAW_SOURCE_DIR) / "../shared/data";
    if (std::filesystem::exists(folder / name)) return folder / name;
    MESSAGE("SKIP: " << name << " is not there (set REDRAW_SHARED_DATA)");
    return std::nullopt;
}
