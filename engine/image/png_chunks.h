// What the chunks of a PNG say of its colours: those that the oldest libpng we build with does not
// know, or drops without a word where it finds a mistake. Pure function.
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

// Of a file whose chunks are all there.
PngColours read_png_colours(std::span<const std::byte> file);

}  // namespace redraw
