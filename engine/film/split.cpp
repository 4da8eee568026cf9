#include "engine/film/split.h"

#include "engine/data/dataset.h"
#include "engine/image/resample.h"

#include <algorithm>
#include <vector>

namespace redraw {
namespace {

constexpr float kLine = 0.9f;  // between the two halves

// Edges of a grid's columns or rows, in pixels of a picture that has `pixels` of them from `from`
// to `to` of the plane.
std::vector<double> edges_in(double low, double high, int count, double from, double to,
                             int pixels) {
    std::vector<double> edges(std::size_t(count) + 1);
    for (int i = 0; i <= count; ++i) {
        const double at = low + (high - low) * i / count;
        edges[std::size_t(i)] = std::clamp((at - from) / (to - from) * pixels, 0.0, double(pixels));
    }
    return edges;
}

}  // namespace

int left_columns(int width) {
    return (width + 1) / 2;
}

Grid rows_of_grid(const Grid& grid, int first, int rows) {
    const double each = (grid.bottom - grid.top) / grid.height;
    return {grid.left,  grid.top + each * first,
            grid.right, grid.top + each * (first + rows),
            grid.width, rows};
}

void put_picture_left(const Image& picture, const Grid& plane, const Grid& seen, Image& drawn) {
    const int left = left_columns(seen.width);
    const double middle = seen.left + (seen.right - seen.left) * left / seen.width;
    const Image half = in_channels(
        mean_of_cells(
            picture, edges_in(seen.left, middle, left, plane.left, plane.right, picture.width),
            edges_in(seen.top, seen.bottom, seen.height, plane.top, plane.bottom, picture.height)),
        drawn.channels);
    for (int y = 0; y < drawn.height; ++y) {
        float* row = drawn.row(y);
        std::copy_n(half.row(y), std::size_t(left) * drawn.channels, row);
        std::fill_n(row + std::size_t(left - 1) * drawn.channels, drawn.channels, kLine);
    }
}

}  // namespace redraw
