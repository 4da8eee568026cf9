// The backward pass of a tile: from the loss gradients at the outputs to the gradients of the
// parameters. Gradients at a layer's pre-activations ("deltas") overwrite the codes they are
// computed from, rounded to bf16. Sums over pixels are fp32, for a grid's tables integers. The
// semantics are those of engine/cpu/reference_kernels.cpp.
#pragma once

#include "cuda/fused_encoding.h"

namespace redraw::cuda::fused {

struct BackwardInputs {
    const float* parameters;  // flat, fp32
    const uint4* matrices;    // WeightCopies::backward
    float* partials;          // partial gradients of this block
    TableSums tables;         // gradient sums of a grid's tables
    bool first_tile;          // the block's first tile stores; later tiles add
};

// Sums a value over the eight lanes that hold one column; one lane adds the sum to `to`.
__device__ __forceinline__ void add_to_column(float* to, float sum) {
    sum += __shfl_xor_sync(~0u, sum, 4);
    sum += __shfl_xor_sync(~0u, sum, 8);
    sum += __shfl_xor_sync(~0u, sum, 16);
    if (threadIdx.x % 32 < 4) *to += sum;
}

__device__ __forceinline__ void add_columns(float* to, const Columns& sums, const Share& share) {
    REDRAW_UNROLL
    for (int i = 0; i < 4; ++i)
        add_to_column(to + share.column() + i / 2 * 8 + i % 2, sums[i / 2][i % 2]);
}

// Writes a layer's deltas to its slot and adds them to the gradients of its biases. The deltas of
// layer 0 are not stored, but times the positions added to the gradients of its weights.
class DeltaWriter {
public:
    __device__ DeltaWriter(const Network& network, int l, const TileMemory& memory,
                           const Tile& tile)
        : layer_(network.layers[l]),
          is_first_(l == 0),
          slot_(tile.numbers(layer_.slot)),
          positions_(tile.positions(memory)),
          biases_(tile.floats(memory.sums) + layer_.bias_sums),
          weights_(tile.floats(memory.sums) + network.sums.first) {}

