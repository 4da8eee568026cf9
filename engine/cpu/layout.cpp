#include "engine/cpu/layout.h"

#include "engine/arithmetic.h"
#include "engine/backend/backend.h"
#include "engine/error.h"
#include "engine/network/encodings.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

namespace redraw::cpu {

namespace {

// The memory for the activations and slopes of a tile. Together with the weights of narrow layers
// it fits in a second-level cache of 512 KiB to 2 MiB. For wide layers a tile takes more, at
// kSmallestTile pixels: a smaller tile would only read the weights more often. The size is a
// constant because tiles decide the order of sums, which must not depend on the machine's caches.
// Speed hardly depends on it.
constexpr std::size_t kTileBytes = 400 * 1024;
constexpr int kSmallestTile = 96, kLargestTile = 192, kLargestBf16Tile = 256;

int tile_pixels(const std::vector<LayerPlan>& layers, const KernelSet& kernels) {
    const bool fp32 = kernels.precision == Precision::fp32;
    std::size_t features = 0;
    for (std::size_t l = 0; l + 1 < layers.size(); ++l) features += layers[l].padded_outputs;
    const std::size_t bytes =  // values and slopes of a pixel
        std::max<std::size_t>(features, 1) * 2 * (fp32 ? 4 : 2);
    const auto fitting =
        int(std::min<std::size_t>(fp32 ? kLargestTile : kLargestBf16Tile, kTileBytes / bytes));
    // Keeps the two samples of an area pixel in one tile.
    const int together = std::max(2, kernels.pixels);
    return std::max(kSmallestTile, fitting / together * together);
}

std::size_t take(std::size_t& total, std::size_t count) {
    return std::exchange(total, total + round_up(count, std::size_t(kPanel)));
}

// Rounds to the nearest bf16, ties to even; NaN stays NaN.
std::uint16_t to_bf16(float x) {
    const auto word = std::bit_cast<std::uint32_t>(x);
    if (std::isnan(x)) return std::uint16_t(word >> 16 | 0x40);
    return std::uint16_t((word + 0x7fff + (word >> 16 & 1)) >> 16);
}

float from_bf16(std::uint16_t half) {
    return std::bit_cast<float>(std::uint32_t(half) << 16);
}

// Returns the offset of number (row, column) in a right matrix. Blocks have 32 rows and 16 columns,
// with `across` blocks side by side. A block stores pairs of rows, column after column.
std::size_t right_at(int row, int column, int across) {
    const std::size_t block = std::size_t(row / 32) * across + column / 16;
    return block * 512 + std::size_t(row % 32 / 2) * 32 + column % 16 * 2 + row % 2;
}

// Returns the offset of number (row, column) in an fp32 right matrix: 16 x 16 blocks, row by row.
std::size_t fp32_right_at(int row, int column, int across) {
    const std::size_t block = std::size_t(row / 16) * across + column / 16;
    return block * 256 + std::size_t(row % 16) * 16 + column % 16;
}

void store(float* blocks, std::size_t at, std::uint16_t half) {
    std::memcpy(reinterpret_cast<std::byte*>(blocks) + at * sizeof half, &half, sizeof half);
}

}  // namespace

Layout::Layout(const NetworkSpec& network, int channels, const KernelSet& kernels)
    : kernels_(kernels), shapes_(layer_shapes(network, channels)) {
    REDRAW_CHECK(shapes_.size() >= 2, "a network has a hidden layer");
    for (std::size_t l = 0; l < shapes_.size(); ++l) {
        LayerPlan layer;
        layer.inputs = shapes_[l].inputs;
        layer.outputs = shapes_[l].outputs;
        layer.padded_inputs = round_up(layer.inputs, kernels_.features);
        layer.padded_outputs = round_up(layer.outputs, kernels_.features);
        layer.omega = float(shapes_[l].omega);
        layers_.push_back(layer);
    }
    plan_.layers = layers_.data();
    plan_.layer_count = int(layers_.size());
    plan_.fixed_layers = shapes_[0].trained ? 0 : 1;
    plan_.activation = network.activation;
    plan_.trains_inputs = network.encoding == Encoding::grid;
    plan_.tile_pixels = tile_pixels(layers_, kernels);
    plan_.block = kernels_.block;
    // Uses an odd number of cache lines, so that panels do not compete for the same sets of the
    // first-level cache.
    plan_.panel_stride = std::size_t(plan_.tile_pixels + 1) * kPanel;
    place_parameters();
    place_packed();
    place_workspace();
    tables_ = grid_parameters(network);
}

bool Layout::in_three_parts() const {
    return kernels_.precision == Precision::bf16x3 && !kernels_.fp32_forward;
}

// Returns the number of rows in a weight block. For bf16 hidden layers after the first it includes
// padding, because the matrix unit writes gradients of whole blocks of outputs.
int Layout::rows_of(int layer) const {
    const LayerPlan& plan = layers_[layer];
    if (layer == 0) return plan.inputs;
    const bool whole = kernels_.precision != Precision::fp32 && layer + 1 < plan_.layer_count;
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
    if (kernels_.block == 0) return;
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
        int columns_of_part = kernels_.block;
        if (kernels_.precision == Precision::fp32) {
            layer.packed = take(packed_, std::size_t(layer.inputs) * layer.padded_outputs);
        } else {
            const std::size_t bf16s = std::size_t(layer.padded_inputs) * layer.padded_outputs;
            layer.packed = take(packed_, kernels_.fp32_forward ? bf16s : bf16s / 2);
            layer.packed_back = take(packed_, bf16s / 2);
            if (in_three_parts()) layer.packed_low = take(packed_, bf16s / 2);
            columns_of_part = kernels_.features;
        }
        for (int column = 0; column < layer.padded_outputs; column += columns_of_part)
            parts_.push_back({l, column});
    }
}

