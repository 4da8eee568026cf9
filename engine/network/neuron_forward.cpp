#include "engine/network/neuron_forward.h"

#include "engine/error.h"
#include "engine/network/numerics.h"

#include <utility>

namespace redraw {

NeuronForward::NeuronForward(const NetworkSpec& network, int channels,
                             std::vector<float> parameters)
    : network_(network),
      shapes_(layer_shapes(network, channels)),
      parameters_(std::move(parameters)) {
    REDRAW_CHECK(parameters_.size() == parameter_count(network, channels),
                 "parameters of this network");
}

void NeuronForward::answer(int layer, int first, int count, const float* inputs,
                           float* answers) const {
    const LayerShape& shape = shapes_[std::size_t(layer)];
    const float omega = float(layer == 0 ? network_.first_omega : network_.hidden_omega);
    for (int neuron = first; neuron < first + count; ++neuron, answers += kPoints) {
        const float* weights =
            parameters_.data() + shape.weights + std::size_t(neuron) * shape.inputs;
        float sums[kPoints];
        for (float& sum : sums) sum = parameters_[shape.biases + std::size_t(neuron)];
        for (int i = 0; i < shape.inputs; ++i)
            for (int p = 0; p < kPoints; ++p)
                sums[p] += weights[i] * inputs[std::size_t(i) * kPoints + p];
        float slope;
        for (int p = 0; p < kPoints; ++p)
            numerics::activate(network_.activation, sums[p], omega, answers[p], slope);
    }
}

std::vector<float> NeuronForward::weights(int layer, int neuron) const {
    const LayerShape& shape = shapes_[std::size_t(layer)];
    const auto first =
        parameters_.begin() + std::ptrdiff_t(shape.weights + std::size_t(neuron) * shape.inputs);
    return {first, first + shape.inputs};
}

float NeuronForward::bias(int layer, int neuron) const {
    return parameters_[shapes_[std::size_t(layer)].biases + std::size_t(neuron)];
}

}  // namespace redraw
