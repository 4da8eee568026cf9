#include "engine/features/film/reel.h"

#include "engine/image/resample.h"

#include <algorithm>

namespace redraw {
namespace {

// Returns the edges of `count` columns (or rows) between the coordinates `low` and `high`, in
// pixels of a picture. The picture has `pixels` columns between the coordinates `from` and `to`.
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

Image picture_on(const Image& picture, const Grid& plane, const Grid& seen, int columns,
                 int channels) {
    const double right = seen.left + (seen.right - seen.left) * columns / seen.width;
    return in_channels(
        mean_of_cells(
            picture, edges_in(seen.left, right, columns, plane.left, plane.right, picture.width),
            edges_in(seen.top, seen.bottom, seen.height, plane.top, plane.bottom, picture.height)),
        channels);
}

void put_left(const Image& picture, int columns, Image& drawn, int line) {
    if (columns < line) return;
    for (int y = 0; y < drawn.height; ++y) {
        float* row = drawn.row(y);
        std::copy_n(picture.row(y), std::size_t(columns) * drawn.channels, row);
        std::fill_n(row + std::size_t(columns - line) * drawn.channels, line * drawn.channels,
                    kLine);
    }
}

void put_picture_left(const Image& picture, const Grid& plane, const Grid& seen, Image& drawn) {
    const int left = left_columns(seen.width);
    put_left(picture_on(picture, plane, seen, left, drawn.channels), left, drawn);
}

}  // namespace redraw
