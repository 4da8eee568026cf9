// What the fused kernels know of a network and of their memory: plain numbers, made on the host by
// fused_plan.h and handed to every kernel by value.
//
// A block of kThreads threads takes a tile of up to 128 pixels through all layers and back. Pixels
// are rows, units are columns. In shared memory a row of a layer has 8 numbers more than the
// layer's padded width: an odd number of 16 bytes, so that eight rows below each other never meet
// in a bank.
//
// Why it is laid out like this (arithmetic for 2-128x6-1 and 200 x 200 pixels on an H200 of 132
// multiprocessors; not yet measured on a GPU). A block's weight gradients take 327 KiB in fp32,
// more than its shared memory: they live in L2, and every tile reads and writes them once, as it
// reads the weights. What limits the kernel is therefore L2, some 27 bytes a clock and
// multiprocessor, and the number of tiles a block takes. Hence large tiles: one 16-bit code a unit
// and pixel serves values and derivatives (unit_code.h), the layer that is being computed lives in
// one buffer (values) and, for bf16x3, what bf16 left of it in another (lows), which is the last
// layer's slot afterwards: seven numbers of 16 bits a column and pixel for six layers, 112 pixels a
// tile, three tiles a block (304 pixels). A block then moves 3 x 480 KiB of weights and 5 x 327 KiB
// of gradients through L2, 120,000 clocks; 61,000 products of 16x8x16 take 100,000 clocks at the
// rate mma.sync reaches on this architecture, and sines with their conversions 70,000 of the other
// units. One after the other that is 165 us, all at once 70 us, and the update reads 44 MB in 15 us
// more: between 5,500 and 12,000 epochs/s, the aim being 8,000. Products and activations alternate
// between barriers, so what overlaps is mostly L2; plain bf16 saves 24,000 products and 480 KiB.
#pragma once

#include "cuda/grid_tables.h"
#include "engine/network/config.h"
#include "engine/network/random.h"

#include <cstdint>

namespace redraw::cuda::fused {

inline constexpr int kWarps = 8, kThreads = 32 * kWarps;
inline constexpr int kWidest = 128;     // units of a layer
inline constexpr int kMostHidden = 64;  // layers, after an encoding
inline constexpr int kMostChannels = 4;
inline constexpr int kBandRows = 16;   // pixels: what one product of the tensor cores takes
inline constexpr int kMostBands = 8;   // of a tile
inline constexpr int kSlice = 16;      // columns that one warp computes
inline constexpr int kRowPadding = 8;  // numbers, see above

// An encoding in front of the hidden layers is layer 0; a grid's has neither weights nor biases.
struct Layer {
    std::uint16_t width = 0, padded = 0;    // units; padded to a multiple of kSlice
    std::uint32_t weights = 0, biases = 0;  // in the flat parameters
    std::uint32_t fragments = 0;            // in the copies of the weights; not of layer 0
    std::uint32_t partials = 0;             // weights, in a block's partials; not of layer 0
    std::uint32_t bias_partials = 0, bias_sums = 0;  // in the partials; in the sums
    std::uint32_t slot = 0;  // bytes into the tile: the codes, then the loss' gradients by the
                             // pre-activations
    float omega = 1;

    REDRAW_NUMERIC int stride() const { return padded + kRowPadding; }
    // Words of a row of the gradients by a grid's features: an odd number, so that neither who
    // writes columns nor who reads levels meets others in a bank.
    REDRAW_NUMERIC int feature_stride() const { return width | 1; }
};

// Gradients of vectors (biases, first and output layer) are summed in shared memory, in one place
// for each warp that takes a part of the rows: [parts][numbers]. Offsets count floats.
struct Vectors {
    std::uint32_t first = 0, output = 0, output_bias = 0;
};

// Bytes into the tile's shared memory.
struct TileMemory {
    std::uint32_t values = 0;     // what the next layer reads; in the backward pass, what its
                                  // products read; output sums [slice][row][channel] in between
    std::uint32_t lows = 0;       // value - bf16(value); the last layer's slot
    std::uint32_t positions = 0;  // float2 a row
    std::uint32_t gradients = 0;  // of the loss by the outputs, [row][channel]
    std::uint32_t feature_gradients = 0;  // of the loss by a grid's features
    std::uint32_t sums = 0;               // see Vectors
    std::uint32_t bytes = 0;
};

struct Network {
    int depth = 0;  // layers but for the output's
    int channels = 0;
    OutputMap output = OutputMap::linear;
    std::uint32_t output_weights = 0, output_biases = 0;  // in the flat parameters
    Vectors partials, sums;
    std::uint32_t sum_count = 0;
    Encoding encoding = Encoding::none;
    GridTables grid;
    Layer layers[kMostHidden + 1];

    REDRAW_NUMERIC bool encoded() const { return encoding != Encoding::none; }
};

// The destinations of one position of a block's partials: in the flat parameters and, in 16-bit
// numbers, in the copies of the weights for the forward and the backward pass. -1: none.
struct Place {
    std::int32_t parameter = -1, forward = -1, backward = -1;
};

// The hidden layers' matrices as bf16, in the order in which the tensor cores take them: for every
// 16 rows and kSlice columns of the right operand, 32 lanes with 16 bytes each.
struct WeightCopies {
    uint4* high = nullptr;      // forward
    uint4* low = nullptr;       // forward: weight - bf16(weight); null with plain bf16
    uint4* backward = nullptr;  // transposed; null when only drawing
};

}  // namespace redraw::cuda::fused
