#include "engine/drawing/whole_drawing.h"

#include <algorithm>
#include <cmath>

namespace redraw {

Grid within(const Grid& grid, double pixels) {
    if (!more_than(grid, pixels)) return grid;
    const double scale = std::sqrt(pixels / (double(grid.width) * grid.height));
    const auto side = [&](int learned) { return std::max(1, int(learned * scale)); };
    return resized(grid, side(grid.width), side(grid.height));
}

}  // namespace redraw
