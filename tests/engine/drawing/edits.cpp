// Tests muting a neuron and setting a weight, by evaluating the network neuron by neuron.
#include "engine/drawing/neuron_forward.h"
#include "engine/network/parameters.h"
#include "engine/network/presets.h"
#include "engine/network/random.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <vector>

using namespace redraw;

namespace {

NetworkSpec small_network(Encoding encoding) {
    NetworkSpec network;
    network.encoding = encoding;
    network.layers = {5, 4};
    network.fourier.count = 6;
    network.first_omega = 5;
    return network;
}

std::vector<float> random_parameters(const NetworkSpec& network) {
    std::vector<float> parameters(parameter_count(network, 3));
    for (std::size_t i = 0; i < parameters.size(); ++i)
        parameters[i] = 2 * float(random_unit(3, 1, i)) - 1;
    return parameters;
}

std::vector<float> answers_of(const NetworkSpec& network, const std::vector<float>& parameters,
                              int layers) {
    const NeuronForward forward(network, 3, parameters);
    constexpr int kPoints = NeuronForward::kPoints;
    std::vector<float> values(std::size_t(forward.input_count()) * kPoints);
    for (int point = 0; point < kPoints; ++point)
        forward.read(float(point) / kPoints, 0.3f, point, values.data());
    for (int layer = 0; layer < layers; ++layer) {
        std::vector<float> next(std::size_t(forward.width(layer)) * kPoints);
        forward.answer(layer, 0, forward.width(layer), values.data(), next.data());
        values = std::move(next);
    }
    return values;
}

}  // namespace

TEST_CASE("a muted neuron answers as before and counts for nothing in the next layer") {
    for (const Encoding encoding : {Encoding::none, Encoding::fourier}) {
        const NetworkSpec network = small_network(encoding);
        const std::vector<float> before = random_parameters(network);
        std::vector<float> muted = before, without = before;
        apply({{{0, 2}}, {}}, network, 3, muted);
        CHECK(answers_of(network, muted, 1) == answers_of(network, before, 1));
        // Muting sets the neuron's weights in the next layer to zero.
        const auto shapes = layer_shapes(network, 3);
        const LayerShape& second = shapes[encoding == Encoding::fourier ? 2 : 1];
        REQUIRE(second.inputs == 5);
        for (int output = 0; output < 4; ++output)
            without[second.weights + std::size_t(output) * 5 + 2] = 0;
        CHECK(muted == without);
        CHECK(answers_of(network, muted, 2) != answers_of(network, before, 2));
        // For a neuron of the last hidden layer, the next layer is the output layer.
        std::vector<float> last = before;
        apply({{{1, 3}}, {}}, network, 3, last);
        int changed = 0;
        for (std::size_t i = 0; i < last.size(); ++i) changed += last[i] != before[i];
        CHECK(changed == 3);
    }
}

TEST_CASE("a weight and a bias are set, and muting comes after") {
    const NetworkSpec network = small_network(Encoding::none);
    const std::vector<float> before = random_parameters(network);
    std::vector<float> set = before;
    apply({{}, {{{1, 3}, 2, 0.75f}, {{1, 3}, 5, -2.0f}}}, network, 3, set);
    const NeuronForward forward(network, 3, set);
    CHECK(forward.weights(1, 3)[2] == 0.75f);
    CHECK(forward.bias(1, 3) == -2.0f);
    CHECK(std::ranges::mismatch(set, before).in1 != set.end());
    int changed = 0;
    for (std::size_t i = 0; i < set.size(); ++i) changed += set[i] != before[i];
    CHECK(changed == 2);
    apply({{{0, 2}}, {{{1, 3}, 2, 0.75f}}}, network, 3, set);
    CHECK(NeuronForward(network, 3, set).weights(1, 3)[2] == 0);
}

TEST_CASE("what a network does not have is left out") {
    const NetworkSpec network = small_network(Encoding::none);
    const std::vector<float> before = random_parameters(network);
    std::vector<float> after = before;
    const float infinite = std::numeric_limits<float>::infinity();
    apply({{{2, 0}, {-1, 0}, {0, 5}, {0, -1}, {1, 4}, {1 << 30, 1 << 30}},
           {{{2, 0}, 0, 1.0f},
            {{0, 0}, 3, 1.0f},
            {{0, 0}, -1, 1.0f},
            {{0, 9}, 0, 1.0f},
            {{0, 0}, 0, infinite}}},
          network, 3, after);
    CHECK(after == before);
}
