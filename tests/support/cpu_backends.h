// Helpers for tests of backends: instruction sets, small pictures, and networks in doubles.
#pragma once

#include "engine/backend/backend.h"
#include "engine/cpu/instruction_set.h"
#include "engine/device/devices.h"
#include "engine/network/encodings.h"
#include "engine/network/parameters.h"
#include "engine/network/random.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace redraw_test {

using namespace redraw;

inline std::string name_of_set(InstructionSet set) {
    for (const auto& [value, name] : {std::pair{InstructionSet::avx2, "avx2"},
                                      {InstructionSet::avx512, "avx512"},
                                      {InstructionSet::avx512_bf16, "avx512_bf16"},
                                      {InstructionSet::amx, "amx"},
                                      {InstructionSet::emulated_amx, "emulated_amx"}})
        if (set == value) return name;
    return "scalar";
}

inline std::vector<InstructionSet> instruction_sets() {
    std::vector<InstructionSet> sets{InstructionSet::scalar};
    for (const InstructionSet set : {InstructionSet::avx2, InstructionSet::avx512}) {
        if (cpu::supported(set))
            sets.push_back(set);
        else
            MESSAGE("SKIP: this processor has no " << name_of_set(set));
    }
    return sets;
}

// Makes a picture of noise, whose lack of symmetry reveals swapped indices, with exact zeros and
// ones, the extremes of a loss.
inline std::shared_ptr<Dataset> noise_picture(int width, int height, int channels) {
    auto dataset = std::make_shared<Dataset>();
    dataset->target = make_image(width, height, channels);
    dataset->grid = picture_grid(width, height);
    std::vector<float>& values = dataset->target.values;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float noise = random_unit(7, 1, i);
        values[i] = i % 5 == 0 ? 0.0f : i % 7 == 0 ? 1.0f : noise;
    }
    return dataset;
}

// Returns initial weights, but random biases and grid tables, so that none can be forgotten.
inline std::vector<float> random_parameters(const NetworkSpec& network, int channels) {
    std::vector<float> parameters = initial_parameters(network, channels, 5);
    for (std::size_t i = 0; i < grid_parameters(network); ++i)
        parameters[i] = random_unit(9, 1, i) - 0.5f;
    for (const LayerShape& layer : layer_shapes(network, channels))
        for (int j = 0; j < layer.outputs; ++j)
            parameters[layer.biases + j] = random_unit(9, layer.biases, j) - 0.5f;
    return parameters;
}

inline std::unique_ptr<Backend> backend_of(InstructionSet set, const NetworkSpec& network,
                                           const OptimizerSpec& optimizer, int channels,
                                           std::shared_ptr<const Dataset> dataset,
                                           int threads = 2) {
    return make_backend({BackendKind::cpu, Precision::automatic, set, threads}, network, optimizer,
                        channels, std::move(dataset));
}

// Trains one burst of as many steps as there are rates.
inline std::vector<StepResult> train_at(Backend& backend, const std::vector<float>& rates) {
    std::vector<StepResult> results(rates.size());
    backend.train(rates, results);
    return results;
}

// Specifies SGD without momentum: after a step, the first moment is the gradient.
inline OptimizerSpec plain_descent(Loss loss) {
    return {.kind = Optimizer::sgd, .loss = loss};
}

// A corner of the grid cell around a point: the index of its first feature in the parameters, and
// its weight at the point. Written from config.h, without the engine's grid_corners().
struct Corner {
    std::size_t first;
    double weight;
};
inline std::vector<Corner> corners_at(const GridLevel& level, int features, double x, double y) {
    const auto end = [](GridAxis axis) { return double(axis.first + axis.count); };
    const auto place = [&](double coordinate, GridAxis axis) {
        return std::clamp((coordinate + 1) / 2 * level.cells, double(axis.first), end(axis));
    };
    const double across = place(x, level.columns), along = place(y, level.rows);
    const double column = std::fmin(std::floor(across), end(level.columns) - 1);
    const double row = std::fmin(std::floor(along), end(level.rows) - 1);
    std::vector<Corner> corners;
    for (const int down : {0, 1})
        for (const int right : {0, 1}) {
            const auto i = std::uint64_t(column + right), j = std::uint64_t(row + down);
            const std::uint64_t entry = level.hashed
                                            ? (i ^ (j * 2654435761u)) % level.entries
                                            : (j - std::uint64_t(level.rows.first)) *
                                                      std::uint64_t(level.columns.count + 1) +
                                                  i - std::uint64_t(level.columns.first);
            corners.push_back(
                {level.first + entry * std::size_t(features),
                 (1 - std::fabs(across - column - right)) * (1 - std::fabs(along - row - down))});
        }
    return corners;
}

