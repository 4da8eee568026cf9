// Sample positions of a render. The picture's longer side spans [-1, 1]; the shorter side keeps the
// aspect ratio. x points right, y points down, and samples sit at pixel centres. A coordinate
// depends only on the whole grid and the pixel index. Rendering in tiles therefore gives the same
// bits as rendering the whole picture.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace redraw {

struct Grid {
    double left = -1, top = -1, right = 1,
           bottom = 1;          // edges of the sampled area, not pixel centres
    int width = 0, height = 0;  // pixels

    float x(int column) const { return float(left + (right - left) * ((column + 0.5) / width)); }
    float y(int row) const { return float(top + (bottom - top) * ((row + 0.5) / height)); }
    bool operator==(const Grid&) const = default;
};

// A point in grid coordinates.
struct Point {
    double x = 0, y = 0;
    bool operator==(const Point&) const = default;
};

struct PixelSize {
    int width = 0, height = 0;
    bool operator==(const PixelSize&) const = default;
};

// Pixels of a grid: columns [x, x + width), rows [y, y + height).
struct PixelRect {
    int x = 0, y = 0, width = 0, height = 0;
    bool operator==(const PixelRect&) const = default;
};

// Returns the grid of a whole picture.
inline Grid picture_grid(int width, int height) {
    const double longer = width > height ? width : height;
    return {-width / longer, -height / longer, width / longer, height / longer, width, height};
}

// Returns a grid over the same area at another size, as for an export at width x height.
inline Grid resized(const Grid& picture, int width, int height) {
    Grid grid = picture;
    grid.width = width;
    grid.height = height;
    return grid;
}

// Returns the coordinates of `count` columns or rows, starting at `first`.
inline std::vector<float> columns_of(const Grid& grid, int first, int count) {
    std::vector<float> x(count);
    for (int i = 0; i < count; ++i) x[i] = grid.x(first + i);
    return x;
}
inline std::vector<float> rows_of(const Grid& grid, int first, int count) {
    std::vector<float> y(count);
    for (int i = 0; i < count; ++i) y[i] = grid.y(first + i);
    return y;
}

inline PixelRect whole(const Grid& grid) {
    return {0, 0, grid.width, grid.height};
}

// Limits of the pixels that the window renders of a whole picture, because it never shows all
// pixels of a large one (24 megapixels). A zoomed region is rendered separately. kMostWholePixels:
// while training pauses; kMostLivePixels: while training runs; kMostThumbnailPixels: for a
// thumbnail and other small renders.
inline constexpr double kMostWholePixels = 1 << 20, kMostLivePixels = 1 << 18,
                        kMostThumbnailPixels = 1 << 16;

inline bool more_than(const Grid& grid, double pixels) {
    return double(grid.width) * grid.height > pixels;
}

// Returns a grid over the same area with at most this many pixels; more only if a side is 1 pixel.
inline Grid within(const Grid& grid, double pixels) {
    if (!more_than(grid, pixels)) return grid;
    const double scale = std::sqrt(pixels / (double(grid.width) * grid.height));
    const auto side = [&](int learned) { return std::max(1, int(learned * scale)); };
    return resized(grid, side(grid.width), side(grid.height));
}

// Returns the size with the picture's aspect ratio and this longer side; at least 1 x 1.
inline PixelSize with_longer_side(PixelSize picture, int longer_side) {
    const double scale = double(longer_side) / std::max(picture.width, picture.height);
    const auto side = [&](int of) { return std::max(1, int(std::lround(of * scale))); };
    return {side(picture.width), side(picture.height)};
}

}  // namespace redraw
