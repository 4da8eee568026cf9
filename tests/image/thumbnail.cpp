#include "engine/drawing/thumbnail.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace redraw;

// A picture of a single row ended the studio: its thumbnail had none.
TEST_CASE("a picture of any proportions has a thumbnail") {
    for (const auto& size :
         {std::pair{5000, 1}, {1, 5000}, {16384, 3}, {1, 1}, {160, 160}, {641, 2}, {4000, 3000}}) {
        const auto width = size.first, height = size.second;
        CAPTURE(width);
        CAPTURE(height);
        const Image small = thumbnail_of(make_image(width, height, 1, 0.5f));
        CHECK(small.width >= 1);
        CHECK(small.height >= 1);
        CHECK(std::max(small.width, small.height) <= 160);
        for (const float value : small.values) REQUIRE(value == doctest::Approx(0.5));
    }
}
