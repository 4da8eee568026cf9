#include "engine/export/page_difference.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/network/random.h"

using namespace redraw;

namespace {

constexpr double kMostApart = 0.94 / 255;

double mean_apart(const Image& seen, const Image& wanted) {
    double sum = 0;
    for (std::size_t i = 0; i < seen.values.size(); ++i)
        sum += std::abs(double(seen.values[i]) - double(wanted.values[i]));
    return sum / double(seen.values.size());
}

Image rings(int width, int height, float strength, std::uint64_t noise, float amount) {
    Image image = make_image(width, height, 3);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int c = 0; c < 3; ++c) {
                const auto i = std::size_t((y * width + x) * 3 + c);
                const float ring = std::sin(std::hypot(float(x), float(y)) / float(2 + c));
                const float value =
                    0.5f + 0.4f * strength * ring + amount * (random_unit(noise, 0, i) - 0.5f);
                image.values[i] = std::clamp(value, 0.0f, 1.0f);
            }
    return image;
}

}  // namespace

TEST_CASE("moments are told each once, the last first, and none before what it begins from") {
    for (const std::size_t count : {1, 2, 3, 5, 9, 28, 100}) {
        CAPTURE(count);
        const auto order = difference_order(count);
        CHECK(order.size() == count);
        CHECK(order.front() == count - 1);
        CHECK(std::set(order.begin(), order.end()).size() == count);
        CHECK(*std::ranges::max_element(order) == count - 1);
    }
}

TEST_CASE("every moment is drawn as closely as is asked, and errors do not add up") {
    const Image network = rings(61, 43, 1, 1, 0.0f);
    std::vector<double> errors;
    PageDifferences differences(network, [&](const Image& seen, const Image& wanted) {
        errors.push_back(mean_apart(seen, wanted));
        return errors.back();
    });
    for (int step = 40; step >= 0; --step) {
        const Image wanted = rings(61, 43, float(step) / 40, std::uint64_t(step) + 100, 0.02f);
        const PageDifference told = differences.add(step, wanted, kMostApart);
        CHECK(errors.back() <= kMostApart);
        CHECK(told.from.size() == (step == 40 ? 0u : 1u));
        CHECK(std::abs(told.gain - 64 * step / 40) < 16);
    }
}

TEST_CASE("a moment that is like the network takes next to nothing, and one between two little") {
    const Image network = rings(120, 90, 1, 1, 0.0f);
    PageDifferences differences(network, mean_apart);
    CHECK(differences.add(100, network, kMostApart).bytes.size() < 200);
    const Image noisy = rings(120, 90, 0.5f, 3, 0.2f), other = rings(120, 90, 0.5f, 4, 0.2f);
    const auto first = differences.add(20, noisy, kMostApart).bytes.size();
    const auto second = differences.add(40, other, kMostApart).bytes.size();
    Image between = noisy;
    for (std::size_t i = 0; i < between.values.size(); ++i)
        between.values[i] = (noisy.values[i] + other.values[i]) / 2;
    CHECK(first > 5000);
    CHECK(second > 5000);
    CHECK(differences.add(30, between, kMostApart).bytes.size() < first / 2);
}

TEST_CASE("pictures of one pixel, of nothing and of their limits") {
    for (const int side : {1, 2, 33}) {
        Image black = make_image(side, side, 1), white = black;
        std::ranges::fill(white.values, 1.0f);
        PageDifferences differences(black, mean_apart);
        CHECK(differences.add(3, black, kMostApart).gain == 0);
        double error = 1;
        PageDifferences told(white, [&](const Image& seen, const Image& wanted) {
            return error = mean_apart(seen, wanted);
        });
        told.add(1, black, kMostApart);
        CHECK(error <= kMostApart);
    }
}
