#include "engine/network/encodings.h"

#include "engine/error.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace redraw {
namespace {

// Returns the range of cells that cover one side of the picture, out of `cells` cells over [-1, 1].
GridAxis axis_of(int cells, std::int64_t side, std::int64_t longer) {
    if (side == longer) return {0, cells};
    const std::int64_t before = cells * (longer - side) / (2 * longer);
    return {int(before), int(cells - 2 * before)};
}

}  // namespace

std::vector<GridLevel> grid_levels(const NetworkSpec& network) {
    std::vector<GridLevel> levels;
    if (network.encoding != Encoding::grid) return levels;
    const GridSpec& grid = network.grid;
    const int base = std::max(1, grid.base);
    const double finest = std::max(base, grid.finest);
    const double growth = grid.levels > 1 ? std::log(finest / base) / (grid.levels - 1) : 0;
    const int longer = std::max(grid.width, grid.height);
    const std::uint64_t most = std::uint64_t(1) << grid.table_bits;
    std::size_t first = 0;
    for (int l = 0; l < grid.levels; ++l) {
        GridLevel level;
        level.cells = int(std::lround(base * std::exp(growth * l)));
        level.columns = axis_of(level.cells, grid.width, longer);
        level.rows = axis_of(level.cells, grid.height, longer);
        const std::uint64_t corners =
            std::uint64_t(level.columns.count + 1) * std::uint64_t(level.rows.count + 1);
        level.hashed = corners > most;
        level.entries = std::uint32_t(level.hashed ? most : corners);
        level.first = first;
        first += std::size_t(level.entries) * std::size_t(grid.features);
        levels.push_back(level);
    }
    return levels;
}

std::size_t grid_parameters(const NetworkSpec& network) {
    const auto levels = grid_levels(network);
    if (levels.empty()) return 0;
    return levels.back().first +
           std::size_t(levels.back().entries) * std::size_t(network.grid.features);
}

WindowShape window_shape(const WindowSpec& window) {
    constexpr double kQuarter = 0.25;
    REDRAW_CHECK(window.radius <= kLargestWindow, "a window has room");
    WindowShape shape;
    shape.absolute = window.tones == Tones::absolute;
    const int most = int(kLargestWindow) + 1;
    for (int y = -most; y <= most; ++y)
        for (int x = -most; x <= most; ++x) {
            if (std::hypot(x - kQuarter, y - kQuarter) > window.radius) continue;
            shape.x[shape.count] = std::int8_t(x);
            shape.y[shape.count++] = std::int8_t(y);
            shape.reach = std::max({shape.reach, std::abs(x), std::abs(y)});
        }
    return shape;
}

}  // namespace redraw
