// The loss of a batch and its gradient in doubles, by the chain rule.
#pragma once

#include "tests/support/cpu_backends.h"

#include <numeric>
#include <span>
#include <vector>

namespace redraw_test {

struct ExactStep {
    double loss = 0, squared_error = 0;
    std::vector<double> gradient;
};

inline double unit_derivative(const LayerShape& layer, double pre) {
    const double omega = layer.omega;
    switch (layer.activation) {
        case Activation::sine:
            return omega * std::cos(omega * pre);
        case Activation::tanh:
            return 1 / (std::cosh(pre) * std::cosh(pre));
        case Activation::sigmoid:
            return 1 / ((1 + std::exp(-pre)) * (1 + std::exp(pre)));
        case Activation::relu:
            return pre > 0 ? 1 : 0;
        case Activation::gelu:
            break;
    }
    const double scale = std::sqrt(2 / std::acos(-1.0));
    const double t = std::tanh(scale * (pre + 0.044715 * pre * pre * pre));
    return 0.5 * (1 + t) + 0.5 * pre * (1 - t * t) * scale * (1 + 3 * 0.044715 * pre * pre);
}

inline double loss_slope(OutputMap map, Loss loss, double y, double target) {
    const double sigmoid = 1 / (1 + std::exp(-y));
    if (loss == Loss::bce) return sigmoid - target;
    const double error = drawn(map, y) - target;
    const double slope = map == OutputMap::sigmoid ? sigmoid * (1 - sigmoid) : 0.5;
    return (loss == Loss::mse ? 2 * error : double(error > 0) - double(error < 0)) * slope;
}

// Adds the gradients of a grid's tables, given those of the first layer's inputs.
inline void add_table_gradients(const NetworkSpec& network, double x, double y,
                                const std::vector<double>& by_inputs,
                                std::vector<double>& gradient) {
    std::size_t input = 0;
    for (const GridLevel& level : grid_levels(network))
        for (int f = 0; f < network.grid.features; ++f, ++input)
            for (const Corner& corner : corners_at(level, network.grid.features, x, y))
                gradient[corner.first + std::size_t(f)] += corner.weight * by_inputs[input];
}

// Returns a step's loss and gradient. `pixels`: the batch, in any order.
inline ExactStep exact_step(const NetworkSpec& network, const std::vector<double>& parameters,
                            Loss loss, const Dataset& dataset,
                            const std::vector<std::uint32_t>& pixels) {
    const Image& target = dataset.target;
    const int channels = target.channels;
    const auto layers = layer_shapes(network, channels);
    const double values = double(pixels.size()) * channels;
    ExactStep step;
    step.gradient.resize(parameters.size());
    std::vector<std::vector<double>> inputs(layers.size()), pre(layers.size());
    for (const std::uint32_t pixel : pixels) {
        const Point at{dataset.grid.x(int(pixel % target.width)),
                       dataset.grid.y(int(pixel / target.width))};
        inputs[0] = inputs_at(network, parameters, at.x, at.y);
        for (std::size_t l = 0; l < layers.size(); ++l) {
            pre[l].assign(layers[l].outputs, 0);
            for (int j = 0; j < layers[l].outputs; ++j) {
                double sum = parameters[layers[l].biases + j];
                const double* row =
                    &parameters[layers[l].weights + std::size_t(j) * layers[l].inputs];
                for (int k = 0; k < layers[l].inputs; ++k) sum += row[k] * inputs[l][k];
                pre[l][j] = sum;
            }
            if (l + 1 == layers.size()) break;
            inputs[l + 1].resize(layers[l].outputs);
            for (int j = 0; j < layers[l].outputs; ++j)
                inputs[l + 1][j] = unit_value(layers[l], pre[l][j]);
        }
        std::vector<double> deltas(channels);
        for (int c = 0; c < channels; ++c) {
            const double y = pre.back()[c];
            const double wanted = target.values[std::size_t(pixel) * channels + c];
            const double error = drawn(network.output, y) - wanted;
            step.loss += loss_of(network.output, loss, y, wanted) / values;
            step.squared_error += error * error / values;
            deltas[c] = loss_slope(network.output, loss, y, wanted) / values;
        }
        for (std::size_t l = layers.size(); l-- > 0;) {
            std::vector<double> below(layers[l].inputs);
            if (!layers[l].trained) break;
            for (int j = 0; j < layers[l].outputs; ++j) {
                const std::size_t row = layers[l].weights + std::size_t(j) * layers[l].inputs;
                step.gradient[layers[l].biases + j] += deltas[j];
                for (int k = 0; k < layers[l].inputs; ++k) {
                    step.gradient[row + k] += deltas[j] * inputs[l][k];
                    below[k] += deltas[j] * parameters[row + k];
                }
            }
            if (l == 0) {
                add_table_gradients(network, at.x, at.y, below, step.gradient);
                break;
            }
            for (int k = 0; k < layers[l].inputs; ++k)
                below[k] *= unit_derivative(layers[l - 1], pre[l - 1][k]);
            deltas = std::move(below);
        }
    }
    return step;
}

// Returns the gradient over the whole picture.
inline std::vector<double> exact_gradient(const NetworkSpec& network,
                                          const std::vector<float>& parameters, Loss loss,
                                          const Dataset& dataset) {
    std::vector<std::uint32_t> pixels(dataset.target.pixel_count());
    std::iota(pixels.begin(), pixels.end(), 0u);
    return exact_step(network, {parameters.begin(), parameters.end()}, loss, dataset, pixels)
        .gradient;
}

// Returns |values - exact| / |exact|, with Euclidean norms.
inline double relative_error(std::span<const float> values, std::span<const double> exact) {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        difference += (values[i] - exact[i]) * (values[i] - exact[i]);
        size += exact[i] * exact[i];
    }
    return std::sqrt(difference / std::fmax(size, 1e-60));
}
// Returns the relative error over the elements [begin, end).
inline double relative_error(const std::vector<float>& values, const std::vector<double>& exact,
                             std::size_t begin, std::size_t end) {
    return relative_error(std::span(values).subspan(begin, end - begin),
                          std::span(exact).subspan(begin, end - begin));
}

}  // namespace redraw_test
