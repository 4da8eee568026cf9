#include "engine/cpu/layout.h"

#include "engine/error.h"

#include <algorithm>

namespace redraw::cpu {

namespace {

// A tile's activations and slopes take about this much where layers are narrow enough, so that they
// share a second cache of 512 KiB to 2 MiB with the weights. Where they are not, a smaller tile
// would only read the weights more often. Constants and not the machine's own sizes: tiles decide
// the order of sums, and a run should not change its bits with the machine. Speed hardly depends on
// them.
constexpr std::size_t kTileBytes = 400 * 1024;
constexpr int kSmallestTile = 96;

int round_up(int n, int multiple) {
    return (n + multiple - 1) / multiple * multiple;
}

int tile_pixels(const std::vector<LayerPlan>& layers) {
    std::size_t features = 0;
    for (std::size_t l = 0; l + 1 < layers.size(); ++l) features += layers[l].padded_outputs;
    const auto fitting = static_cast<int>(
        std::min<std::size_t>(kMostTilePixels, kTileBytes / (features * 2 * sizeof(float))));
    return std::max(kSmallestTile, fitting / kRows * kRows);
}

}  // namespace

Layout::Layout(const NetworkSpec& network, int channels, int block) : block_(block) {
    shapes_ = layer_shapes(network, channels);
    REDRAW_CHECK(shapes_.size() >= 2, "a network has a hidden layer");
    const int multiple = block == 0 ? 1 : kPanel;
    for (std::size_t l = 0; l < shapes_.size(); ++l) {
        LayerPlan layer;
        layer.inputs = shapes_[l].inputs;
        layer.outputs = shapes_[l].outputs;
        layer.padded_inputs = round_up(layer.inputs, multiple);
        layer.padded_outputs = round_up(layer.outputs, multiple);
        layer.omega = float(l == 0 ? network.first_omega : network.hidden_omega);
        layers_.push_back(layer);
    }
    plan_.layers = layers_.data();
    plan_.layer_count = int(layers_.size());
    plan_.activation = network.activation;
    plan_.tile_pixels = tile_pixels(layers_);
    // An odd number of cache lines: panels do not compete for the same sets of the first cache.
    plan_.panel_stride = std::size_t(plan_.tile_pixels + 1) * kPanel;
    place();
}

void Layout::place() {
    const auto take = [](std::size_t& total, std::size_t count) {
        const std::size_t at = total;
        total += (count + kPanel - 1) / kPanel * kPanel;
        return at;
    };
    plan_.coordinates = take(workspace_, plan_.panel_stride);
    plan_.outputs = take(workspace_, plan_.panel_stride);
    const int last = plan_.layer_count - 1;
    for (int l = 0; l <= last; ++l) {
        LayerPlan& layer = layers_[l];
        const std::size_t weights = l == 0 ? std::size_t(layer.inputs) * layer.padded_outputs
                                           : std::size_t(layer.padded_inputs) * layer.outputs;
        layer.weights = take(parameters_, weights);
        layer.biases = take(parameters_, layer.padded_outputs);
        if (l > 0 && block_ > 0) {
            layer.packed = take(
                packed_, l == last ? weights : std::size_t(layer.inputs) * layer.padded_outputs);
            if (l == last)
                parts_.push_back({l, 0});
            else
                for (int column = 0; column < layer.padded_outputs; column += block_)
                    parts_.push_back({l, column});
        }
        if (l < last) {
            const std::size_t panels = (layer.padded_outputs + kPanel - 1) / kPanel;
            layer.values = take(workspace_, panels * plan_.panel_stride);
            layer.slopes = take(workspace_, panels * plan_.panel_stride);
        }
    }
}

std::size_t Layout::weight(int layer, int output, int input) const {
    const LayerPlan& plan = layers_[layer];
    if (block_ == 0) return plan.weights + std::size_t(output) * plan.inputs + input;
    const bool first = layer == 0;
    const int column = first ? output : input;
    const int row = first ? input : output;
    const int columns = first ? plan.padded_outputs : plan.padded_inputs;
    const int rows = first ? plan.inputs : plan.outputs;
    const int start = column / block_ * block_;
    const int width = std::min(block_, columns - start);
    return plan.weights + std::size_t(start) * rows + std::size_t(row) * width + (column - start);
}

void Layout::spread(std::span<const float> flat, float* padded) const {
    for (int l = 0; l < plan_.layer_count; ++l) {
        const LayerShape& shape = shapes_[l];
        const float* from = flat.data() + shape.weights;
        for (int output = 0; output < shape.outputs; ++output)
            for (int input = 0; input < shape.inputs; ++input)
                padded[weight(l, output, input)] = *from++;
        std::copy_n(flat.data() + shape.biases, shape.outputs, padded + layers_[l].biases);
    }
}

std::vector<float> Layout::gather(const float* padded) const {
    std::vector<float> flat(flat_size());
    for (int l = 0; l < plan_.layer_count; ++l) {
        const LayerShape& shape = shapes_[l];
        float* to = flat.data() + shape.weights;
        for (int output = 0; output < shape.outputs; ++output)
            for (int input = 0; input < shape.inputs; ++input)
                *to++ = padded[weight(l, output, input)];
        std::copy_n(padded + layers_[l].biases, shape.outputs, flat.data() + shape.biases);
    }
    return flat;
}

void Layout::pack(const float* padded, float* packed, int part) const {
    const auto [l, column] = parts_[part];
    const LayerPlan& layer = layers_[l];
    float* to = packed + layer.packed;
    if (l == plan_.layer_count - 1) {
        for (int output = 0; output < layer.outputs; ++output)
            for (int input = 0; input < layer.padded_inputs; ++input)
                *to++ = input < layer.inputs ? padded[weight(l, output, input)] : 0.0f;
        return;
    }
    const int width = std::min(block_, layer.padded_outputs - column);
    to += std::size_t(column) * layer.inputs;
    for (int input = 0; input < layer.inputs; ++input)
        for (int output = column; output < column + width; ++output)
            *to++ = output < layer.outputs ? padded[weight(l, output, input)] : 0.0f;
}

}  // namespace redraw::cpu
