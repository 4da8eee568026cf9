// Tests ranking the last layer's neurons by loudness (weight times deviation), and partial sums.
#include "engine/features/neurons/neuron_sum.h"
#include "engine/image/grid.h"
#include "tests/support/cpu_backends.h"

#include <doctest/doctest.h>

#include <limits>
#include <memory>
#include <set>

using namespace redraw;

namespace {

NetworkSpec four_neurons() {
    NetworkSpec network;
    network.layers = {3, 4};
    return network;
}

// Returns parameters for two channels: zero, except for the four neurons' weights to the output.
std::vector<float> entering(const NetworkSpec& network, const std::vector<float>& weights) {
    std::vector<float> parameters(parameter_count(network, 2));
    const LayerShape output = layer_shapes(network, 2).back();
    std::copy(weights.begin(), weights.end(), parameters.begin() + std::ptrdiff_t(output.weights));
    return parameters;
}

}  // namespace

TEST_CASE("the loudest neuron has the largest product of weight and deviation, ties go by index") {
    const NetworkSpec network = four_neurons();
    // The neurons' outputs at two pixels deviate by 1, 0.5, 0 and 1 from their means.
    const Image outputs{2, 1, 4, {1, 5, 7, -1, -1, 6, 7, 1}};
    const auto order = [&](const std::vector<float>& weights) {
        return loudest_first(NeuronForward(network, 2, entering(network, weights)), outputs);
    };
    CHECK(order({1, 1, 1, 1, 0, 0, 0, 0}) == std::vector<int>{0, 3, 1, 2});
    CHECK(order({1, 1, 9, 1, 0, -2, 9, 0}) == std::vector<int>{1, 0, 3, 2});  // both channels count
    CHECK(order({0, 0, 0, 0, 0, 0, 0, -1}) == std::vector<int>{3, 0, 1, 2});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(order({nan, 1, 1, 1, 0, 0, 0, 0}) == std::vector<int>{3, 1, 0, 2});
}

TEST_CASE("all added neurons are the network bit for bit, none is its bias") {
    for (const Encoding encoding : {Encoding::none, Encoding::fourier, Encoding::grid}) {
        NetworkSpec network = redraw_test::encoded(four_neurons(), encoding);
        const auto parameters = redraw_test::random_parameters(network, 3);
        const Grid picture = picture_grid(24, 16);
        const auto forward = std::make_shared<const NeuronForward>(network, 3, parameters);
        const std::vector<int> order = loudest_first(forward, picture);
        CHECK(std::set<int>(order.begin(), order.end()).size() == 4);
        CHECK(loudest_first(forward, picture) == order);
        const auto with = [&](int count) {
            std::vector<float> kept = parameters;
            apply(adding_up(network, order, count), network, 3, kept);
            return kept;
        };
        CHECK(adding_up(network, order, 4).empty());
        CHECK(with(4) == parameters);
        CHECK(adding_up(network, order, 1).muted.size() == 3);
        CHECK(adding_up(network, order, 3).muted.front() == NeuronIndex{1, order[3]});
        const LayerShape output = layer_shapes(network, 3).back();
        for (std::size_t i = 0; i < 12; ++i) CHECK(with(0)[output.weights + i] == 0);
        for (int c = 0; c < 3; ++c)
            for (int n = 0; n < 4; ++n) {
                const std::size_t at = output.weights + std::size_t(4 * c + n);
                CHECK(with(1)[at] == (n == order[0] ? parameters[at] : 0));
            }
    }
}
