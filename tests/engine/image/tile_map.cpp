#include "engine/image/tile_map.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

using namespace redraw;

TEST_CASE("tiles cover an axis, equally long, and fade into each other") {
    for (const int length : {1, 15, 64, 65, 97, 100, 1000, 32768}) {
        for (const auto& [longest, overlap] : {std::pair{64, 16}, {64, 1}, {2048, 64}, {16, 4}}) {
            const TileAxis axis{length, longest, overlap};
            INFO(length << ' ' << axis.longest);
            REQUIRE(axis.begin(0) == 0);
            REQUIRE(axis.end(axis.count() - 1) == length);
            int least = length, most = 0;
            for (int tile = 0; tile < axis.count(); ++tile) {
                const int size = axis.end(tile) - axis.begin(tile);
                least = std::min(least, size);
                most = std::max(most, size);
                if (tile > 0) CHECK(axis.end(tile - 1) - axis.begin(tile) == overlap);
                if (tile > 1) CHECK(axis.end(tile - 2) <= axis.begin(tile));
            }
            CHECK(most <= longest);
            CHECK(most - least <= 1);
            for (double at = -3; at < length + 3; at += std::max(0.37, length / 777.0)) {
                double sum = 0;
                for (int tile = 0; tile < axis.count(); ++tile) {
                    const double weight = axis.weight(tile, at);
                    sum += weight;
                    CHECK(weight >= 0);
                    // A tile has no weight outside its own range.
                    if (at > 0 && at < length && (at < axis.begin(tile) || at > axis.end(tile)))
                        CHECK(weight == 0);
                }
                CHECK(sum == doctest::Approx(1).epsilon(1e-12));
            }
        }
    }
}
