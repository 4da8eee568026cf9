// The gradient of a network's mean loss over a picture in double precision, by plain
// back-propagation: what the kernels' gradients are measured against. Checked itself against
// central differences of the evaluator in cpu_backends.h (test_cpu_precision.cpp).
#pragma once

#include "engine/network/numerics.h"
#include "tests/cpu_backends.h"

namespace redraw_test {

inline std::vector<double> exact_gradient(const NetworkSpec& network,
                                          const std::vector<float>& parameters, Loss loss,
                                          const Dataset& dataset) {
    const Image& target = dataset.target;
    const auto layers = layer_shapes(network, target.channels);
    std::vector<double> gradient(parameters.size());
    std::vector<std::vector<double>> values(layers.size() + 1), slopes(layers.size());
    for (int pixel = 0; pixel < target.width * target.height; ++pixel) {
        values[0] = {dataset.grid.x(pixel % target.width), dataset.grid.y(pixel / target.width)};
        for (std::size_t l = 0; l < layers.size(); ++l) {
            const LayerShape& layer = layers[l];
            values[l + 1].assign(layer.outputs, 0);
            slopes[l].assign(layer.outputs, 1);
            for (int j = 0; j < layer.outputs; ++j) {
                double sum = parameters[layer.biases + j];
                const float* row =
                    parameters.data() + layer.weights + std::size_t(j) * layer.inputs;
                for (int k = 0; k < layer.inputs; ++k) sum += double(row[k]) * values[l][k];
                if (l + 1 == layers.size())
                    values[l + 1][j] = sum;
                else
                    numerics::activate<double>(network.activation, sum,
                                               l == 0 ? network.first_omega : network.hidden_omega,
                                               values[l + 1][j], slopes[l][j]);
            }
        }
        std::vector<double> delta(target.channels);
        for (int c = 0; c < target.channels; ++c)
            delta[c] = numerics::output_loss<double>(
                           network.output, loss, values.back()[c],
                           target.values[std::size_t(pixel) * target.channels + c])
                           .gradient /
                       double(target.values.size());
        for (std::size_t l = layers.size(); l-- > 0;) {
            const LayerShape& layer = layers[l];
            std::vector<double> below(layer.inputs);
            for (int j = 0; j < layer.outputs; ++j) {
                const std::size_t row = layer.weights + std::size_t(j) * layer.inputs;
                gradient[layer.biases + j] += delta[j];
                for (int k = 0; k < layer.inputs; ++k) {
                    gradient[row + k] += delta[j] * values[l][k];
                    below[k] += delta[j] * parameters[row + k];
                }
            }
            if (l > 0)
                for (int k = 0; k < layer.inputs; ++k) below[k] *= slopes[l - 1][k];
            delta = std::move(below);
        }
    }
    return gradient;
}

// |values - exact| / |exact|, Euclidean.
inline double relative_error(std::span<const float> values, std::span<const double> exact) {
    double error = 0, size = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        error += std::pow(values[i] - exact[i], 2);
        size += exact[i] * exact[i];
    }
    return std::sqrt(error / size);
}

}  // namespace redraw_test
