#include "engine/run/packed_parameters.h"

#include "engine/network/encodings.h"
#include "engine/network/evaluate.h"
#include "engine/network/parameters.h"
#include "engine/network/presets.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace redraw;

namespace {

constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

NetworkSpec network_of(const char* preset) {
    NetworkSpec network = preset_config(preset).network;
    network.grid.finest = 120;
    network.first_omega = 60;
    network.fourier.sigma = 10;
    return network;
}

// Returns parameters as after training, when grid tables are far from their tiny initial values.
std::vector<float> trained(const NetworkSpec& network, int channels, unsigned seed) {
    std::vector<float> parameters = initial_parameters(network, channels, seed);
    std::mt19937 random(seed);
    std::normal_distribution<float> of_tables(0, 0.2f), of_layers(1, 0.3f);
    const std::size_t tables = layer_shapes(network, channels).front().weights;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (i < tables)
            parameters[i] += of_tables(random);
        else
            parameters[i] *= of_layers(random);
    return parameters;
}

bool all_finite(const std::vector<float>& values) {
    return std::ranges::all_of(values, [](float v) { return std::isfinite(v); });
}

// Root mean square and largest difference between the drawings of two networks; white is 1.
struct Difference {
    double rms = 0, largest = 0;
};
Difference drawn_difference(const NetworkSpec& network, int channels, const std::vector<float>& a,
                            const std::vector<float>& b) {
    std::vector<float> points;
    for (int y = 0; y < 30; ++y)
        for (int x = 0; x < 30; ++x)
            points.insert(points.end(), {float(x) / 15 - 0.97f, float(y) / 15 - 0.97f});
    const auto first = evaluate(network, channels, a, points);
    const auto second = evaluate(network, channels, b, points);
    Difference difference;
    for (std::size_t i = 0; i < first.size(); ++i) {
        const double d = std::abs(double(std::clamp(first[i], 0.0f, 1.0f)) -
                                  double(std::clamp(second[i], 0.0f, 1.0f)));
        difference.rms += d * d / double(first.size());
        difference.largest = std::max(difference.largest, d);
    }
    difference.rms = std::sqrt(difference.rms);
    return difference;
}

}  // namespace

TEST_CASE("a rounded network draws what the live one draws, as closely as its PSNR asks") {
    for (const char* preset : {"grid", "siren", "lineart", "fourier", "tanh"})
        for (const int channels : {1, 3})
            for (const float psnr : {kUnknown, 30.0f, 60.0f}) {
                INFO(preset << ' ' << psnr);
                const NetworkSpec network = network_of(preset);
                const auto tensors = tensors_of(network, channels);
                const auto live = trained(network, channels, 7);
                REQUIRE(live.size() > kFewParameters);
                const RoundedParameters kept = DrawingRounding(network, channels)(live, psnr);
                CHECK(kept.exponents.size() == tensors.size());
                const auto values = values_of(kept, tensors);
                CHECK(values != live);
                const Difference difference = drawn_difference(network, channels, live, values);
                // Allows a tenth of the error at `psnr`, up to half a level; 0.1 levels if unknown.
                const double allowed = (psnr == 60 ? 0.1e-3 * 255 : psnr == 30 ? 0.5 : 0.1) / 255;
                CHECK(difference.rms < 1.5 * allowed);
                CHECK(difference.largest < 12 * allowed);
                CHECK(DrawingRounding(network, channels)(live, psnr) == kept);
            }
}

TEST_CASE("each parameter becomes the nearest multiple of its tensor's step, ties to even") {
    const NetworkSpec network = network_of("grid");
    const auto tensors = tensors_of(network, 3);
    for (const float size : {1.0f, 100.0f}) {  // of the tables: levels of 16 bits, and of more
        CAPTURE(size);
        auto live = trained(network, 3, 1);
        for (std::size_t k = 0; k < grid_parameters(network); ++k)
            live[k] = k % 5 == 0 ? float(int(k % 900) - 450) * size / 256 : live[k] * size;
        const RoundedParameters kept = DrawingRounding(network, 3)(live, 30);
        REQUIRE(kept.exponents.size() == tensors.size());
        CHECK(kept.table_levels.size() == (size == 1 ? grid_parameters(network) : 0));
        CHECK(kept.bytes() == 4 * live.size() - 2 * kept.table_levels.size());
        const auto values = values_of(kept, tensors);
        for (std::size_t i = 0; i < tensors.size(); ++i)
            for (std::size_t k = tensors[i].first; k < tensors[i].end(); ++k) {
                const double step = std::ldexp(1.0, kept.exponents[i]);
                if (double(values[k]) != std::nearbyint(double(live[k]) / step) * step)
                    FAIL_CHECK("parameter " << k << " of " << tensors[i].name);
            }
    }
}

TEST_CASE("small networks, networks of windows and what no step is fine enough for stay exact") {
    NetworkSpec small = network_of("siren");
    small.layers = {20, 20};
    NetworkSpec windows = preset_config("enlarge").network;
    windows.layers = {200, 200};
    for (const NetworkSpec& network : {small, windows}) {
        const auto live = initial_parameters(network, 1, 3);
        const RoundedParameters kept = DrawingRounding(network, 1)(live, 20);
        CHECK(kept.exponents.empty());
        CHECK(values_of(kept, tensors_of(network, 1)) == live);
    }
    const NetworkSpec network = network_of("siren");
    const auto live = trained(network, 1, 3);
    CHECK(DrawingRounding(network, 1)(live, 150).exponents.empty());
}

