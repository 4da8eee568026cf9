#include "engine/network/grid_encoding.h"

#include <algorithm>
#include <cmath>

namespace redraw {

std::vector<GridLevel> grid_levels(const NetworkSpec& network) {
    std::vector<GridLevel> levels;
    if (network.encoding != Encoding::grid) return levels;
    const GridSpec& grid = network.grid;
    const double finest = std::max(grid.base, grid.finest);
    const double growth = grid.levels > 1 ? std::log(finest / grid.base) / (grid.levels - 1) : 0;
    const std::uint64_t most = std::uint64_t(1) << grid.table_bits;
    std::size_t first = 0;
    for (int l = 0; l < grid.levels; ++l) {
        GridLevel level;
        level.cells = int(std::lround(grid.base * std::exp(growth * l)));
        const std::uint64_t corners =
            std::uint64_t(level.cells + 1) * std::uint64_t(level.cells + 1);
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

}  // namespace redraw