void Layout::place_workspace() {
    const std::size_t pixels = std::size_t(plan_.tile_pixels);
    // The size of the inputs includes padding, because the vector kernels write whole panels of
    // their gradients.
    const std::size_t input_floats =
        std::size_t(divide_up(layers_[0].padded_inputs, kPanel)) * plan_.panel_stride;
    plan_.inputs = take(workspace_, input_floats);
    if (plan_.trains_inputs) plan_.input_gradients = take(workspace_, input_floats);
    plan_.outputs = take(workspace_, plan_.panel_stride);
    const bool fp32 = kernels_.precision == Precision::fp32;
    std::size_t widest = 0;
    for (int l = 0; l + 1 < plan_.layer_count; ++l) {
        LayerPlan& layer = layers_[l];
        widest = std::max(widest, std::size_t(layer.padded_outputs));
        const std::size_t panels = divide_up(layer.padded_outputs, kPanel);
        const std::size_t floats =
            fp32 ? panels * plan_.panel_stride : pixels * layer.padded_outputs / 2;
        layer.values = take(workspace_, floats);
        layer.slopes = take(workspace_, floats);
    }
    if (fp32) return;
    const std::size_t matrix = pixels * widest / 2;
    for (std::size_t& rows : plan_.rows)
        rows = take(workspace_, kernels_.fp32_forward ? 2 * matrix : matrix);
    if (in_three_parts())
        for (std::size_t& rows : plan_.rows_low) rows = take(workspace_, matrix);
    plan_.deltas = take(workspace_, matrix);
    plan_.staging = take(workspace_, 2 * std::size_t(kernels_.features) * kernels_.features);
    plan_.output_sums = take(workspace_, pixels * layers_.back().outputs * kPanel);
}

std::size_t Layout::weight(int layer, int output, int input) const {
    const LayerPlan& plan = layers_[layer];
    if (kernels_.block == 0) return plan.weights + std::size_t(output) * plan.inputs + input;
    const bool first = layer == 0;
    const int column = first ? output : input;
    const int row = first ? input : output;
    const int columns = first ? plan.padded_outputs : plan.padded_inputs;
    const int start = column / kernels_.block * kernels_.block;
    const int width = std::min(kernels_.block, columns - start);
    return plan.weights + std::size_t(start) * rows_of(layer) + std::size_t(row) * width +
           (column - start);
}

