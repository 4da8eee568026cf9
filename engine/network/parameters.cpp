#include "engine/network/parameters.h"

#include "engine/error.h"
#include "engine/network/grid_encoding.h"
#include "engine/network/window_encoding.h"

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

}  // namespace redraw
