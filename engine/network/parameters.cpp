#include "engine/network/parameters.h"

#include "engine/error.h"

#include <utility>

namespace redraw {

std::vector<LayerShape> layer_shapes(const NetworkSpec& network, int channels) {
    REDRAW_CHECK(channels >= 1 && channels <= 4, "a drawing has 1 to 4 channels");
    std::vector<LayerShape> shapes;
    std::size_t offset = 0;
    int inputs = 2;
    const auto add = [&](int outputs) {
        const std::size_t weights = std::size_t(inputs) * std::size_t(outputs);
        shapes.push_back({inputs, outputs, offset, offset + weights});
        offset += weights + std::size_t(outputs);
        inputs = outputs;
    };
    for (int width : network.layers) add(width);
    add(channels);
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
