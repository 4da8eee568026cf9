// The multi-resolution grid in front of a network (GridSpec in config.h): where its levels lie in
// the parameters, and where a point lies in a level. Shared by hosts and devices.
//
// A level's table holds `features` numbers a corner. The cells of a level are squares; the domain
// is the square [-1, 1]^2 around the picture, so that a network does not depend on its aspect.
#pragma once

#include "engine/network/config.h"
#include "engine/network/host_device.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redraw {

inline constexpr int kMostGridLevels = 16;
inline constexpr int kMostGridFeatures = 4;

struct GridLevel {
    int cells = 0;              // over [-1, 1]
    std::uint32_t entries = 0;  // of the table; a power of two where it is hashed
    bool hashed = false;
    std::size_t first = 0;  // of the table's numbers in the flat parameters
};

// Nothing where the encoding is another one. Precondition: `finest` is chosen.
std::vector<GridLevel> grid_levels(const NetworkSpec& network);
// Numbers in all tables; they come first in the flat parameters.
std::size_t grid_parameters(const NetworkSpec& network);

// Where a coordinate lies along one axis of a level: beyond the domain, on its edge.
struct GridPlace {
    std::uint32_t cell = 0;  // 0 to cells - 1
    float fraction = 0;      // of the cell, 0 to 1
};
REDRAW_NUMERIC GridPlace grid_place(int cells, float coordinate) {
    float at = (coordinate + 1.0f) * 0.5f * float(cells);
    at = at > 0 ? at : 0;
    const int whole = int(at < float(cells) ? at : float(cells));
    const int cell = whole < cells ? whole : cells - 1;
    const float fraction = at - float(cell);
    return {std::uint32_t(cell), fraction < 1 ? fraction : 1};
}

// The four corners' entries and weights: linear interpolation.
struct GridCorners {
    std::uint32_t entry[4];
    float weight[4];
};
REDRAW_NUMERIC GridCorners grid_corners(const GridLevel& level, GridPlace x, GridPlace y) {
    GridCorners corners;
    for (std::uint32_t i = 0; i < 4; ++i) {
        const std::uint32_t column = x.cell + (i & 1), row = y.cell + (i >> 1);
        // The hash of Mueller et al. 2022 for two dimensions.
        corners.entry[i] = level.hashed ? (column ^ row * 2654435761u) & (level.entries - 1)
                                        : row * std::uint32_t(level.cells + 1) + column;
        corners.weight[i] =
            (i & 1 ? x.fraction : 1 - x.fraction) * (i >> 1 ? y.fraction : 1 - y.fraction);
    }
    return corners;
}

}  // namespace redraw
