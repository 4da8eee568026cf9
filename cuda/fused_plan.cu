#include "cuda/fused_plan.h"

#include "cuda/runtime.h"
#include "engine/arithmetic.h"
#include "engine/network/parameters.h"

#include <algorithm>
#include <utility>

namespace redraw::cuda::fused {

namespace {

// Shared memory that CUDA reserves for every block.
constexpr int kReservedBytes = 1024;

// Returns how many parts the rows of a narrow layer are split into, so that more warps have work.
int parts_of(int padded) {
    return kWarps / (padded / kSlice);
}

// Reserves the next `count` numbers; returns their offset.
std::uint32_t take(std::size_t& total, std::size_t count) {
    return std::uint32_t(std::exchange(total, total + count));
}

// Returns the shapes of all layers, including a grid encoding as layer 0.
std::vector<LayerShape> shapes_of(const NetworkSpec& spec, int channels) {
    std::vector<LayerShape> shapes = layer_shapes(spec, channels);
    if (spec.encoding == Encoding::grid) {
        LayerShape grid;
        grid.outputs = shapes.front().inputs;
        shapes.insert(shapes.begin(), grid);
    }
    return shapes;
}

void describe_layers(const NetworkSpec& spec, const std::vector<LayerShape>& shapes, int channels,
                     Plan& plan) {
    Network& network = plan.network;
    network.depth = int(shapes.size()) - 1;
    network.channels = channels;
    network.output = spec.output;
    network.output_weights = std::uint32_t(shapes.back().weights);
    network.output_biases = std::uint32_t(shapes.back().biases);
    network.encoding = spec.encoding;
    network.grid = grid_tables(spec);
    plan.tables = grid_parameters(spec);
    std::size_t copies = 0, partials = 0, sums = 0;
    for (int l = 0; l < network.depth; ++l) {
        Layer& layer = network.layers[l];
        layer.width = std::uint16_t(shapes[l].outputs);
        layer.padded = std::uint16_t(round_up(shapes[l].outputs, kSlice));
        layer.weights = std::uint32_t(shapes[l].weights);
        layer.biases = std::uint32_t(shapes[l].biases);
        layer.omega = float(shapes[l].omega);
        if (l == 0) continue;
        const std::size_t matrix = std::size_t(layer.padded) * network.layers[l - 1].padded;
        layer.fragments = take(copies, matrix * sizeof(std::uint16_t) / sizeof(uint4));
        layer.partials = take(partials, matrix);
    }
    const Layer &first = network.layers[0], &last = network.layers[network.depth - 1];
    const auto take_vectors = [&](std::size_t numbers, int parts, std::uint32_t& in_sums) {
        in_sums = take(sums, numbers * parts);
        return take(partials, numbers);
    };
    for (int l = network.encoded() ? 1 : 0; l < network.depth; ++l) {
        Layer& layer = network.layers[l];
        layer.bias_partials = take_vectors(layer.padded, parts_of(layer.padded), layer.bias_sums);
    }
    if (!network.encoded())
        network.partials.first =
            take_vectors(2 * first.padded, parts_of(first.padded), network.sums.first);
    network.partials.output =
        take_vectors(channels * last.padded, parts_of(last.padded), network.sums.output);
    network.partials.output_bias = take_vectors(channels, 1, network.sums.output_bias);
    network.sum_count = std::uint32_t(sums);
    plan.copy_size = copies;
    // Rounds up: blocks' partials are consecutive, and their matrices are accessed 16 bytes at a
    // time.
    plan.places.resize(round_up(partials, std::size_t(32)));
}

// Returns the index in a weight copy of row `k`, column `n` of the right operand (mma_bf16, `b`).
std::int32_t fragment_index(const Layer& layer, int k, int n, int columns) {
    const int lane = n % 8 * 4 + k % 8 / 2;
    const int word = n % kSlice / 8 * 2 + k % 16 / 8;
    const int fragment = k / 16 * (columns / kSlice) + n / kSlice;
    return std::int32_t(layer.fragments * 8) + (fragment * 32 + lane) * 8 + word * 2 + k % 2;
}

void place_matrix(const Layer& below, const Layer& layer, std::vector<Place>& places) {
    const int column_tiles = below.padded / 8;
    for (int i = 0; i < layer.padded * below.padded; ++i) {
        // Follows the order in which lanes hold the sums of mma_bf16 (`d`).
        const int tile = i / 128, lane = i % 128 / 4, of_lane = i % 4;
        const int j = tile / column_tiles * 16 + lane / 4 + of_lane / 2 * 8;
        const int k = tile % column_tiles * 8 + lane % 4 * 2 + of_lane % 2;
        if (j >= layer.width || k >= below.width) continue;
        places[layer.partials + i] = {std::int32_t(layer.weights) + j * below.width + k,
                                      fragment_index(layer, k, j, layer.padded),
                                      fragment_index(layer, j, k, below.padded)};
    }
}

void place_numbers(Plan& plan) {
    const Network& network = plan.network;
    std::vector<Place>& places = plan.places;
    const auto place = [&](std::size_t position, std::size_t parameter) {
        places[position].parameter = std::int32_t(parameter);
    };
    for (int l = network.encoded() ? 1 : 0; l < network.depth; ++l) {
        const Layer& layer = network.layers[l];
        if (l > 0) place_matrix(network.layers[l - 1], layer, places);
        for (int j = 0; j < layer.width; ++j) place(layer.bias_partials + j, layer.biases + j);
    }
    const Layer &first = network.layers[0], &last = network.layers[network.depth - 1];
    for (int input = 0; input < 2 && !network.encoded(); ++input)
        for (int j = 0; j < first.width; ++j)
            place(network.partials.first + input * first.padded + j, first.weights + j * 2 + input);
    for (int c = 0; c < network.channels; ++c) {
        for (int j = 0; j < last.width; ++j)
            place(network.partials.output + c * last.padded + j,
                  network.output_weights + c * last.width + j);
        place(network.partials.output_bias + c, network.output_biases + c);
    }
}

// Lays out the shared memory for a tile of `rows` pixels. For training, also sets the slots of
// `layers`.
TileMemory tile_memory(const Network& network, int rows, bool training, Layer* layers) {
    std::size_t bytes = 0;
    const auto place = [&](std::size_t count) {
        return take(bytes, round_up(count, std::size_t(16)));
    };
    int widest = 0;
    for (int l = 0; l < network.depth; ++l) widest = std::max(widest, network.layers[l].stride());
    const std::size_t buffer = std::size_t(rows) * widest * sizeof(std::uint16_t);
    TileMemory memory;
    memory.values = place(buffer);
    memory.lows = place(buffer);
    memory.positions = place(rows * sizeof(float2));
    if (training) {
        for (int l = 0; l + 1 < network.depth; ++l)
            layers[l].slot = place(std::size_t(rows) * layers[l].stride() * sizeof(std::uint16_t));
        layers[network.depth - 1].slot = memory.lows;
        memory.gradients = place(std::size_t(rows) * network.channels * sizeof(float));
        if (network.encoding == Encoding::grid)
            memory.feature_gradients =
                place(std::size_t(rows) * network.layers[0].feature_stride() * sizeof(float));
        memory.sums = place(network.sum_count * sizeof(float));
    }
    memory.bytes = std::uint32_t(bytes);
    return memory;
}

}  // namespace

DeviceLimits device_limits() {
    int device = 0;
    check(cudaGetDevice(&device), "starting");
    const auto attribute = [device](cudaDeviceAttr which) {
        int value = 0;
        check(cudaDeviceGetAttribute(&value, which, device), "starting");
        return value;
    };
    return {attribute(cudaDevAttrComputeCapabilityMajor), attribute(cudaDevAttrMultiProcessorCount),
            attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin),
            attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor)};
}