TEST_CASE("numbers of all sizes: zeros, huge and tiny ones") {
    const NetworkSpec network = network_of("grid");
    const auto tensors = tensors_of(network, 1);
    for (const float size : {0.0f, 1e-30f, 1e-6f, 1e6f, 1e25f, 0x1p110f}) {
        CAPTURE(size);
        auto live = trained(network, 1, 5);
        for (float& value : live) value *= size;
        const auto values = values_of(DrawingRounding(network, 1)(live, kUnknown), tensors);
        CHECK(all_finite(values));
        if (size > 1e20f)
            CHECK(values == live);  // parameters that draw no finite values stay exact
        else
            CHECK(drawn_difference(network, 1, live, values).rms < 0.2 / 255);
    }
}

TEST_CASE("packing loses nothing, with a base and without") {
    std::mt19937_64 random(11);
    const NetworkSpec network = network_of("grid");
    const auto tensors = tensors_of(network, 1);
    const auto some = [&](bool exact) {
        RoundedParameters parameters;
        if (!exact)
            for (std::size_t i = 0; i < tensors.size(); ++i)
                parameters.exponents.push_back(std::int8_t(int(random() % 40) - 20));
        for (std::size_t i = 0; i < tensors.back().end(); ++i) {
            const auto bits = std::int32_t(random());
            parameters.levels.push_back(exact ? bits : bits >> (6 + int(random() % 26)));
        }
        return parameters;
    };
    for (const bool exact : {false, true})
        for (const bool exact_base : {false, true}) {
            const RoundedParameters parameters = some(exact), base = some(exact_base);
            CHECK(unpack(pack(parameters, tensors, nullptr), tensors, nullptr) == parameters);
            CHECK(unpack(pack(parameters, tensors, &base), tensors, &base) == parameters);
        }
    RoundedParameters base = some(false), next = some(false);
    CHECK(pack(base, tensors, &base).size() < 200);  // a keyframe equal to its base is small

    // How levels are held in memory does not change what is stored.
    const auto in_16_bits = [&](RoundedParameters& parameters) {
        RoundedParameters narrow{parameters.exponents, {}, {}};
        for (std::size_t k = 0; k < parameters.levels.size(); ++k)
            if (std::int32_t& level = parameters.levels[k]; k < grid_parameters(network))
                narrow.table_levels.push_back(std::int16_t(level %= 1 << 15));
            else
                narrow.levels.push_back(level);
        return narrow;
    };
    const RoundedParameters narrow_base = in_16_bits(base), narrow = in_16_bits(next);
    const auto packed = pack(next, tensors, &base);
    for (const RoundedParameters& kept : {next, narrow})
        for (const RoundedParameters& from : {base, narrow_base})
            CHECK(pack(kept, tensors, &from) == packed);
    CHECK(unpack(packed, tensors, &narrow_base) == next);
    CHECK(values_of(narrow, tensors) == values_of(next, tensors));
}

TEST_CASE("bytes that are no parameters are refused") {
    const NetworkSpec network = network_of("grid");
    const auto tensors = tensors_of(network, 1);
    const RoundedParameters kept = DrawingRounding(network, 1)(trained(network, 1, 2), kUnknown);
    const std::vector<std::byte> whole = pack(kept, tensors, nullptr);
    for (std::size_t bytes = 0; bytes < whole.size(); bytes += bytes < 100 ? 1 : 4999)
        CHECK(!unpack(std::span(whole).first(bytes), tensors, nullptr));
    auto wrong = whole;
    wrong[0] = std::byte{2};
    CHECK(!unpack(wrong, tensors, nullptr));
    for (const int exponent : {kLeastExponent - 1, kMostExponent + 1}) {
        wrong = whole;
        wrong[1] = std::byte(exponent);
        CHECK(!unpack(wrong, tensors, nullptr));
    }
    auto longer = whole;
    longer.push_back(std::byte{0});
    CHECK(!unpack(longer, tensors, nullptr));
    // Refuses bytes of a network with other grid sizes.
    NetworkSpec other = network;
    for (const int finest : {119, 121}) {
        other.grid.finest = finest;
        CHECK(!unpack(whole, tensors_of(other, 1), nullptr));
    }
    // Refuses levels that are larger than rounding can produce.
    RoundedParameters large = kept;
    large.levels.back() = (1 << 26) + 1;
    CHECK(!unpack(pack(large, tensors, nullptr), tensors, nullptr));
    // A flipped bit may go unnoticed, but then all parameters are finite.
    std::mt19937 random(3);
    for (int i = 0; i < 300; ++i) {
        auto flipped = whole;
        flipped[random() % flipped.size()] ^= std::byte(1 << random() % 8);
        if (const auto read = unpack(flipped, tensors, nullptr))
            CHECK(all_finite(values_of(*read, tensors)));
    }
}
