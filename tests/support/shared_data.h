// Files that tests may use when they are there and must never be copied into the project.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

// ../shared/data beside the checkout, or $REDRAW_SHARED_DATA. Absent: nothing, and the test says
// SKIP.
inline std::optional<std::filesystem::path> shared_data(const std::string& name) {
    const char* named = std::getenv("REDRAW_SHARED_DATA");
    const std::filesystem::path folder =
        named ? std::filesystem::path(named)
              : std::filesystem::path(REDRAW_SOURCE_DIR) / "../shared/data";
    if (std::filesystem::exists(folder / name)) return folder / name;
    MESSAGE("SKIP: " << name << " is not there (set REDRAW_SHARED_DATA)");
    return std::nullopt;
}
