// Reads the colour chunks of a PNG that the oldest supported libpng does not know, or drops in
// silence if they are damaged. Pure function.
#pragma once

#include "engine/image/profiles.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace redraw {

struct PngColours {
    std::optional<CodePoints> code_points;  // cICP
    std::vector<std::byte> profile;         // iCCP, unpacked
    bool damaged_profile = false;           // it cannot be unpacked
};

// Reads a file that has all of its chunks.
PngColours read_png_colours(std::span<const std::byte> file);

}  // namespace redraw
