#include "engine/export/weights.h"
#include "engine/network/parameters.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

using namespace redraw;

TEST_CASE("every half float is itself again") {
    for (int bits = 0; bits < 65536; ++bits) {
        const auto half = std::uint16_t(bits);
        const float value = float_of_half(half);
        if ((bits >> 10 & 31) == 31) continue;  // skips infinities and NaN
        CHECK(half_of(value) == half);
    }
}

TEST_CASE("halves are the nearest, ties to even, and never overflow") {
    CHECK(half_of(1) == 0x3C00);
    CHECK(half_of(-2) == 0xC000);
    CHECK(half_of(65504) == 0x7BFF);
    CHECK(half_of(1e9f) == 0x7BFF);
    CHECK(half_of(-std::numeric_limits<float>::infinity()) == 0xFBFF);
    CHECK(half_of(0.1f) == 0x2E66);
    CHECK(half_of(1 + std::ldexp(1.0f, -11)) == 0x3C00);      // a tie, down to even
    CHECK(half_of(1 + 3 * std::ldexp(1.0f, -11)) == 0x3C02);  // a tie, up to even
    CHECK(half_of(std::ldexp(1.0f, -24)) == 1);
    CHECK(half_of(std::ldexp(1.0f, -26)) == 0);
    CHECK(half_of(std::ldexp(2047.0f, -25)) == 0x0400);  // a subnormal that rounds up to a normal
    CHECK(half_of(-0.0f) == 0x8000);
    CHECK(std::isnan(float_of_half(half_of(std::nanf("")))));
    std::mt19937 random(3);
    std::normal_distribution<float> normal(0, 0.2f);
    for (int i = 0; i < 10000; ++i) {
        const float value = normal(random);
        const auto half = half_of(value);
        const float error = std::abs(float_of_half(half) - value);
        CHECK(error <= std::abs(float_of_half(std::uint16_t(half + 1)) - value));
        if (half & 0x7FFF) CHECK(error <= std::abs(float_of_half(std::uint16_t(half - 1)) - value));
    }
}

TEST_CASE("bytes are within half a step of their row, and biases stay") {
    NetworkSpec network;
    network.layers = {9, 14};
    network.first_omega = 30;
    std::vector<float> parameters(parameter_count(network, 3));
    std::mt19937 random(5);
    std::normal_distribution<float> normal;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        parameters[i] = normal(random) * (i % 7 == 0 ? 10.0f : 0.1f);
    const std::vector<float> kept = rounded(network, 3, parameters, Numbers::i8);
    REQUIRE(kept.size() == parameters.size());
    bool coarse = false;
    for (const LayerShape& layer : layer_shapes(network, 3)) {
        for (int row = 0; row < layer.outputs; ++row) {
            const std::size_t first = layer.weights + std::size_t(row) * std::size_t(layer.inputs);
            float largest = 0;
            for (int i = 0; i < layer.inputs; ++i)
                largest = std::max(largest, std::abs(parameters[first + std::size_t(i)]));
            for (int i = 0; i < layer.inputs; ++i) {
                const std::size_t at = first + std::size_t(i);
                CHECK(std::abs(kept[at] - parameters[at]) <= largest / 127 * 0.50001f);
                coarse |= kept[at] != parameters[at];
            }
            const std::size_t bias = layer.biases + std::size_t(row);
            CHECK(kept[bias] == parameters[bias]);
        }
    }
    CHECK(coarse);
    CHECK(rounded(network, 3, kept, Numbers::i8).size() == kept.size());
    CHECK(rounded(network, 3, parameters, Numbers::f32) == parameters);
}

TEST_CASE("rows of zeros and of numbers too small for a step are no trap") {
    const Tensor tensor{"layers.0.weight", {3, 2}, 0};
    const float values[] = {0, 0, 1e-44f, -1e-44f, -5, 5};
    const redraw::Bytes bytes = in_8_bits(tensor, values);
    CHECK(bytes.scales.size() == 3);
    CHECK(bytes.levels[0] == 0);
    CHECK(bytes.levels[4] == -127);
    CHECK(bytes.levels[5] == 127);
    for (std::size_t i = 0; i < 6; ++i)
        CHECK(std::abs(float(bytes.levels[i]) * bytes.scales[i / 2] - values[i]) <= 1e-43f);
}

TEST_CASE("a table has one scale, its tensors cover all numbers in order") {
    NetworkSpec network;
    network.layers = {8};
    network.encoding = Encoding::grid;
    network.grid = {.levels = 3, .features = 2, .base = 4, .finest = 16, .table_bits = 6};
    std::size_t next = 0;
    for (const Tensor& tensor : tensors_of(network, 1)) {
        CHECK(tensor.first == next);
        next += tensor.count();
        if (tensor.name.ends_with(".table")) CHECK(scales_of(tensor) == 1);
        if (tensor.name.ends_with(".bias")) CHECK(scales_of(tensor) == 0);
        if (tensor.name.ends_with(".weight")) CHECK(scales_of(tensor) == tensor.shape[0]);
    }
    CHECK(next == parameter_count(network, 1));
}