// Returns the inputs of the first layer at one point.
inline std::vector<double> inputs_at(const NetworkSpec& network,
                                     const std::vector<double>& parameters, double x, double y) {
    if (network.encoding != Encoding::grid) return {x, y};
    std::vector<double> inputs;
    for (const GridLevel& level : grid_levels(network))
        for (int f = 0; f < network.grid.features; ++f) {
            double sum = 0;
            for (const Corner& corner : corners_at(level, network.grid.features, x, y))
                sum += corner.weight * parameters[corner.first + std::size_t(f)];
            inputs.push_back(sum);
        }
    return inputs;
}

inline double unit_value(const LayerShape& layer, double pre) {
    switch (layer.activation) {
        case Activation::sine:
            return std::sin(layer.omega * pre);
        case Activation::tanh:
            return std::tanh(pre);
        case Activation::sigmoid:
            return 1 / (1 + std::exp(-pre));
        case Activation::relu:
            return std::fmax(pre, 0.0);
        case Activation::gelu:
            break;
    }
    return 0.5 * pre *
           (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (pre + 0.044715 * pre * pre * pre)));
}

// Returns the outputs of the network at one point, in doubles, by the definitions in config.h.
inline std::vector<double> evaluate(const NetworkSpec& network,
                                    const std::vector<double>& parameters, int channels, double x,
                                    double y) {
    std::vector<double> input = inputs_at(network, parameters, x, y);
    const auto layers = layer_shapes(network, channels);
    for (std::size_t l = 0; l < layers.size(); ++l) {
        std::vector<double> output(layers[l].outputs);
        for (int j = 0; j < layers[l].outputs; ++j) {
            double sum = parameters[layers[l].biases + j];
            for (int k = 0; k < layers[l].inputs; ++k)
                sum += parameters[layers[l].weights + std::size_t(j) * layers[l].inputs + k] *
                       input[k];
            output[j] = l + 1 < layers.size() ? unit_value(layers[l], sum) : sum;
        }
        input = output;
    }
    return input;
}

inline double drawn(OutputMap map, double y) {
    return map == OutputMap::sigmoid ? 1 / (1 + std::exp(-y)) : (y + 1) / 2;
}

inline double loss_of(OutputMap map, Loss loss, double y, double target) {
    if (loss == Loss::bce) {  // y is a logit
        const double p = 1 / (1 + std::exp(-y));
        return -target * std::log(p) - (1 - target) * std::log1p(-p);
    }
    const double error = drawn(map, y) - target;
    return loss == Loss::mse ? error * error : std::fabs(error);
}

// Returns the mean loss over the whole picture.
inline double picture_loss(const NetworkSpec& network, const std::vector<double>& parameters,
                           Loss loss, const Dataset& dataset) {
    const Image& target = dataset.target;
    double sum = 0;
    for (int row = 0; row < target.height; ++row)
        for (int column = 0; column < target.width; ++column) {
            const auto y = evaluate(network, parameters, target.channels, dataset.grid.x(column),
                                    dataset.grid.y(row));
            for (int c = 0; c < target.channels; ++c)
                sum += loss_of(network.output, loss, y[c],
                               target.row(row)[column * target.channels + c]);
        }
    return sum / double(target.values.size());
}

// Returns the render that a backend should give, calculated in doubles.
inline Image exact_drawing(const NetworkSpec& network, const std::vector<float>& parameters,
                           int channels, const Grid& grid) {
    const std::vector<double> exact(parameters.begin(), parameters.end());
    Image image = make_image(grid.width, grid.height, channels);
    for (int row = 0; row < grid.height; ++row)
        for (int column = 0; column < grid.width; ++column) {
            const auto y = evaluate(network, exact, channels, grid.x(column), grid.y(row));
            for (int c = 0; c < channels; ++c)
                image.row(row)[column * channels + c] = float(drawn(network.output, y[c]));
        }
    return image;
}

inline NetworkSpec network_of(std::vector<int> layers, Activation activation,
                              OutputMap output = OutputMap::linear) {
    NetworkSpec network;
    network.layers = std::move(layers);
    network.activation = activation;
    network.output = output;
    network.first_omega = 20;
    network.hidden_omega = 15;
    return network;
}

// Adds an encoding. The grid has three levels: the last is hashed, and the second lacks the rows
// above and below the picture, which is wide (20 x 7).
inline NetworkSpec encoded(NetworkSpec network, Encoding encoding) {
    network.encoding = encoding;
    network.fourier = {.count = 11, .sigma = 2};
    network.grid = {.levels = 3,
                    .features = 2,
                    .base = 2,
                    .finest = 9,
                    .table_bits = 5,
                    .width = 20,
                    .height = 7};
    return network;
}

constexpr Activation kActivations[] = {Activation::sine, Activation::tanh, Activation::sigmoid,
                                       Activation::relu, Activation::gelu};

}  // namespace redraw_test
