// The multi-resolution grid in front of a network (GridSpec in config.h): where its levels lie in
// the parameters, and where a point lies in a level. Shared by hosts and devices.
//
// A level's table holds `features` numbers a corner. The cells of a level are squares, so many over
// [-1, 1], of which the table has those that the picture lies in.
#pragma once

#include "engine/network/config.h"
#include "engine/network/host_device.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redraw {

inline constexpr int kMostGridLevels = 16;
inline constexpr int kMostGridFeatures = 4;

// The cells of a level along one axis.
struct GridAxis {
    int first = 0, count = 0;
};

struct GridLevel {
    int cells = 0;  // over [-1, 1]
    GridAxis columns, rows;
    std::uint32_t entries = 0;  // of the table; a power of two where it is hashed
    bool hashed = false;
    std::size_t first = 0;  // of the table's numbers in the flat parameters
};

// The levels of a grid; empty for another encoding. Precondition: `base` and `finest` are chosen.
std::vector<GridLevel> grid_levels(const NetworkSpec& network);
// Numbers in all tables; they come first in the flat parameters.
std::size_t grid_parameters(const NetworkSpec& network);

// The place of a coordinate along one axis of a level; clamped to the edge of its cells.
struct GridPlace {
    std::uint32_t cell = 0;  // counted from that at -1
    float fraction = 0;      // of the cell, 0 to 1
};
REDRAW_NUMERIC GridPlace grid_place(int cells, GridAxis axis, float coordinate) {
    const int end = axis.first + axis.count;
    float at = (coordinate + 1.0f) * 0.5f * float(cells);
    at = at > float(axis.first) ? at : float(axis.first);
    const int whole = int(at < float(end) ? at : float(end));
    const int cell = whole < end ? whole : end - 1;
    const float fraction = at - float(cell);
    return {std::uint32_t(cell), fraction < 1 ? fraction : 1};
}

// The four corners' entries and weights: linear interpolation.
struct GridCorners {
    std::uint32_t entry[4];
    float weight[4];
};
REDRAW_NUMERIC GridCorners grid_corners(const GridLevel& level, float x, float y) {
    const GridPlace across = grid_place(level.cells, level.columns, x);
    const GridPlace down = grid_place(level.cells, level.rows, y);
    GridCorners corners;
    for (std::uint32_t i = 0; i < 4; ++i) {
        const std::uint32_t column = across.cell + (i & 1), row = down.cell + (i >> 1);
        // The hash of Mueller et al. 2022 for two dimensions.
        corners.entry[i] = level.hashed ? (column ^ row * 2654435761u) & (level.entries - 1)
                                        : (row - std::uint32_t(level.rows.first)) *
                                                  std::uint32_t(level.columns.count + 1) +
                                              column - std::uint32_t(level.columns.first);
        corners.weight[i] = (i & 1 ? across.fraction : 1 - across.fraction) *
                            (i >> 1 ? down.fraction : 1 - down.fraction);
    }
    return corners;
}

}  // namespace redraw
