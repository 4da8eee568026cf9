// Helpers for the forward and backward pass of a tile. They give a warp's share of a layer and a
// lane's position in it, and multiply with a layer's weights.
#pragma once

#include "cuda/fused_network.h"

namespace redraw::cuda::fused {

// One lane's sums in its warp's part of a layer, in registers: [band][half of the slice][sum].
// Arrays in registers may be indexed only by constants, after REDRAW_UNROLL.
using Sums = float[kMostBands][2][4];

// The tile being processed.
struct Tile {
    std::byte* memory;
    int bands;   // bands in this tile
    int pixels;  // rows with a sample of the batch; later rows contribute nothing

    __device__ std::uint16_t* numbers(std::uint32_t at) const {
        return reinterpret_cast<std::uint16_t*>(memory + at);
    }
    __device__ float* floats(std::uint32_t at) const {
        return reinterpret_cast<float*>(memory + at);
    }
    __device__ float2* positions(const TileMemory& layout) const {
        return reinterpret_cast<float2*>(memory + layout.positions);
    }
};

// A warp's share of a layer: one slice of columns, with all rows or, in narrow layers, a part of
// them. A warp without a share still takes part in the barriers.
struct Share {
    int slices, slice, parts, part, first_band, bands;

    // The position of this lane's first sum: row of band 0, column of half 0. Sum i is 8 (i / 2)
    // rows further down and i % 2 columns to the right. Half 1 is 8 columns to the right.
    __device__ int row() const { return first_band * kBandRows + int(threadIdx.x) % 32 / 4; }
    __device__ int column() const { return slice * kSlice + int(threadIdx.x) % 4 * 2; }
};

__device__ __forceinline__ Share share_of(const Layer& layer, int bands) {
    const int warp = int(threadIdx.x) / 32;
    Share share;
    share.slices = layer.padded / kSlice;
    share.parts = kWarps / share.slices;
    share.slice = warp % share.slices;
    share.part = warp / share.slices;
    share.first_band = bands * share.part / share.parts;
    share.bands =
        share.part < share.parts ? bands * (share.part + 1) / share.parts - share.first_band : 0;
    return share;
}

// Calls `run` with the warp's number of bands as a constant. A branch on a variable would end the
// basic block, and the products of different bands could not overlap.
template <int bands = kMostBands, class Run>
__device__ __forceinline__ void with_bands(int wanted, const Run& run) {
    if constexpr (bands > 1) {
        if (wanted < bands) return with_bands<bands - 1>(wanted, run);
    }
    run.template operator()<bands>();
}

// A layer's weights in fragment order, starting at this lane's part.
struct Fragments {
    const uint4 *high, *low;
    int step;  // distance between the fragments of two steps, in uint4
};

// Multiplies all bands. Each step issues loads well before the products that use them, and products
// with the same sums are far apart. This hides the latency of both.
template <bool split, int bands>
__device__ __forceinline__ void multiply_bands(Sums& sums, const std::uint16_t* values,
                                               const std::uint16_t* lows, int band_size, int steps,
                                               Fragments matrix) {
    // Fragments are loaded from L2 two steps ahead of their use.
    uint4 next[2] = {}, next_low[2] = {};
    const auto fetch = [&](int step) {
        if (step >= steps) return;
        next[1] = matrix.high[step * matrix.step];
        if constexpr (split) next_low[1] = matrix.low[step * matrix.step];
    };
    fetch(0);
    next[0] = next[1], next_low[0] = next_low[1];
    fetch(1);
    REDRAW_NO_UNROLL
    for (int step = 0; step < steps; ++step) {
        const std::uint32_t right[2][2] = {{next[0].x, next[0].y}, {next[0].z, next[0].w}};
        const std::uint32_t right_low[2][2] = {{next_low[0].x, next_low[0].y},
                                               {next_low[0].z, next_low[0].w}};
        next[0] = next[1], next_low[0] = next_low[1];
        std::uint32_t left[bands][4];
        const auto multiply_by = [&](const std::uint32_t(&by)[2][2], int band) {
            mma_bf16(sums[band][0], left[band], by[0]);
            mma_bf16(sums[band][1], left[band], by[1]);
        };
        REDRAW_UNROLL
        for (int band = 0; band < bands; ++band)
            load_matrices<false>(left[band], values + band * band_size + step * 16);
        fetch(step + 2);
        REDRAW_UNROLL
        for (int band = 0; band < bands; ++band) multiply_by(right, band);
        if constexpr (split) {
            REDRAW_UNROLL
            for (int band = 0; band < bands; ++band) {
                multiply_by(right_low, band);
                load_matrices<false>(left[band], lows + band * band_size + step * 16);
            }
            REDRAW_UNROLL
            for (int band = 0; band < bands; ++band) multiply_by(right, band);
        }
    }
}

// Adds the rows of `values` times the share's columns of a matrix to the sums. The matrix has 16 *
// `steps` rows in fragment order. `split`: both operands are two bf16 numbers each, and three of
// the four products are computed; the omitted one is about 2^-16 of the largest.
template <bool split>
__device__ __forceinline__ void multiply(Sums& sums, const Share& share,
                                         const std::uint16_t* values, const std::uint16_t* lows,
                                         int stride, int steps, const uint4* matrix,
                                         const uint4* matrix_lows) {
    const int wanted = __shfl_sync(~0u, share.bands, 0);  // shows the compiler: equal in all lanes
    if (wanted == 0) return;
    const int lane = int(threadIdx.x) % 32;
    const int row_offset = (share.first_band * kBandRows + lane % 16) * stride + lane / 16 * 8;
    const int first = share.slice * 32 + lane;
    const Fragments fragments{matrix + first, split ? matrix_lows + first : nullptr,
                              share.slices * 32};
    with_bands(wanted, [&]<int bands>() {
        multiply_bands<split, bands>(sums, values + row_offset, split ? lows + row_offset : nullptr,
                                     kBandRows * stride, steps, fragments);
    });
}

__device__ __forceinline__ void clear(Sums& sums) {
    REDRAW_UNROLL
    for (int i = 0; i < kMostBands * 8; ++i) sums[i / 8][i % 8 / 4][i % 4] = 0;
}

// A lane's four columns of an fp32 row: [half][column]; zero beyond the layer's width.
using Columns = float[2][2];
__device__ __forceinline__ void load_columns(Columns& to, const float* row, int spacing,
                                             const Layer& layer, const Share& share) {
    REDRAW_UNROLL
    for (int i = 0; i < 4; ++i) {
        const int column = share.column() + i / 2 * 8 + i % 2;
        to[i / 2][i % 2] = column < layer.width ? row[column * spacing] : 0.0f;
    }
}

// A lane's four columns of the output layer's weights for each channel; zero for missing channels.
using OutputColumns = Columns[kMostChannels];
__device__ __forceinline__ void load_output_columns(OutputColumns& to, const Network& network,
                                                    const float* parameters, const Share& share) {
    const Layer& last = network.layers[network.depth - 1];
    REDRAW_UNROLL
    for (int c = 0; c < kMostChannels; ++c) {
        REDRAW_UNROLL
        for (int i = 0; i < 4; ++i) to[c][i / 2][i % 2] = 0;
        if (c < network.channels)
            load_columns(to[c], parameters + network.output_weights + c * last.width, 1, last,
                         share);
    }
}

__device__ __forceinline__ std::uint32_t& pair_at(std::uint16_t* numbers, int index) {
    return *reinterpret_cast<std::uint32_t*>(numbers + index);
}

}  // namespace redraw::cuda::fused
