#include "engine/network/parameters.h"

#include "engine/error.h"
#include "engine/network/encodings.h"
#include "engine/network/random.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace redraw {

int output_count(const NetworkSpec& network, int channels) {
    return network.encoding == Encoding::window ? 1 : channels;
}

bool trains_biases(const NetworkSpec& network) {
    return network.encoding != Encoding::window || network.window.tones == Tones::absolute;
}

namespace {

int input_count(const NetworkSpec& network) {
    if (network.encoding == Encoding::grid) return network.grid.levels * network.grid.features;
    return network.encoding == Encoding::window ? window_shape(network.window).inputs() : 2;
}

// Random streams for the initial values of the encodings; the layers use streams that count from 0.
constexpr std::uint64_t kFourierStream = 1000, kGridStream = 1001;
constexpr double kGridBound = 1e-4;  // bound of a grid's initial features (Mueller et al. 2022)

void fill_uniform(float* values, std::size_t count, double bound, std::uint64_t seed,
                  std::uint64_t stream) {
    for (std::size_t i = 0; i < count; ++i)
        values[i] = float(bound * (2.0 * random_unit(seed, stream, i) - 1.0));
}

// Draws two numbers from the normal distribution N(0, sigma^2) (Box and Muller 1958).
void fill_normal_pair(float* pair, double sigma, std::uint64_t seed, std::uint64_t index) {
    const double radius =
        sigma * std::sqrt(-2 * std::log(1.0 - random_unit(seed, kFourierStream, 2 * index)));
    const double angle = 2 * std::numbers::pi * random_unit(seed, kFourierStream, 2 * index + 1);
    pair[0] = float(radius * std::cos(angle));
    pair[1] = float(radius * std::sin(angle));
}

// Uses the same frequencies for sines and for cosines. Coordinates run from -1 to 1 over the longer
// side, so f cycles over that side are f / 2 cycles per unit of the coordinate.
void fill_fourier(const NetworkSpec& network, const LayerShape& layer, float* parameters,
                  std::uint64_t seed) {
    const int count = network.fourier.count;
    float* weights = parameters + layer.weights;
    for (int i = 0; i < count; ++i) {
        fill_normal_pair(weights + 2 * i, network.fourier.sigma / 2, seed, std::uint64_t(i));
        std::copy_n(weights + 2 * i, 2, weights + 2 * (count + i));
        parameters[layer.biases + std::size_t(count + i)] = 0.25f;
    }
}

double weight_bound(const NetworkSpec& network, const LayerShape& layer, bool first, bool last) {
    const double fan_in = layer.inputs, fan_out = layer.outputs;
    switch (network.activation) {
        case Activation::sine:
            if (first && network.encoding == Encoding::none) return 1.0 / fan_in;
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

std::vector<LayerShape> layer_shapes(const NetworkSpec& network, int channels) {
    REDRAW_CHECK(channels >= 1 && channels <= 4, "a drawing has 1 to 4 channels");
    std::vector<LayerShape> shapes;
    const bool coordinates =
        network.encoding == Encoding::none || network.encoding == Encoding::fourier;
    std::size_t offset = grid_parameters(network);
    int inputs = input_count(network);
    const auto add = [&](int outputs) {
        const std::size_t weights = std::size_t(inputs) * std::size_t(outputs);
        const bool reads_coordinates = shapes.empty() && coordinates;
        shapes.push_back({inputs, outputs, offset, offset + weights, network.activation,
                          reads_coordinates ? network.first_omega : network.hidden_omega});
        offset += weights + std::size_t(outputs);
        inputs = outputs;
    };
    if (network.encoding == Encoding::fourier) {
        add(2 * network.fourier.count);
        shapes.back().activation = Activation::sine;
        shapes.back().omega = 2 * std::numbers::pi;
        shapes.back().trained = false;
    }
    for (int width : network.layers) add(width);
    add(output_count(network, channels));
    return shapes;
}

std::size_t parameter_count(const NetworkSpec& network, int channels) {
    const LayerShape last = layer_shapes(network, channels).back();
    return last.biases + std::size_t(last.outputs);
}

State fresh_state(std::vector<float> parameters, Optimizer optimizer, std::int64_t step) {
    State state;
    state.step = step;
    state.first_moment.assign(parameters.size(), 0.0f);
    if (optimizer == Optimizer::adam) state.second_moment.assign(parameters.size(), 0.0f);
    state.parameters = std::move(parameters);
    return state;
}

bool lacks_moments(const State& state, const OptimizerSpec& optimizer) {
    return optimizer.kind == Optimizer::adam && state.step > 0 && state.optimizer_step == 0;
}

std::size_t Tensor::count() const {
    std::size_t count = 1;
    for (const int side : shape) count *= std::size_t(side);
    return count;
}

std::vector<Tensor> tensors_of(const NetworkSpec& network, int channels) {
    std::vector<Tensor> tensors;
    const std::vector<GridLevel> levels = grid_levels(network);
    for (std::size_t i = 0; i < levels.size(); ++i)
        tensors.push_back({"levels." + std::to_string(i) + ".table",
                           {int(levels[i].entries), network.grid.features},
                           levels[i].first});
    const std::vector<LayerShape> layers = layer_shapes(network, channels);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const LayerShape& layer = layers[i];
        const std::string name = "layers." + std::to_string(i);
        tensors.push_back({name + ".weight", {layer.outputs, layer.inputs}, layer.weights});
        tensors.push_back({name + ".bias", {layer.outputs}, layer.biases});
    }
    return tensors;
}

std::vector<float> initial_parameters(const NetworkSpec& network, int channels,
                                      std::uint64_t seed) {
    std::vector<float> parameters(parameter_count(network, channels), 0.0f);
    fill_uniform(parameters.data(), grid_parameters(network), kGridBound, seed, kGridStream);
    const std::vector<LayerShape> layers = layer_shapes(network, channels);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const LayerShape& layer = layers[i];
        if (!layer.trained) {
            fill_fourier(network, layer, parameters.data(), seed);
            continue;
        }
        const bool last = i + 1 == layers.size();
        fill_uniform(parameters.data() + layer.weights, layer.biases - layer.weights,
                     weight_bound(network, layer, i == 0, last), seed, 2 * i);
        if (network.activation == Activation::sine)
            fill_uniform(parameters.data() + layer.biases, std::size_t(layer.outputs),
                         1.0 / std::sqrt(double(layer.inputs)), seed, 2 * i + 1);
    }
    return parameters;
}

void apply(const NetworkEdits& edits, const NetworkSpec& network, int channels,
           std::span<float> parameters) {
    const std::vector<LayerShape> shapes = layer_shapes(network, channels);
    const int fixed = shapes.front().trained ? 0 : 1;
    // Returns the layer of a hidden neuron (`after` 0) or the next layer (`after` 1); null if the
    // neuron does not exist.
    const auto shape_of = [&](const NeuronIndex& index, int after) -> const LayerShape* {
        if (index.layer < 0 || index.layer + 1 >= int(shapes.size()) - fixed) return nullptr;
        const LayerShape& own = shapes[std::size_t(fixed) + std::size_t(index.layer)];
        if (index.neuron < 0 || index.neuron >= own.outputs) return nullptr;
        return &own + after;
    };
    for (const WeightEdit& edit : edits.weights) {
        const LayerShape* shape = shape_of(edit.of, 0);
        if (!shape || edit.input < 0 || edit.input > shape->inputs || !std::isfinite(edit.value))
            continue;
        const auto neuron = std::size_t(edit.of.neuron);
        const std::size_t place =
            edit.input == shape->inputs
                ? shape->biases + neuron
                : shape->weights + neuron * std::size_t(shape->inputs) + std::size_t(edit.input);
        parameters[place] = edit.value;
    }
    for (const NeuronIndex& index : edits.muted)
        if (const LayerShape* next = shape_of(index, 1))
            for (int output = 0; output < next->outputs; ++output)
                parameters[next->weights + std::size_t(output) * std::size_t(next->inputs) +
                           std::size_t(index.neuron)] = 0;
}

}  // namespace redraw
