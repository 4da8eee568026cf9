// The forward pass of a tile. The layer that reads the positions and the output layer are computed
// in fp32, other layers on the tensor cores with fp32 sums and activations. A pixel's result
// depends on its coordinates, not on its row, tile or block. Drawings are therefore bitwise equal
// to what training computes.
#pragma once

#include "cuda/fused_encoding.h"

namespace redraw::cuda::fused {

struct ForwardInputs {
    const float* parameters;  // flat, fp32
    WeightCopies copies;
};

// Computes the first layer's sums from the positions, without biases.
__device__ __forceinline__ void multiply_positions(Sums& sums, const Share& share,
                                                   const Layer& layer, const float2* positions,
                                                   const float* weights) {
    Columns x, y;
    load_columns(x, weights, 2, layer, share);
    load_columns(y, weights + 1, 2, layer, share);
    REDRAW_UNROLL
    for (int band = 0; band < kMostBands; ++band) {
        if (band >= share.bands) continue;
        REDRAW_UNROLL
        for (int i = 0; i < 8; ++i) {
            const float2 at = positions[share.row() + band * kBandRows + i % 4 / 2 * 8];
            sums[band][i / 4][i % 4] = ::fmaf(y[i / 4][i % 2], at.y, x[i / 4][i % 2] * at.x);
        }
    }
}

// Sums a row's outputs over this warp's slice of units. The four lanes that hold the row add up,
// and the first of them writes.
__device__ __forceinline__ void add_up_outputs(float (&partial)[kMostChannels],
                                               const Network& network, float* to) {
    REDRAW_UNROLL
    for (int c = 0; c < kMostChannels; ++c) {
        if (c >= network.channels) continue;
        partial[c] += __shfl_xor_sync(~0u, partial[c], 1);
        partial[c] += __shfl_xor_sync(~0u, partial[c], 2);
        if (threadIdx.x % 4 == 0) to[c] = partial[c];
    }
}

// Turns a layer's sums into values that the next layer reads.
template <Activation activation, bool split, bool training>
__device__ __forceinline__ void activate_hidden(const Sums& sums, const Share& share,
                                                const Layer& layer, const Columns& bias,
                                                const TileMemory& memory, const Tile& tile) {
    std::uint16_t* const values = tile.numbers(memory.values);
    std::uint16_t* const lows = tile.numbers(memory.lows);
    std::uint16_t* const codes = tile.numbers(layer.slot);
    REDRAW_UNROLL
    for (int band = 0; band < kMostBands; ++band) {
        if (band >= share.bands) continue;
        REDRAW_UNROLL
        for (int i = 0; i < 4; ++i) {
            const int half = i / 2, down = i % 2;
            const float* sum = &sums[band][half][2 * down];
            const CodedUnit left = activate_unit<activation>(sum[0] + bias[half][0], layer.omega);
            const CodedUnit right = activate_unit<activation>(sum[1] + bias[half][1], layer.omega);
            const int at = (share.row() + band * kBandRows + down * 8) * layer.stride() +
                           share.column() + half * 8;
            const std::uint32_t high = pack_bf16(left.value, right.value);
            pair_at(values, at) = high;
            if constexpr (split)
                pair_at(lows, at) =
                    pack_bf16(left.value - low_bf16(high), right.value - high_bf16(high));
            if constexpr (training) pair_at(codes, at) = left.code | right.code << 16;
        }
    }
}

// Turns the last hidden layer's sums into this slice's part of the outputs.
template <Activation activation, bool training>
__device__ __forceinline__ void activate_last(const Sums& sums, const Share& share,
                                              const Network& network, const Layer& layer,
                                              const Columns& bias, const float* parameters,
                                              const TileMemory& memory, const Tile& tile) {
    std::uint16_t* const codes = tile.numbers(layer.slot);
    float* const outputs =
        tile.floats(memory.values) + share.slice * tile.bands * kBandRows * network.channels;
    OutputColumns weights;
    load_output_columns(weights, network, parameters, share);
    REDRAW_UNROLL
    for (int band = 0; band < kMostBands; ++band) {
        if (band >= share.bands) continue;
        REDRAW_UNROLL
        for (int down = 0; down < 2; ++down) {
            const int row = share.row() + band * kBandRows + down * 8;
            float partial[kMostChannels] = {};
            REDRAW_UNROLL
            for (int half = 0; half < 2; ++half) {
                const float* sum = &sums[band][half][2 * down];
                const CodedUnit left =
                    activate_unit<activation>(sum[0] + bias[half][0], layer.omega);
                const CodedUnit right =
                    activate_unit<activation>(sum[1] + bias[half][1], layer.omega);
                if constexpr (training)
                    pair_at(codes, row * layer.stride() + share.column() + half * 8) =
                        left.code | right.code << 16;
                REDRAW_UNROLL
                for (int c = 0; c < kMostChannels; ++c) {
                    if (c >= network.channels) continue;
                    partial[c] = ::fmaf(left.value, weights[c][half][0], partial[c]);
                    partial[c] = ::fmaf(right.value, weights[c][half][1], partial[c]);
                }
            }
            add_up_outputs(partial, network, outputs + row * network.channels);
        }
    }
}

// Runs the forward pass from the rows' positions to each slice's part of the outputs; output_of()
// adds these parts. Needs a barrier after the positions were written; ends with a barrier.
template <Activation activation, bool split, bool training>
__device__ __forceinline__ void forward(const Network& network, const TileMemory& memory,
                                        const ForwardInputs& inputs, const Tile& tile) {
    if (network.encoded()) {
        encode<split, training>(network, memory, inputs.parameters, tile);
        __syncthreads();
    }
    for (int l = network.encoded() ? 1 : 0; l < network.depth; ++l) {
        const Layer& layer = network.layers[l];
        const Share share = share_of(layer, tile.bands);
        Columns bias;
        load_columns(bias, inputs.parameters + layer.biases, 1, layer, share);
        Sums sums;
        if (l == 0) {
            multiply_positions(sums, share, layer, tile.positions(memory),
                               inputs.parameters + layer.weights);
        } else {
            const Layer& below = network.layers[l - 1];
            clear(sums);
            multiply<split>(sums, share, tile.numbers(memory.values), tile.numbers(memory.lows),
                            below.stride(), below.padded / 16, inputs.copies.high + layer.fragments,
                            split ? inputs.copies.low + layer.fragments : nullptr);
            __syncthreads();  // all warps have read the buffers, which are overwritten next
        }
        if (l + 1 < network.depth)
            activate_hidden<activation, split, training>(sums, share, layer, bias, memory, tile);
        else
            activate_last<activation, training>(sums, share, network, layer, bias,
                                                inputs.parameters, memory, tile);
        __syncthreads();
    }
}

// Returns the network's output for one row and channel, before the output map.
__device__ __forceinline__ float output_of(const Network& network, const TileMemory& memory,
                                           const Tile& tile, const float* parameters, int row,
                                           int channel) {
    const int slices = network.layers[network.depth - 1].padded / kSlice;
    const float* partial = tile.floats(memory.values) + row * network.channels + channel;
    float y = parameters[network.output_biases + channel];
    for (int slice = 0; slice < slices; ++slice)
        y += partial[slice * tile.bands * kBandRows * network.channels];
    return y;
}

}  // namespace redraw::cuda::fused
