// Encoded coordinates in the fused kernels: a layer before the hidden layers, computed without
// tensor cores. Fourier features are sines of the positions in fp32. A grid's features are
// interpolated from its tables, also in fp32, and have no activation.
//
// The next layer reads the features like the values of any layer. Only the end of the backward pass
// differs: frequencies are not trained, and gradients of a grid's features go to its tables.
#pragma once

#include "cuda/fused_tile.h"
#include "cuda/unit_code.h"

namespace redraw::cuda::fused {

// A thread's share of the encoding layer: two columns of every step()-th row.
class EncodedPairs {
public:
    __device__ explicit EncodedPairs(const Layer& layer) {
        const int pairs = layer.padded / 2, thread = int(threadIdx.x);
        step_ = kThreads / pairs;
        row_ = thread < step_ * pairs ? thread / pairs : kMostBands * kBandRows;
        column_ = thread % pairs * 2;
    }
    __device__ int first_row() const { return row_; }
    __device__ int step() const { return step_; }
    __device__ int column() const { return column_; }

private:
    int row_, step_, column_;
};

template <bool split, bool training>
__device__ __forceinline__ void store_pair(const TileMemory& memory, const Tile& tile,
                                           const Layer& layer, int at, CodedUnit left,
                                           CodedUnit right) {
    const std::uint32_t high = pack_bf16(left.value, right.value);
    pair_at(tile.numbers(memory.values), at) = high;
    if constexpr (split)
        pair_at(tile.numbers(memory.lows), at) =
            pack_bf16(left.value - low_bf16(high), right.value - high_bf16(high));
    if constexpr (training) pair_at(tile.numbers(layer.slot), at) = left.code | right.code << 16;
}

template <bool split, bool training>
__device__ __forceinline__ void encode_by_sines(const Network& network, const TileMemory& memory,
                                                const float* parameters, const Tile& tile) {
    const Layer& layer = network.layers[0];
    const EncodedPairs share(layer);
    float x[2], y[2], bias[2];
    REDRAW_UNROLL
    for (int i = 0; i < 2; ++i) {
        const int unit = share.column() + i;
        const bool there = unit < layer.width;
        x[i] = there ? parameters[layer.weights + 2 * unit] : 0.0f;
        y[i] = there ? parameters[layer.weights + 2 * unit + 1] : 0.0f;
        bias[i] = there ? parameters[layer.biases + unit] : 0.0f;
    }
    for (int row = share.first_row(); row < tile.bands * kBandRows; row += share.step()) {
        const float2 at = tile.positions(memory)[row];
        CodedUnit units[2];
        REDRAW_UNROLL
        for (int i = 0; i < 2; ++i)
            units[i] = activate_unit<Activation::sine>(::fmaf(y[i], at.y, x[i] * at.x) + bias[i],
                                                       layer.omega);
        store_pair<split, training>(memory, tile, layer, row * layer.stride() + share.column(),
                                    units[0], units[1]);
    }
}

// Computes the grid features. A thread handles one level of one pixel at a time; neighbouring
// threads handle neighbouring pixels.
template <bool split, bool training>
__device__ __forceinline__ void encode_by_grid(const Network& network, const TileMemory& memory,
                                               const float* parameters, const Tile& tile) {
    const Layer& layer = network.layers[0];
    const int rows = tile.bands * kBandRows, features = network.grid.features;
    const auto store = [&](int at, float value) {
        const std::uint32_t high = pack_bf16(value, 0.0f);
        tile.numbers(memory.values)[at] = std::uint16_t(high);
        if constexpr (split)
            tile.numbers(memory.lows)[at] = std::uint16_t(pack_bf16(value - low_bf16(high), 0.0f));
        if constexpr (training) tile.numbers(layer.slot)[at] = std::uint16_t(high);
    };
    for (int i = int(threadIdx.x); i < rows * network.grid.levels; i += kThreads) {
        const int row = i % rows, level = i / rows;
        const GridPoint point = grid_point(network.grid, level, tile.positions(memory)[row]);
        for (int f = 0; f < features; ++f)
            store(row * layer.stride() + level * features + f, feature_at(point, f, parameters));
    }
    for (int row = int(threadIdx.x); row < rows; row += kThreads)
        for (int column = layer.width; column < layer.padded; ++column)
            store(row * layer.stride() + column, 0.0f);
}

// Encodes the positions. Needs a barrier before the values are read.
template <bool split, bool training>
__device__ __forceinline__ void encode(const Network& network, const TileMemory& memory,
                                       const float* parameters, const Tile& tile) {
    if (network.encoding == Encoding::fourier)
        encode_by_sines<split, training>(network, memory, parameters, tile);
    else
        encode_by_grid<split, training>(network, memory, parameters, tile);
}

// Restores the encoding's values from its codes, in the buffer that weight_gradients() reads.
__device__ __forceinline__ void restore_encoding(const Network& network, const TileMemory& memory,
                                                 const Tile& tile) {
    const Layer& layer = network.layers[0];
    const EncodedPairs share(layer);
    for (int row = share.first_row(); row < tile.bands * kBandRows; row += share.step()) {
        const int at = row * layer.stride() + share.column();
        std::uint32_t codes = pair_at(tile.numbers(layer.slot), at);
        if (network.encoding == Encoding::fourier)
            codes = pack_bf16(decode_unit<Activation::sine>(codes & 0xFFFF, layer.omega).value,
                              decode_unit<Activation::sine>(codes >> 16, layer.omega).value);
        pair_at(tile.numbers(memory.values), at) = codes;
    }
}

// Stores the gradients of the grid's features from registers to shared memory.
__device__ __forceinline__ void keep_feature_gradients(const Sums& sums, const Share& share,
                                                       const Network& network,
                                                       const TileMemory& memory, const Tile& tile) {
    const Layer& layer = network.layers[0];
    float* const to = tile.floats(memory.feature_gradients);
    REDRAW_UNROLL
    for (int band = 0; band < kMostBands; ++band) {
        if (band >= share.bands) continue;
        REDRAW_UNROLL
        for (int i = 0; i < 8; ++i) {
            const int row = share.row() + band * kBandRows + i % 4 / 2 * 8;
            const int column = share.column() + i / 4 * 8 + i % 2;
            if (column < layer.width)
                to[row * layer.feature_stride() + column] = sums[band][i / 4][i % 4];
        }
    }
}

// Adds the gradients of the grid's features to its tables. Needs a barrier after
// keep_feature_gradients().
__device__ __forceinline__ void add_to_tables(const Network& network, const TileMemory& memory,
                                              const TableSums& to, const Tile& tile) {
    const int features = network.grid.features, stride = network.layers[0].feature_stride();
    const float* const gradients = tile.floats(memory.feature_gradients);
    for (int i = int(threadIdx.x); i < tile.pixels * network.grid.levels; i += kThreads) {
        const int row = i % tile.pixels, level = i / tile.pixels;
        const GridPoint point = grid_point(network.grid, level, tile.positions(memory)[row]);
        for (int f = 0; f < features; ++f)
            add_gradient_by_feature(to, point, f, gradients[row * stride + level * features + f]);
    }
}

}  // namespace redraw::cuda::fused
