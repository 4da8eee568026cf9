#include "engine/image/resample.h"
#include "tests/support/picture_samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace redraw;
using namespace redraw::test;

namespace {

constexpr Filter kFilters[] = {Filter::nearest, Filter::bilinear, Filter::bicubic, Filter::lanczos};
constexpr std::pair<int, int> kSizes[] = {{1, 1}, {3, 50}, {16, 9}, {17, 13}, {64, 64}, {101, 5}};

Image mirrored(const Image& image) {
    Image result = image;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            std::copy_n(image.row(y) + x * image.channels, image.channels,
                        result.row(y) + (image.width - 1 - x) * image.channels);
        }
    }
    return result;
}

Image transposed(const Image& image) {
    Image result = make_image(image.height, image.width, image.channels);
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            std::copy_n(image.row(y) + x * image.channels, image.channels,
                        result.row(x) + y * image.channels);
        }
    }
    return result;
}

double mean(const Image& image) {
    return std::accumulate(image.values.begin(), image.values.end(), 0.0) /
           double(image.values.size());
}

// Calls check(result, function) for the area filter and for each interpolation.
template <typename Check>
void with_every_filter(const Image& image, int width, int height, Check check) {
    check(resample_area(image, width, height),
          [](const Image& i, int w, int h) { return resample_area(i, w, h); });
    for (const Filter filter : kFilters) {
        check(resample(image, width, height, filter),
              [filter](const Image& i, int w, int h) { return resample(i, w, h, filter); });
    }
}

}  // namespace

TEST_CASE("the same size gives the same bits") {
    const Image image = random_image(13, 7, 4, 65535);
    with_every_filter(image, 13, 7, [&](const Image& result, auto) { CHECK(result == image); });
}

TEST_CASE("constants stay") {
    for (const int channels : {1, 2, 3, 4}) {
        const Image image = make_image(16, 9, channels, 0.7f);
        for (const auto& size : kSizes) {
            const auto width = size.first, height = size.second;
            with_every_filter(image, width, height, [&](const Image& result, auto) {
                CHECK(result.width == width);
                CHECK(result.height == height);
                CHECK(largest_difference(result, make_image(width, height, channels, 0.7f)) <
                      2e-6f);
            });
        }
    }
}

TEST_CASE("mirrored or transposed pictures give mirrored or transposed results") {
    const Image image = random_image(16, 9, 3, 255);
    for (const auto& size : {std::pair{17, 13}, {5, 4}, {64, 64}}) {
        const auto width = size.first, height = size.second;
        with_every_filter(image, width, height, [&](const Image& result, auto again) {
            CHECK(largest_difference(again(transposed(image), height, width), transposed(result)) <
                  3e-6f);
        });
        CHECK(largest_difference(resample_area(mirrored(image), width, height),
                                 mirrored(resample_area(image, width, height))) < 3e-6f);
        for (const Filter filter : {Filter::bilinear, Filter::bicubic, Filter::lanczos}) {
            CHECK(largest_difference(resample(mirrored(image), width, height, filter),
                                     mirrored(resample(image, width, height, filter))) < 3e-6f);
        }
    }
}

TEST_CASE("bilinear and bicubic continue straight lines inside the picture") {
    Image ramp = make_image(20, 20, 1);
    for (int y = 0; y < 20; ++y) {
        for (int x = 0; x < 20; ++x) ramp.row(y)[x] = 0.03f * float(x) + 0.01f * float(y);
    }
    for (const Filter filter : {Filter::bilinear, Filter::bicubic}) {
        const Image large = resample(ramp, 50, 70, filter);
        for (int y = 10; y < 60; ++y) {
            for (int x = 8; x < 42; ++x) {
                const double sx = (x + 0.5) * 20 / 50 - 0.5, sy = (y + 0.5) * 20 / 70 - 0.5;
                CHECK(large.row(y)[x] == doctest::Approx(0.03 * sx + 0.01 * sy).epsilon(1e-5));
            }
        }
    }
}

TEST_CASE("bicubic is Catmull-Rom, Lanczos has three lobes") {
    Image impulse = make_image(9, 1, 1);
    impulse.values[4] = 1;
    // At twice the size, samples lie at a quarter and three quarters between the source's centres.
    const auto at = [&](Filter filter, int i) {
        return resample(impulse, 18, 1, filter).values[i];
    };
    CHECK(at(Filter::bicubic, 9) == doctest::Approx(1.5 / 64 - 2.5 / 16 + 1));
    CHECK(at(Filter::bicubic, 11) ==
          doctest::Approx(-0.5 * 1.953125 + 2.5 * 1.5625 - 4 * 1.25 + 2));
    CHECK(at(Filter::bicubic, 13) == 0);
    CHECK(at(Filter::lanczos, 11) < -0.1);
    CHECK(at(Filter::lanczos, 13) > 0.02);
    CHECK(at(Filter::lanczos, 15) == 0);
}

