// Tests the cells of a grid's levels and the table entries of the corners around a point.
#include "engine/network/encodings.h"
#include "engine/network/random.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace redraw;

namespace {

NetworkSpec grid_of(int width, int height, int finest = 300, int table_bits = 24) {
    NetworkSpec network;
    network.encoding = Encoding::grid;
    network.grid.finest = finest;
    network.grid.table_bits = table_bits;
    network.grid.width = width;
    network.grid.height = height;
    return network;
}

}  // namespace

TEST_CASE("a level has the cells that the picture lies in, and at most one more a side") {
    for (const auto& size : {std::pair{1, 1}, std::pair{600, 400}, std::pair{400, 600},
                             std::pair{4000, 3}, std::pair{1, 10000}}) {
        const int width = size.first, height = size.second;
        const double longer = std::max(width, height);
        for (const GridLevel& level : grid_levels(grid_of(width, height))) {
            INFO(width << ' ' << height << ' ' << level.cells);
            for (const auto& [axis, side] :
                 {std::pair{level.columns, width}, std::pair{level.rows, height}}) {
                const double begin = (1 - side / longer) / 2 * level.cells;
                CHECK(axis.count >= 1);
                CHECK(axis.first <= begin + 1e-9);
                CHECK(axis.first > begin - 1);
                CHECK(axis.first + axis.count >= level.cells - begin - 1e-9);
                CHECK(axis.first + axis.count < level.cells - begin + 1);
            }
        }
    }
}

TEST_CASE("a grid without proportions is a square's") {
    const auto plain = grid_levels(grid_of(0, 0)), square = grid_levels(grid_of(70, 70));
    for (std::size_t l = 0; l < plain.size(); ++l) {
        CHECK(plain[l].entries == std::uint32_t((plain[l].cells + 1) * (plain[l].cells + 1)));
        CHECK(plain[l].entries == square[l].entries);
        CHECK(plain[l].rows.first == 0);
        CHECK(plain[l].rows.count == plain[l].cells);
    }
}

TEST_CASE("corners are the level's own entries, each its own where none is hashed") {
    for (const auto& [width, height] : {std::pair{60, 40}, std::pair{7, 90}}) {
        for (const GridLevel& level : grid_levels(grid_of(width, height, 60, 9))) {
            std::set<std::uint32_t> seen;
            std::set<std::pair<std::uint32_t, std::uint32_t>> corners;
            for (std::uint64_t i = 0; i < 4000; ++i) {
                // Points lie beyond the picture, too.
                const float x = 2.4f * random_unit(1, 0, i) - 1.2f;
                const float y = 2.4f * random_unit(1, 1, i) - 1.2f;
                const GridPlace across = grid_place(level.cells, level.columns, x);
                const GridPlace down = grid_place(level.cells, level.rows, y);
                const GridCorners at = grid_corners(level, x, y);
                float sum = 0;
                for (std::uint32_t c = 0; c < 4; ++c) {
                    REQUIRE(at.entry[c] < level.entries);
                    CHECK(at.weight[c] >= 0);
                    sum += at.weight[c];
                    seen.insert(at.entry[c]);
                    corners.insert({across.cell + (c & 1), down.cell + (c >> 1)});
                }
                CHECK(sum == doctest::Approx(1));
            }
            CHECK(seen.size() <= corners.size());
            if (!level.hashed) CHECK(seen.size() == corners.size());
        }
    }
}
