// Tests pictures at twice and half the size: positions are kept, edges are mirrored, and the
// filters agree with engine/image/resample.h.
#include "engine/data/doubling.h"
#include "engine/image/resample.h"
#include "engine/network/random.h"
#include "tests/support/picture_samples.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace redraw;
using redraw::test::largest_difference, redraw::test::random_image;

namespace {

Image around(const Image& image, int margin) {
    return mirrored_part(image,
                         {-margin, -margin, image.width + 2 * margin, image.height + 2 * margin});
}

}  // namespace

TEST_CASE("a part beyond the edges is mirrored, however far") {
    const Image image = random_image(5, 3, 2, 65535);
    const Image part = mirrored_part(image, {-13, -4, 40, 12});
    for (int y = 0; y < part.height; ++y)
        for (int x = 0; x < part.width; ++x) {
            int column = x - 13, row = y - 4;
            while (column < 0 || column >= 5) column = column < 0 ? -1 - column : 9 - column;
            while (row < 0 || row >= 3) row = row < 0 ? -1 - row : 5 - row;
            for (int c = 0; c < 2; ++c)
                CHECK(part.row(y)[2 * x + c] == image.row(row)[2 * column + c]);
        }
}

TEST_CASE("doubled is bicubic interpolation") {
    for (const int channels : {1, 3, 4}) {
        const Image image = random_image(9, 7, channels == 4 ? 1 : channels, 65535);
        const Image wide = around(image, 4);
        const Image twice = doubled(wide, {4, 4, 9, 7});
        const Image known =
            resample_part(wide, 2 * wide.width, 2 * wide.height, {8, 8, 18, 14}, Filter::bicubic);
        CHECK(largest_difference(twice, known) < 1e-6);
    }
}

TEST_CASE("halved by area is the mean of four") {
    const Image image = random_image(12, 8, 3, 65535);
    CHECK(largest_difference(halved(image), resample_area(image, 6, 4)) < 1e-6);
}

TEST_CASE("every filter keeps what is flat, and waves that its half can hold") {
    for (const HalvingMix& mix : {HalvingMix{1, 0, 0}, HalvingMix{0, 1, 0}, HalvingMix{0, 0, 1},
                                  HalvingMix{1, 2, 3}, HalvingMix{}}) {
        const Image flat = halved(make_image(16, 16, 1, 0.25f), mix);
        for (const float value : flat.values) CHECK(value == doctest::Approx(0.25f));
        // A wave of 16 pixels, mirrored at the edges. At half the size it is the same wave with a
        // slightly smaller amplitude.
        Image wave = make_image(64, 16, 1);
        const auto at = [](double x) {
            return float(0.5 + 0.4 * std::cos(std::acos(-1.0) * x / 8));
        };
        for (int y = 0; y < 16; ++y)
            for (int x = 0; x < 64; ++x) wave.row(y)[x] = at(x + 0.5);
        const Image half = halved(wave, mix);
        for (int x = 0; x < 32; ++x)
            CHECK(half.row(3)[x] == doctest::Approx(at(2 * x + 1)).epsilon(0.03));
    }
}

TEST_CASE("a mean of cells covers what it says") {
    const Image image = random_image(8, 6, 1, 65535);
    const std::vector<double> columns{0, 2, 4, 6, 8}, rows{0, 3, 6};
    CHECK(largest_difference(mean_of_cells(image, columns, rows), resample_area(image, 4, 2)) <
          1e-6);
    const std::vector<double> own_columns{2, 3, 4}, own_rows{1, 2};
    CHECK(mean_of_cells(image, own_columns, own_rows) == mirrored_part(image, {2, 1, 2, 1}));
}
