#include "engine/network/tensors.h"

#include "engine/network/grid_encoding.h"
#include "engine/network/parameters.h"

namespace redraw {

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

}  // namespace redraw
