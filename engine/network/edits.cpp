#include "engine/network/edits.h"

#include "engine/network/parameters.h"

#include <cmath>
#include <cstddef>

namespace redraw {

void apply(const NetworkEdits& edits, const NetworkSpec& network, int channels,
           std::span<float> parameters) {
    const std::vector<LayerShape> shapes = layer_shapes(network, channels);
    const int fixed = shapes.front().trained ? 0 : 1;
    // The layer of a hidden neuron (`after` 0) or the next one (1); null for another neuron.
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