std::optional<Plan> make_plan(const NetworkSpec& spec, int channels, int batch_samples,
                              const DeviceLimits& limits) {
    if (limits.compute_major < 8 || spec.layers.size() > kMostHidden) return {};
    const std::vector<LayerShape> shapes = shapes_of(spec, channels);
    for (const LayerShape& shape : shapes)
        if (shape.outputs > kWidest) return {};
    Plan plan;
    describe_layers(spec, shapes, channels, plan);
    place_numbers(plan);
    Network& network = plan.network;
    const auto most_bands = [&](bool training) {
        int bands = kMostBands;
        Layer layers[kMostHidden + 1];
        std::copy_n(network.layers, kMostHidden + 1, layers);
        while (bands > 0 && tile_memory(network, bands * kBandRows, training, layers).bytes >
                                std::uint32_t(limits.block_shared_bytes))
            --bands;
        return bands;
    };

    plan.drawing_bands = most_bands(false);
    plan.tile_bands = most_bands(true);
    if (plan.tile_bands == 0 || plan.drawing_bands == 0) return {};
    plan.drawing_tile = tile_memory(network, plan.drawing_bands * kBandRows, false, network.layers);
    const int drawing_bytes = int(plan.drawing_tile.bytes) + kReservedBytes;
    plan.drawing_blocks = limits.multiprocessors *
                          std::clamp(limits.multiprocessor_shared_bytes / drawing_bytes, 1, 2);

    // Makes tiles no larger than a block's share requires.
    const int bands = divide_up(batch_samples, kBandRows);
    plan.blocks = std::min(bands, limits.multiprocessors);
    const int share = plan.blocks == 0 ? 1 : divide_up(bands, plan.blocks);
    const int tiles = divide_up(share, plan.tile_bands);
    plan.tile_bands = divide_up(share, tiles);
    plan.tile = tile_memory(network, plan.tile_bands * kBandRows, true, network.layers);
    return plan;
}

}  // namespace redraw::cuda::fused