TEST_CASE("area keeps the mean, for any ratio down") {
    const Image image = random_image(97, 61, 1, 255);
    for (const auto& [width, height] : {std::pair{1, 1}, {10, 61}, {96, 60}, {33, 7}}) {
        CHECK(mean(resample_area(image, width, height)) ==
              doctest::Approx(mean(image)).epsilon(1e-5));
    }
    const Image two_by_one{2, 1, 1, {0.0f, 1.0f}};
    const Image three = resample_area(two_by_one, 3, 1);
    CHECK(three.values[0] == doctest::Approx(0));
    CHECK(three.values[1] == doctest::Approx(0.5));
    CHECK(three.values[2] == doctest::Approx(1));
    CHECK(resample_area(two_by_one, 4, 2).values == std::vector<float>{0, 0, 1, 1, 0, 0, 1, 1});
}

TEST_CASE("nearest takes a pixel as it is") {
    const Image image = random_image(7, 5, 3, 65535);
    const Image large = resample(image, 21, 15, Filter::nearest);
    for (int y = 0; y < 15; ++y) {
        for (int x = 0; x < 21; ++x) {
            for (int c = 0; c < 3; ++c) {
                CHECK(large.row(y)[x * 3 + c] == image.row(y / 3)[x / 3 * 3 + c]);
            }
        }
    }
}

TEST_CASE("transparent pixels do not bleed their colour") {
    Image image = make_image(8, 8, 4);
    for (int i = 0; i < 64; ++i) {
        const bool opaque = i % 8 < 4;
        float* pixel = image.values.data() + i * 4;
        pixel[0] = opaque ? 1.0f : 0.0f;
        pixel[1] = opaque ? 0.0f : 1.0f;  // transparent pixels are green
        pixel[3] = opaque ? 1.0f : 0.0f;
    }
    for (const auto& [width, height] : {std::pair{3, 3}, {5, 8}, {1, 1}}) {
        const Image result = resample_area(image, width, height);
        for (std::size_t i = 0; i < result.values.size(); i += 4) {
            CHECK(result.values[i + 1] == doctest::Approx(0));
            if (result.values[i + 3] > 0) CHECK(result.values[i] == doctest::Approx(1));
        }
    }
    CHECK(resample(image, 30, 30, Filter::bilinear).values[1] == 0);
}

TEST_CASE("a part is the crop of the whole, to the bit") {
    for (const int channels : {1, 3, 4}) {
        const Image image = random_image(19, 11, channels, 255);
        for (const auto& [width, height] : kSizes)
            for (const Filter filter : kFilters) {
                const Image all = resample(image, width, height, filter);
                for (const PixelRect& part :
                     {PixelRect{0, 0, width, height}, PixelRect{width / 2, height / 3, 1, 1},
                      PixelRect{width / 3, 0, width - width / 3, (height + 1) / 2}}) {
                    const Image made = resample_part(image, width, height, part, filter);
                    REQUIRE(made.width == part.width);
                    REQUIRE(made.height == part.height);
                    for (int y = 0; y < part.height; ++y)
                        CHECK(std::equal(made.row(y), made.row(y) + part.width * channels,
                                         all.row(part.y + y) + part.x * channels));
                }
            }
    }
    const Image same = random_image(19, 11, 4, 255);  // at its own size no value changes
    CHECK(resample_part(same, 19, 11, {4, 3, 2, 1}, Filter::bicubic).values[0] ==
          same.row(3)[4 * 4]);
}

TEST_CASE("onto a grid: the whole drawing, and any part of the plane") {
    const Image image = random_image(20, 10, 3, 255);
    const Grid picture = picture_grid(20, 10);
    CHECK(resample_onto(image, picture, Filter::bicubic) == image);
    const Grid large = resized(picture, 70, 35);
    const Image all = resample(image, 70, 35, Filter::bicubic);
    CHECK(largest_difference(resample_onto(image, large, Filter::bicubic), all) < 1e-6f);
    // The lower right quarter of the picture.
    const Image quarter = resample_onto(image, {0, 0, 1, 0.5, 35, 17}, Filter::nearest);
    CHECK(quarter.row(0)[0] == image.row(5)[10 * 3]);
    // Beyond the picture its edge repeats.
    const Image beyond = resample_onto(image, {-1.2, -0.6, -1, -0.5, 3, 3}, Filter::bicubic);
    for (int c = 0; c < 3; ++c) CHECK(beyond.values[c] == doctest::Approx(image.values[c]));
}
