// Tests the spectrum: known pictures have power in the right bands, and a drawing has learned the
// right share of each band.
#include "engine/features/scan_line/spectrum.h"
#include "engine/image/resample.h"
#include "tests/support/examples.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

using namespace redraw;
using namespace redraw_test;

namespace {

// Returns a sine with these numbers of waves across the width and down the height; its variance is
// 0.08.
Image sine(int width, int height, double across, double down) {
    return painted(width, height, 1, [&](int x, int y, int) {
        const double turns = across * (x + 0.5) / width + down * (y + 0.5) / height;
        return 0.5 + 0.4 * std::sin(2 * std::numbers::pi * turns);
    });
}

Image noise(int width, int height) {
    std::mt19937 random(1);
    return painted(width, height, 1, [&](int, int, int) { return double(random() % 256) / 255; });
}

Image difference(Image a, const Image& b) {
    for (std::size_t i = 0; i < a.values.size(); ++i) a.values[i] -= b.values[i];
    return a;
}

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

TEST_CASE("a sine of known frequency lies in its band, and nowhere else") {
    struct Wave {
        int width, height;
        double across, down;
        std::size_t band, bands;  // band b begins at 2^(b / 2) waves across the longer side
    };
    for (const auto& [width, height, across, down, band, bands] :
         {Wave{256, 256, 40, 0, 10, 14},
          {256, 256, 0, 40, 10, 14},
          {256, 256, 28, -28, 10, 14},
          {256, 256, 110, 0, 13, 14},
          {256, 128, 40, 0, 10, 14},
          {256, 128, 0, 20, 10, 14},
          {128, 256, 0, 28, 9, 14},
          {256, 256, 9.5, 0, 6, 14},
          {64, 64, 14, 0, 7, 10},
          {128, 128, 60, 60, 11, 12}}) {  // the finest diagonals lie in the last band
        const Bands found = bands_of(sine(width, height, across, down));
        REQUIRE(found.power.size() == bands);
        CHECK(found.power[band] == doctest::Approx(0.08).epsilon(0.01));
        for (std::size_t b = 0; b < bands; ++b)
            if (b != band) CHECK(found.power[b] < 0.08 * 0.01);
    }
    CHECK(sum(bands_of(sine(200, 90, 33, 7)).power) == doctest::Approx(0.08).epsilon(0.01));
}

TEST_CASE("a step falls by half from octave to octave, noise has its share in every band") {
    const Bands step =
        bands_of(painted(256, 256, 1, [](int x, int, int) { return x < 128 ? 0 : 1; }));
    for (std::size_t b = 4; b + 5 < step.power.size(); b += 2)  // finer waves are in the last band
        CHECK((step.power[b + 2] + step.power[b + 3]) / (step.power[b] + step.power[b + 1]) ==
              doctest::Approx(0.5).epsilon(0.1));
    const Bands white = bands_of(noise(200, 150));
    CHECK(sum(white.share) == doctest::Approx(1).epsilon(0.001));
    const double variance = sum(white.power);
    for (std::size_t b = 6; b < white.power.size(); ++b)
        CHECK(white.power[b] / variance == doctest::Approx(white.share[b]).epsilon(0.2));
}

TEST_CASE("a drawing without an error has learned all, of every picture and size") {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {2, 1}, {3, 3}, {1, 40}, {5, 7}, {100, 37}, {256, 256}})
        for (const Image& picture : {noise(width, height), make_image(width, height, 1, 0.25f)}) {
            const Bands none = bands_of(make_image(width, height, 1));
            for (const float learned : learned_of(bands_of(picture), none)) CHECK(learned == 1);
        }
    // Compares a flat picture with an error within a tenth of an 8-bit level, which counts as
    // learned, then with a large one.
    const Image flat = make_image(64, 64, 1, 0.5f);
    Image dim = noise(64, 64);
    for (float& value : dim.values) value = (value - 0.5f) / 2550;
    for (const float learned : learned_of(bands_of(flat), bands_of(dim))) CHECK(learned > 0.5f);
    for (const float learned : learned_of(bands_of(flat), bands_of(noise(64, 64))))
        CHECK(learned == 0);
}

TEST_CASE("a blurred drawing has learned coarse shapes and no fine detail") {
    const Image picture = noise(128, 128);
    const Image blurred = resample(resample_area(picture, 32, 32), 128, 128, Filter::bicubic);
    const Bands bands = bands_of(picture);
    const auto learned = learned_of(bands, bands_of(difference(blurred, picture)));
    REQUIRE(learned.size() == 12);
    for (std::size_t b = 0; b < 4; ++b) CHECK(learned[b] > 0.9f);  // bands below 4 waves
    CHECK(learned[11] < 0.05f);                                    // the band from 45 waves on
    for (std::size_t b = 5; b < learned.size(); ++b) CHECK(learned[b] <= learned[b - 1] + 0.02f);
    // A flat drawing has learned nothing in any band.
    for (const float none :
         learned_of(bands, bands_of(difference(make_image(128, 128, 1, 0.5f), picture))))
        CHECK(none < 1e-4f);
}
