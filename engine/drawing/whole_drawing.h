// Limits the size of drawings of the whole picture for the window: no window shows 24 megapixels. A
// region that is zoomed into is drawn on its own.
#pragma once

#include "engine/image/grid.h"

#include <algorithm>
#include <cmath>

namespace redraw {

// The most pixels of the whole picture at rest, while it trains, and of a thumbnail before
// averaging.
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
