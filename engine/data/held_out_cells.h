// The part of a picture that a network of windows does not learn from, at any scale, and is
// measured on: a lattice of square cells, one in eight. Pure functions.
#pragma once

#include "engine/image/grid.h"

#include <algorithm>
#include <cstddef>
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

// All cells that lie in the picture as a whole, row after row; `wanted(PixelRect)` chooses.
template <class Wanted>
std::vector<PixelRect> whole_cells(int width, int height, const Wanted& wanted) {
    const int cell = held_out_cell(width, height);
    std::vector<PixelRect> cells;
    for (int y = 0; y + cell <= height; y += cell)
        for (int x = 0; x + cell <= width; x += cell)
            if (const PixelRect rect{x, y, cell, cell}; wanted(rect)) cells.push_back(rect);
    return cells;
}

// At most `most` of them, from all over the list.
inline std::vector<PixelRect> evenly_chosen(const std::vector<PixelRect>& cells, std::size_t most) {
    std::vector<PixelRect> some;
    const std::size_t count = std::min(cells.size(), most);
    for (std::size_t i = 0; i < count; ++i) some.push_back(cells[i * cells.size() / count]);
    return some;
}

// At most `most` held-out cells, from all over the picture; whole ones only.
inline std::vector<PixelRect> held_out_cells(int width, int height, std::size_t most) {
    const auto held_out = [](const PixelRect& cell) {
        return is_held_out(cell.width, cell.x, cell.y);
    };
    return evenly_chosen(whole_cells(width, height, held_out), most);
}

}  // namespace redraw
