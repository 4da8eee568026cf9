#include "engine/network/parameters.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace redraw;

TEST_CASE("layers lie one after another without gaps") {
    NetworkSpec network;
    network.layers = {128, 128, 128, 128};
    CHECK(parameter_count(network, 1) == 2 * 128 + 128 + 3 * (128 * 128 + 128) + 128 + 1);
    network.layers = {5, 33, 7};
    std::size_t next = 0;
    int inputs = 2;
    for (const LayerShape& layer : layer_shapes(network, 3)) {
        CHECK(layer.inputs == inputs);
        CHECK(layer.weights == next);
        CHECK(layer.biases == next + std::size_t(layer.inputs * layer.outputs));
        next = layer.biases + std::size_t(layer.outputs);
        inputs = layer.outputs;
    }
    CHECK(inputs == 3);
    CHECK(next == parameter_count(network, 3));
}

TEST_CASE("the same seed gives the same bits, another seed others") {
    const NetworkSpec network;
    const auto a = initial_parameters(network, 1, 7);
    CHECK(a == initial_parameters(network, 1, 7));
    CHECK(a != initial_parameters(network, 1, 8));
    CHECK(a[0] != a[1]);
}

TEST_CASE("sine layers start as SIREN asks") {
    NetworkSpec network;
    network.layers = {256, 256};
    network.hidden_omega = 30;
    network.hidden_gain = 1.5;
    const auto p = initial_parameters(network, 1, 1);
    const auto layers = layer_shapes(network, 1);
    const auto spread = [&](std::size_t from, std::size_t to) {
        double sum = 0, largest = 0;
        for (std::size_t i = from; i < to; ++i) {
            sum += double(p[i]) * p[i];
            largest = std::max(largest, std::abs(double(p[i])));
        }
        return std::pair(largest,
                         std::sqrt(3 * sum / double(to - from)));  // uniform: bound = sqrt(3) rms
    };
    const double bounds[] = {0.5, 1.5 * std::sqrt(6.0 / 256) / 30, std::sqrt(6.0 / 256) / 30};
    for (int i = 0; i < 3; ++i) {
        const auto [largest, estimate] = spread(layers[i].weights, layers[i].biases);
        CHECK(largest <= bounds[i] * (1 + 1e-6));
        CHECK(estimate == doctest::Approx(bounds[i]).epsilon(0.1));
    }
    // With gain 1, hidden pre-activations are close to N(0, 1) (Sitzmann et al. 2020, theorem 1.8).
}

TEST_CASE("a fresh state has moments of zero, and SGD no second one") {
    const State adam = fresh_state({1, 2, 3}, Optimizer::adam, 40);
    CHECK(adam.step == 40);
    CHECK(adam.optimizer_step == 0);
    CHECK(adam.first_moment == std::vector<float>(3, 0.0f));
    CHECK(adam.second_moment == std::vector<float>(3, 0.0f));
    CHECK(fresh_state({1, 2, 3}, Optimizer::sgd).second_moment.empty());
}
