// How large the whole picture is drawn to be looked at. A large one is drawn smaller, and what is
// looked at more closely is drawn as a region of its own: no window shows 24 megapixels.
#pragma once

#include "engine/image/grid.h"

#include <algorithm>
#include <cmath>

namespace redraw {

// Of the whole picture, where it has more; while training goes on beside it; of a thumbnail before
// it is averaged.
inline constexpr double kMostWholePixels = 1 << 20, kMostLivePixels = 1 << 18,
                        kMostThumbnailPixels = 1 << 16;

inline bool more_than(const Grid& grid, double pixels) {
    return double(grid.width) * grid.height > pixels;
}

// The same area with at most this many pixels.
inline Grid within(const Grid& grid, double pixels) {
    if (!more_than(grid, pixels)) return grid;
    const double scale = std::sqrt(pixels / (double(grid.width) * grid.height));
    const auto side = [&](int learned) { return std::max(1, int(learned * scale)); };
    return resized(grid, side(grid.width), side(grid.height));
}

}  // namespace redraw
