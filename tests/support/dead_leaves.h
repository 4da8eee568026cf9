// Generates pictures like photographs: overlapping discs of many sizes ("dead leaves"; Lee, Mumford
// and Huang 2001), whose statistics resemble those of photographs.
#pragma once

#include "engine/image/image.h"
#include "engine/image/resample.h"
#include "engine/network/random.h"

#include <cmath>

namespace redraw_test {

// Draws discs at `finer` times the size and averages them to width x height.
inline redraw::Image dead_leaves(int width, int height, int channels, std::uint64_t seed = 1,
                                 int finer = 4) {
    using namespace redraw;
    Image large = make_image(width * finer, height * finer, channels, 0.5f);
    const double longest = std::max(large.width, large.height);
    for (std::uint64_t i = 0; i < 4000; ++i) {
        const auto unit = [&](std::uint64_t k) { return double(random_unit(seed, i, k)); };
        const double smallest = 2.0 / longest;
        const double radius =
            longest / 3 * smallest / std::sqrt(1 - unit(0) * (1 - smallest * smallest));
        const double x = unit(1) * large.width, y = unit(2) * large.height;
        for (int row = std::max(0, int(y - radius));
             row < std::min(large.height, int(y + radius) + 1); ++row)
            for (int column = std::max(0, int(x - radius));
                 column < std::min(large.width, int(x + radius) + 1); ++column)
                if (std::hypot(column + 0.5 - x, row + 0.5 - y) <= radius)
                    for (int c = 0; c < channels; ++c)
                        large.row(row)[column * channels + c] =
                            float(0.05 + 0.9 * unit(3 + std::uint64_t(c)));
    }
    return resample_area(large, width, height);
}

}  // namespace redraw_test
