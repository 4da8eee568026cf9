// The part of a picture that a network of windows does not learn from, at any scale, and is
// measured on: a lattice of square cells, one in eight. Pure functions.
#pragma once

#include "engine/image/grid.h"

#include <algorithm>
#include <vector>

namespace redraw {

// Pixels a side: smaller ones of a small picture, so that it has some too.
inline int held_out_cell(int width, int height) {
    const int shorter = std::min(width, height);
    return shorter >= 128 ? 32 : shorter >= 64 ? 16 : 8;
}

inline bool is_held_out(int cell, int x, int y) {
    return (x / cell + 3 * (y / cell)) % 8 == 5;
}

// At most `most` of them, from all over the picture; whole ones only.
inline std::vector<PixelRect> held_out_cells(int width, int height, std::size_t most) {
    const int cell = held_out_cell(width, height);
    std::vector<PixelRect> all, some;
    for (int y = 0; y + cell <= height; y += cell)
        for (int x = 0; x + cell <= width; x += cell)
            if (is_held_out(cell, x, y)) all.push_back({x, y, cell, cell});
    const std::size_t count = std::min(all.size(), most);
    for (std::size_t i = 0; i < count; ++i) some.push_back(all[i * all.size() / count]);
    return some;
}

}  // namespace redraw
