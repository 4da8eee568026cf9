#include "engine/network/initialisation.h"

#include "engine/network/parameters.h"
#include "engine/network/random.h"

#include <cmath>

namespace redraw {
namespace {

void fill_uniform(float* values, std::size_t count, double bound, std::uint64_t seed,
                  std::uint64_t stream) {
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<float>(bound * (2.0 * random_unit(seed, stream, i) - 1.0));
}

double weight_bound(const NetworkSpec& network, const LayerShape& layer, bool first, bool last) {
    const double fan_in = layer.inputs, fan_out = layer.outputs;
    switch (network.activation) {
        case Activation::sine:
            if (first) return 1.0 / fan_in;
            return (last ? 1.0 : network.hidden_gain) * std::sqrt(6.0 / fan_in) /
                   network.hidden_omega;
        case Activation::relu:
        case Activation::gelu:
            return last ? std::sqrt(6.0 / (fan_in + fan_out)) : std::sqrt(6.0 / fan_in);
        case Activation::tanh:
            return std::sqrt(6.0 / (fan_in + fan_out));
        case Activation::sigmoid:
            return (last ? 1.0 : 4.0) * std::sqrt(6.0 / (fan_in + fan_out));
    }
    return 0;
}

}  // namespace

std::vector<float> initial_parameters(const NetworkSpec& network, int channels,
                                      std::uint64_t seed) {
    std::vector<float> parameters(parameter_count(network, channels), 0.0f);
    const std::vector<LayerShape> layers = layer_shapes(network, channels);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const LayerShape& layer = layers[i];
        const bool last = i + 1 == layers.size();
        fill_uniform(parameters.data() + layer.weights, layer.biases - layer.weights,
                     weight_bound(network, layer, i == 0, last), seed, 2 * i);
        if (network.activation == Activation::sine)
            fill_uniform(parameters.data() + layer.biases, std::size_t(layer.outputs),
                         1.0 / std::sqrt(double(layer.inputs)), seed, 2 * i + 1);
    }
    return parameters;
}

}  // namespace redraw
