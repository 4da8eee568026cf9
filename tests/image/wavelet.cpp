#include "engine/image/wavelet.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <span>
#include <utility>

#include "engine/network/random.h"

using namespace redraw;

namespace {

Image unit_noise(int width, int height, int channels) {
    Image image = make_image(width, height, channels);
    for (std::size_t i = 0; i < image.values.size(); ++i) image.values[i] = random_unit(7, 1, i);
    return image;
}

double sum_of_squares(std::span<const float> values) {
    double sum = 0;
    for (const float value : values) sum += double(value) * double(value);
    return sum;
}

constexpr std::pair<int, int> kWaveletSizes[] = {{1, 1},   {2, 1},   {1, 3},  {5, 4},
                                                 {31, 33}, {64, 32}, {97, 1}, {128, 75}};

}  // namespace

TEST_CASE("wavelets give back the picture they are of, of every size and number of channels") {
    for (const auto& [width, height] : kWaveletSizes)
        for (const int channels : {1, 3, 4}) {
            CAPTURE(width);
            CAPTURE(height);
            CAPTURE(channels);
            const Image image = unit_noise(width, height, channels);
            const Image back = image_of(wavelets_of(image));
            REQUIRE(back.values.size() == image.values.size());
            float worst = 0;
            for (std::size_t i = 0; i < image.values.size(); ++i)
                worst = std::max(worst, std::abs(back.values[i] - image.values[i]));
            CHECK(worst < 2e-5f);
        }
}

TEST_CASE("every number is in one band") {
    for (const auto& [width, height] : kWaveletSizes) {
        std::set<std::pair<int, int>> seen;
        for (const WaveletBand& band : wavelet_bands())
            for (int y = band.top; y < height; y += band.apart)
                for (int x = band.left; x < width; x += band.apart)
                    CHECK(seen.insert({x, y}).second);
        CHECK(seen.size() == std::size_t(width * height));
    }
}

TEST_CASE("a number's size is about what it changes in the picture, in every band and plane") {
    constexpr int kSide = 128;
    for (const WaveletBand& band : wavelet_bands())
        for (int plane = 0; plane < 3; ++plane) {
            CAPTURE(band.level);
            CAPTURE(plane);
            Wavelets one{kSide, kSide, 3, std::vector<float>(3 * kSide * kSide)};
            const int x = band.left + kSide / 2 / band.apart * band.apart;
            const int y = band.top + kSide / 2 / band.apart * band.apart;
            one.values[std::size_t((plane * kSide + y) * kSide + x)] = 1;
            const double changed = sum_of_squares(image_of(std::move(one)).values);
            CHECK(changed > 0.6);
            CHECK(changed < 1.6);
        }
}

TEST_CASE("what is smooth is in few numbers") {
    Image slope = make_image(96, 64, 1);
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 96; ++x)
            slope.values[std::size_t(y * 96 + x)] = 0.2f + 0.005f * float(x) + 0.003f * float(y);
    const Wavelets found = wavelets_of(slope);
    std::size_t large = 0;
    for (const float value : found.values) large += std::abs(value) > 0.02f;
    CHECK(large < found.values.size() / 50);
}

TEST_CASE("grays have no colour") {
    Image gray = unit_noise(40, 24, 3);
    for (std::size_t i = 0; i < gray.values.size(); ++i) gray.values[i] = gray.values[i / 3 * 3];
    const Wavelets found = wavelets_of(gray);
    for (std::size_t i = gray.pixel_count(); i < found.values.size(); ++i)
        REQUIRE(std::abs(found.values[i]) < 1e-5f);
}
