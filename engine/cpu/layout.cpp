#include "engine/cpu/layout.h"

#include "engine/backend/backend.h"
#include "engine/error.h"
#include "engine/network/grid_encoding.h"

#include <algorithm>

namespace redraw::cpu {

namespace {

// A tile's activations and slopes take about this much where layers are narrow enough, so that they
// share a second cache of 512 KiB to 2 MiB with the weights. Where they are not, a smaller tile
// would only read the weights more often. Constants and not the machine's own sizes: tiles decide
// the order of sums, and a run should not change its bits with the machine. Speed hardly depends on
// them.
constexpr std::size_t kTileBytes = 400 * 1024;
constexpr int kSmallestTile = 96, kLargestTile = 192, kLargestBf16Tile = 256;

int round_up(int n, int multiple) {
    return (n + multiple - 1) / multiple * multiple;
}

int tile_pixels(const std::vector<LayerPlan>& layers, const KernelSet& kernels) {
    const bool fp32 = kernels.precision == Precision::fp32;
    std::size_t features = 0;
    for (std::size_t l = 0; l + 1 < layers.size(); ++l) features += layers[l].padded_outputs;
    const std::size_t bytes = features * 2 * (fp32 ? 4 : 2);  // a pixel's values and slopes
    const auto fitting =
        int(std::min<std::size_t>(fp32 ? kLargestTile : kLargestBf16Tile, kTileBytes / bytes));
    const int together = std::max(2, kernels.pixels);  // an area pixel's two samples are not parted
    return std::max(kSmallestTile, fitting / together * together);
}

std::size_t take(std::size_t& total, std::size_t count) {
    const std::size_t at = total;
    total += (count + kPanel - 1) / kPanel * kPanel;
    return at;
}

}  // namespace

Layout::Layout(const NetworkSpec& network, int channels, const KernelSet& kernels)
    : block_(kernels.block),
      features_(kernels.features),
      precision_(kernels.precision),
      fp32_forward_(kernels.fp32_forward) {
    shapes_ = layer_shapes(network, channels);
    REDRAW_CHECK(shapes_.size() >= 2, "a network has a hidden layer");
    for (std::size_t l = 0; l < shapes_.size(); ++l) {
        LayerPlan layer;
        layer.inputs = shapes_[l].inputs;
        layer.outputs = shapes_[l].outputs;
        layer.padded_inputs = round_up(layer.inputs, features_);
        layer.padded_outputs = round_up(layer.outputs, features_);
        layer.omega = float(shapes_[l].omega);
        layers_.push_back(layer);
    }
    plan_.layers = layers_.data();
    plan_.layer_count = int(layers_.size());
    plan_.fixed_layers = shapes_[0].trained ? 0 : 1;
    plan_.activation = network.activation;
    plan_.trains_inputs = network.encoding == Encoding::grid;
    plan_.tile_pixels = tile_pixels(layers_, kernels);
    plan_.block = block_;
    // An odd number of cache lines: panels do not compete for the same sets of the first cache.
    plan_.panel_stride = std::size_t(plan_.tile_pixels + 1) * kPanel;
    place_parameters();
    place_packed();
    place_workspace();
    tables_ = grid_parameters(network);
}

bool Layout::in_three_parts() const {
    return precision_ == Precision::bf16x3 && !fp32_forward_;
}

// The matrix unit writes the gradients of whole blocks of outputs.
int Layout::rows_of(int layer) const {
    const LayerPlan& plan = layers_[layer];
    if (layer == 0) return plan.inputs;
    const bool whole = precision_ != Precision::fp32 && layer + 1 < plan_.layer_count;
    return whole ? plan.padded_outputs : plan.outputs;
}

void Layout::place_parameters() {
    for (int l = 0; l < plan_.layer_count; ++l) {
        LayerPlan& layer = layers_[l];
        const int columns = l == 0 ? layer.padded_outputs : layer.padded_inputs;
        layer.weights = take(parameters_, std::size_t(rows_of(l)) * columns);
        layer.biases = take(parameters_, layer.padded_outputs);
    }
}

void Layout::place_packed() {
    if (block_ == 0) return;
    const int last = plan_.layer_count - 1;
    if (plan_.trains_inputs) {
        LayerPlan& first = layers_[0];
        first.packed_back = take(packed_, std::size_t(first.padded_outputs) * first.padded_inputs);
        parts_.push_back({0, 0});
    }
    for (int l = 1; l <= last; ++l) {
        LayerPlan& layer = layers_[l];
        if (l == last) {
            layer.packed = take(packed_, std::size_t(layer.outputs) * layer.padded_inputs);
            parts_.push_back({l, 0});
            continue;
        }
        int columns_of_part = block_;
        if (precision_ == Precision::fp32) {
            layer.packed = take(packed_, std::size_t(layer.inputs) * layer.padded_outputs);
        } else {
            const std::size_t bf16s = std::size_t(layer.padded_inputs) * layer.padded_outputs;
            layer.packed = take(packed_, fp32_forward_ ? bf16s : bf16s / 2);
            layer.packed_back = take(packed_, bf16s / 2);
            if (in_three_parts()) layer.packed_low = take(packed_, bf16s / 2);
            columns_of_part = features_;
        }
        for (int column = 0; column < layer.padded_outputs; column += columns_of_part)
            parts_.push_back({l, column});
    }
}

void Layout::place_workspace() {
    const std::size_t pixels = std::size_t(plan_.tile_pixels);
    // Padded: the vector kernels write whole panels of gradients.
    const std::size_t input_floats =
        std::size_t((layers_[0].padded_inputs + kPanel - 1) / kPanel) * plan_.panel_stride;
    plan_.inputs = take(workspace_, input_floats);
    if (plan_.trains_inputs) plan_.input_gradients = take(workspace_, input_floats);
    plan_.outputs = take(workspace_, plan_.panel_stride);
    const bool fp32 = precision_ == Precision::fp32;
    std::size_t widest = 0;
    for (int l = 0; l + 1 < plan_.layer_count; ++l) {
        LayerPlan& layer = layers_[l];
        widest = std::max(widest, std::size_t(layer.padded_outputs));
        const std::size_t panels = (layer.padded_outputs + kPanel - 1) / kPanel;
        const std::size_t floats =
            fp32 ? panels * plan_.panel_stride : pixels * layer.padded_outputs / 2;
        layer.values = take(workspace_, floats);
        layer.slopes = take(workspace_, floats);
    }
    if (fp32) return;
    const std::size_t matrix = pixels * widest / 2;
    for (std::size_t& rows : plan_.rows)
        rows = take(workspace_, fp32_forward_ ? 2 * matrix : matrix);
    if (in_three_parts())
        for (std::size_t& rows : plan_.rows_low) rows = take(workspace_, matrix);
    plan_.deltas = take(workspace_, matrix);
    plan_.staging = take(workspace_, 2 * std::size_t(features_) * features_);
    plan_.output_sums = take(workspace_, pixels * layers_.back().outputs * kPanel);
}

std::size_t Layout::weight(int layer, int output, int input) const {
    const LayerPlan& plan = layers_[layer];
    if (block_ == 0) return plan.weights + std::size_t(output) * plan.inputs + input;
    const bool first = layer == 0;
    const int column = first ? output : input;
    const int row = first ? input : output;
    const int columns = first ? plan.padded_outputs : plan.padded_inputs;
    const int start = column / block_ * block_;
    const int width = std::min(block_, columns - start);
    return plan.weights + std::size_t(start) * rows_of(layer) + std::size_t(row) * width +
           (column - start);
}

void Layout::spread(std::span<const float> flat, float* padded) const {
    std::copy_n(flat.data(), tables_, padded + parameters_);
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
    std::copy_n(padded + parameters_, tables_, flat.data());
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

void Layout::pack(const float* padded, float* packed, int index) const {
    const Part& part = parts_[index];
    if (part.layer == 0)
        pack_first_back(padded, packed);
    else if (part.layer == plan_.layer_count - 1)
        pack_output(padded, packed);
    else if (precision_ == Precision::fp32)
        pack_columns(padded, packed, part);
    else
        pack_bf16(padded, packed, part);
}

void Layout::pack_output(const float* padded, float* packed) const {
    const int l = plan_.layer_count - 1;
    const LayerPlan& layer = layers_[l];
    float* to = packed + layer.packed;
    for (int output = 0; output < layer.outputs; ++output)
        for (int input = 0; input < layer.padded_inputs; ++input)
            *to++ = input < layer.inputs ? padded[weight(l, output, input)] : 0.0f;
}

void Layout::pack_first_back(const float* padded, float* packed) const {
    const LayerPlan& layer = layers_[0];
    float* to = packed + layer.packed_back;
    for (int start = 0; start < layer.padded_inputs; start += block_) {
        const int end = std::min(layer.padded_inputs, start + block_);
        for (int output = 0; output < layer.padded_outputs; ++output)
            for (int input = start; input < end; ++input)
                *to++ = output < layer.outputs && input < layer.inputs
                            ? padded[weight(0, output, input)]
                            : 0.0f;
    }
}

void Layout::pack_columns(const float* padded, float* packed, const Part& part) const {
    const auto [l, column] = part;
    const LayerPlan& layer = layers_[l];
    const int width = std::min(block_, layer.padded_outputs - column);
    float* to = packed + layer.packed + std::size_t(column) * layer.inputs;
    for (int input = 0; input < layer.inputs; ++input)
        for (int output = column; output < column + width; ++output)
            *to++ = output < layer.outputs ? padded[weight(l, output, input)] : 0.0f;
}

}  // namespace redraw::cpu