    // Writes two columns of one row. `half` must be a constant after unrolling.
    __device__ __forceinline__ void write(int row, int column, int half, float left, float right) {
        bias_[half][0] += left;
        bias_[half][1] += right;
        if (is_first_) {
            const float2 at = positions_[row];
            x_[half][0] = ::fmaf(left, at.x, x_[half][0]);
            x_[half][1] = ::fmaf(right, at.x, x_[half][1]);
            y_[half][0] = ::fmaf(left, at.y, y_[half][0]);
            y_[half][1] = ::fmaf(right, at.y, y_[half][1]);
        } else {
            pair_at(slot_, row * layer_.stride() + column) = pack_bf16(left, right);
        }
    }
    __device__ __forceinline__ void finish(const Share& share) {
        if (share.bands == 0) return;
        add_columns(biases_ + share.part * layer_.padded, bias_, share);
        if (!is_first_) return;
        float* const weights = weights_ + share.part * 2 * layer_.padded;
        add_columns(weights, x_, share);
        add_columns(weights + layer_.padded, y_, share);
    }

private:
    const Layer& layer_;
    bool is_first_;
    std::uint16_t* slot_;
    const float2* positions_;
    float *biases_, *weights_;
    Columns bias_ = {}, x_ = {}, y_ = {};
};

// Computes the output layer's gradients and the last hidden layer's deltas.
template <Activation activation>
__device__ __forceinline__ void backward_outputs(const Network& network, const TileMemory& memory,
                                                 const BackwardInputs& inputs, const Tile& tile) {
    const int last = network.depth - 1;
    const Layer& layer = network.layers[last];
    const Share share = share_of(layer, tile.bands);
    const float* const gradients = tile.floats(memory.gradients);
    std::uint16_t* const slot = tile.numbers(layer.slot);
    DeltaWriter deltas(network, last, memory, tile);
    OutputColumns weights, weight_sums = {};
    load_output_columns(weights, network, inputs.parameters, share);
    for (int band = 0; band < share.bands; ++band) {
        REDRAW_UNROLL
        for (int i = 0; i < 4; ++i) {
            const int half = i % 2, row = share.row() + band * kBandRows + i / 2 * 8;
            const int column = share.column() + half * 8;
            const std::uint32_t codes = pair_at(slot, row * layer.stride() + column);
            const DecodedUnit left = decode_unit<activation>(codes & 0xFFFF, layer.omega);
            const DecodedUnit right = decode_unit<activation>(codes >> 16, layer.omega);
            float left_sum = 0, right_sum = 0;
            REDRAW_UNROLL
            for (int c = 0; c < kMostChannels; ++c) {
                if (c >= network.channels) continue;
                const float gradient = gradients[row * network.channels + c];
                left_sum = ::fmaf(gradient, weights[c][half][0], left_sum);
                right_sum = ::fmaf(gradient, weights[c][half][1], right_sum);
                weight_sums[c][half][0] = ::fmaf(gradient, left.value, weight_sums[c][half][0]);
                weight_sums[c][half][1] = ::fmaf(gradient, right.value, weight_sums[c][half][1]);
            }
            deltas.write(row, column, half, left_sum * left.derivative,
                         right_sum * right.derivative);
        }
    }
    deltas.finish(share);
    if (share.bands == 0) return;
    float* const sums = tile.floats(memory.sums) + network.sums.output +
                        share.part * network.channels * layer.padded;
    REDRAW_UNROLL
    for (int c = 0; c < kMostChannels; ++c)
        if (c < network.channels) add_columns(sums + c * layer.padded, weight_sums[c], share);
}

// Computes the deltas of layer `below` = l - 1 from `sums`, layer l's deltas times its weights.
// Writes the values of `below` to the buffer that weight_gradients() of layer l reads.
template <Activation activation>
__device__ __forceinline__ void write_deltas(const Sums& sums, const Share& share,
                                             const Network& network, int below,
                                             const TileMemory& memory, const Tile& tile) {
    const Layer& layer = network.layers[below];
    std::uint16_t* const values = tile.numbers(memory.values);
    std::uint16_t* const slot = tile.numbers(layer.slot);
    DeltaWriter deltas(network, below, memory, tile);
    REDRAW_UNROLL
    for (int band = 0; band < kMostBands; ++band) {
        if (band >= share.bands) continue;
        REDRAW_UNROLL
        for (int i = 0; i < 4; ++i) {
            const int half = i / 2, down = i % 2;
            const int row = share.row() + band * kBandRows + down * 8;
            const int column = share.column() + half * 8, at = row * layer.stride() + column;
            const std::uint32_t codes = pair_at(slot, at);
            const DecodedUnit left = decode_unit<activation>(codes & 0xFFFF, layer.omega);
            const DecodedUnit right = decode_unit<activation>(codes >> 16, layer.omega);
            pair_at(values, at) = pack_bf16(left.value, right.value);
            deltas.write(row, column, half, sums[band][half][2 * down] * left.derivative,
                         sums[band][half][2 * down + 1] * right.derivative);
        }
    }
    deltas.finish(share);
}

// Adds the deltas of `layer`, transposed, times the values of `below` to the partials. A warp
// computes 16 `high` rows and 8 `wide` columns of the product. `whole`: no warp exceeds the
// product, so bounds checks are omitted.
template <int high, int wide, bool whole>
__device__ __forceinline__ void weight_gradients_of(const Layer& layer, const Layer& below,
                                                    const TileMemory& memory,
                                                    const BackwardInputs& inputs,
                                                    const Tile& tile) {
    const int warp = int(threadIdx.x) / 32, lane = int(threadIdx.x) % 32;
    const int across = (below.padded + 8 * wide - 1) / (8 * wide);
    const int row = warp / across * 16 * high, column = warp % across * 8 * wide;
    if (row >= layer.padded) return;
    const std::uint16_t* const deltas = tile.numbers(layer.slot) +
                                        (lane % 8 + lane / 16 * 8) * layer.stride() + row +
                                        lane / 8 % 2 * 8;
    const std::uint16_t* const values =
        tile.numbers(memory.values) + lane % 16 * below.stride() + column + lane / 16 * 8;
    float4* const partials = reinterpret_cast<float4*>(inputs.partials + layer.partials) + lane;
    const auto fragment = [&](int i, int j) {
        return ((row / 16 + i) * (below.padded / 8) + column / 8 + j) * 32;
    };

    const auto row_is_there = [&](int i) { return whole || row + 16 * i < layer.padded; };
    const auto is_there = [&](int i, int j) {
        return whole || (row_is_there(i) && column + 8 * j < below.padded);
    };

    float sums[high][wide][4];
    REDRAW_UNROLL
    for (int i = 0; i < high; ++i) {
        REDRAW_UNROLL
        for (int j = 0; j < wide; ++j)
            sums[i][j][0] = sums[i][j][1] = sums[i][j][2] = sums[i][j][3] = 0;
    }
    for (int band = 0; band < tile.bands; ++band) {
        std::uint32_t left[high][4], right[wide / 2][4];
        REDRAW_UNROLL
        for (int i = 0; i < high; ++i)
            if (row_is_there(i))
                load_matrices<true>(left[i], deltas + band * kBandRows * layer.stride() + 16 * i);
        REDRAW_UNROLL
        for (int j = 0; j < wide / 2; ++j)
            if (whole || column + 16 * j < below.padded)
                load_matrices<true>(right[j], values + band * kBandRows * below.stride() + 16 * j);
        REDRAW_UNROLL
        for (int i = 0; i < high; ++i) {
            REDRAW_UNROLL
            for (int j = 0; j < wide; ++j) {
                if (!is_there(i, j)) continue;
                const std::uint32_t half[2] = {right[j / 2][j % 2 * 2],
                                               right[j / 2][j % 2 * 2 + 1]};
                mma_bf16(sums[i][j], left[i], half);
            }
        }
    }
    REDRAW_UNROLL
    for (int i = 0; i < high; ++i) {
        REDRAW_UNROLL
        for (int j = 0; j < wide; ++j) {
            if (!is_there(i, j)) continue;
            const float4 numbers{sums[i][j][0], sums[i][j][1], sums[i][j][2], sums[i][j][3]};
            if (inputs.first_tile)
                partials[fragment(i, j)] = numbers;
            else
                add_to_own(&partials[fragment(i, j)], numbers);
        }
    }
}

__device__ __forceinline__ void weight_gradients(const Network& network, int l,
                                                 const TileMemory& memory,
                                                 const BackwardInputs& inputs, const Tile& tile) {
    const Layer &layer = network.layers[l], &below = network.layers[l - 1];
    const auto take = [&]<int high, int wide>() {
        if (layer.padded % (16 * high) == 0 && below.padded % (8 * wide) == 0)
            weight_gradients_of<high, wide, true>(layer, below, memory, inputs, tile);
        else
            weight_gradients_of<high, wide, false>(layer, below, memory, inputs, tile);
    };
    if (layer.padded <= 64 && below.padded <= 64)
        take.template operator()<2, 2>();
    else
        take.template operator()<4, 4>();
}

// Runs the backward pass. Needs a barrier after the outputs' gradients were written; ends with a
// barrier.
template <Activation activation>
__device__ __forceinline__ void backward(const Network& network, const TileMemory& memory,
                                         const BackwardInputs& inputs, const Tile& tile) {
    backward_outputs<activation>(network, memory, inputs, tile);
    __syncthreads();
    for (int l = network.depth - 1; l > 0; --l) {
        const Layer &layer = network.layers[l], &below = network.layers[l - 1];
        const Share share = share_of(below, tile.bands);
        const bool of_encoding = l == 1 && network.encoded();
        Sums sums;
        clear(sums);
        if (!of_encoding || network.encoding == Encoding::grid)
            multiply<false>(sums, share, tile.numbers(layer.slot), nullptr, layer.stride(),
                            layer.padded / 16, inputs.matrices + layer.fragments, nullptr);
        __syncthreads();  // all warps have read the values buffer, which is overwritten next
        if (!of_encoding) {
            write_deltas<activation>(sums, share, network, l - 1, memory, tile);
        } else {
            restore_encoding(network, memory, tile);
            if (network.encoding == Encoding::grid)
                keep_feature_gradients(sums, share, network, memory, tile);
        }
        __syncthreads();
        weight_gradients(network, l, memory, inputs, tile);
    }
    if (network.encoding == Encoding::grid) add_to_tables(network, memory, inputs.tables, tile);
    __syncthreads();
}

}  // namespace redraw::cuda::fused
