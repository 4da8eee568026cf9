#include "engine/drawing/picture_thumbnail.h"

#include "engine/error.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

using namespace redraw;

// Regression test: the thumbnail of a picture with a single row had no row, which ended the studio.
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

TEST_CASE("of a file, read by rows or whole, it is that of the picture") {
    const TemporaryFolder folder;
    for (const auto& size : {std::pair{1, 3}, {3, 1000}, {1300, 900}, {641, 2}}) {
        Image picture = make_image(size.first, size.second, 3);
        for (std::size_t i = 0; i < picture.values.size(); ++i)
            picture.values[i] = float(i % 251) / 255;
        for (const char* name : {"a.png", "a.webp"}) {
            CAPTURE(name);
            write_image(folder / name, picture);
            CHECK(load_thumbnail(folder / name) == thumbnail_of(load_picture(folder / name).image));
        }
    }
    std::ofstream(folder / "none.png") << "no picture";
    CHECK_THROWS_AS(load_thumbnail(folder / "none.png"), Error);
    CHECK_THROWS_AS(load_thumbnail(folder.path()), Error);
}