// Calls run(offset in the flat order, offset in the padded order) for every weight and bias of the
// layers. A grid's tables are not visited: they are contiguous in both orders.
template <class Run>
void Layout::for_each_layer_number(const Run& run) const {
    for (int l = 0; l < plan_.layer_count; ++l) {
        const LayerShape& shape = shapes_[l];
        std::size_t flat = shape.weights;
        for (int output = 0; output < shape.outputs; ++output)
            for (int input = 0; input < shape.inputs; ++input)
                run(flat++, weight(l, output, input));
        for (int i = 0; i < shape.outputs; ++i) run(shape.biases + i, layers_[l].biases + i);
    }
}

void Layout::spread(std::span<const float> flat, float* padded) const {
    std::copy_n(flat.begin(), tables_, padded + parameters_);
    spread_layers(flat, padded);
}

void Layout::spread_layers(std::span<const float> flat, float* padded) const {
    for_each_layer_number([&](std::size_t from, std::size_t to) { padded[to] = flat[from]; });
}

std::vector<float> Layout::gather(const float* padded) const {
    std::vector<float> flat;
    flat.reserve(flat_size());
    flat.assign(padded + parameters_, padded + parameters_ + tables_);
    flat.resize(flat_size());
    for_each_layer_number([&](std::size_t to, std::size_t from) { flat[to] = padded[from]; });
    return flat;
}

void Layout::pack(const float* padded, float* packed, int index) const {
    const Part& part = parts_[index];
    const LayerPlan& layer = layers_[part.layer];
    if (part.layer == 0)
        pack_rows(padded, 0, layer.padded_outputs, kernels_.block, packed + layer.packed_back);
    else if (part.layer == plan_.layer_count - 1)
        pack_rows(padded, part.layer, layer.outputs, layer.padded_inputs, packed + layer.packed);
    else if (kernels_.precision == Precision::fp32)
        pack_columns(padded, packed, part);
    else
        pack_bf16(padded, packed, part);
}

float Layout::weight_or_padding(const float* padded, int layer, int output, int input) const {
    const bool real = output < layers_[layer].outputs && input < layers_[layer].inputs;
    return real ? padded[weight(layer, output, input)] : 0.0f;
}

// Packs the weights of a layer in rows of outputs, in blocks of `block` inputs.
void Layout::pack_rows(const float* padded, int layer, int outputs, int block, float* to) const {
    const int inputs = layers_[layer].padded_inputs;
    for (int start = 0; start < inputs; start += block)
        for (int output = 0; output < outputs; ++output)
            for (int input = start; input < std::min(inputs, start + block); ++input)
                *to++ = weight_or_padding(padded, layer, output, input);
}

void Layout::pack_columns(const float* padded, float* packed, const Part& part) const {
    const auto [l, column] = part;
    const LayerPlan& layer = layers_[l];
    const int end = std::min(column + kernels_.block, layer.padded_outputs);
    float* to = packed + layer.packed + std::size_t(column) * layer.inputs;
    for (int input = 0; input < layer.inputs; ++input)
        for (int output = column; output < end; ++output)
            *to++ = weight_or_padding(padded, l, output, input);
}

// Packs weights for the bf16 kernels, forward and backward, in the blocks of bf16_blocks.h.
void Layout::pack_bf16(const float* padded, float* packed, const Part& part) const {
    const LayerPlan& layer = layers_[part.layer];
    const int outputs_across = layer.padded_outputs / 16, inputs_across = layer.padded_inputs / 16;
    for (int output = part.column; output < part.column + kernels_.features; ++output)
        for (int input = 0; input < layer.padded_inputs; ++input) {
            const float value = weight_or_padding(padded, part.layer, output, input);
            const std::uint16_t half = to_bf16(value);
            store(packed + layer.packed_back, right_at(output, input, inputs_across), half);
            if (kernels_.fp32_forward) {
                packed[layer.packed + fp32_right_at(input, output, outputs_across)] = value;
                continue;
            }
            const std::size_t forward = right_at(input, output, outputs_across);
            store(packed + layer.packed, forward, half);
            if (kernels_.precision == Precision::bf16x3)
                store(packed + layer.packed_low, forward, to_bf16(value - from_bf16(half)));
        }
}

}  // namespace redraw::cpu
