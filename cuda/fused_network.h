// The network and memory layout as the fused kernels need them: plain values, computed on the host
// by fused_plan.h and passed to every kernel by value.
//
// A block of kThreads threads takes a tile of up to 128 pixels through all layers and back. Pixels
// are rows, units are columns. In shared memory a row has 8 numbers more than the layer's padded
// width. This is an odd multiple of 16 bytes, so eight consecutive rows never share a bank.
//
// Reasons for this layout. The example is 2-128x6-1 and 200 x 200 pixels on an H200 with 132
// multiprocessors; all figures are calculated and not yet measured on a GPU. A block's weight
// gradients take 320 KiB in fp32, more than its shared memory. They stay in L2; every tile stores
// or adds to them once and reads the weights once. The kernel is therefore limited by L2, about 27
// bytes a clock and multiprocessor, and by the number of tiles a block processes.
//
// Tiles should be large, so memory for each pixel is kept small. One 16-bit code a unit and pixel
// serves values and derivatives (unit_code.h). The layer being computed has one buffer (values).
// For bf16x3 it has another one for the rounding rest (lows), which becomes the last layer's slot
// afterwards. This is seven 16-bit numbers a column and pixel for six layers: 112 pixels a tile,
// three tiles a block (304 pixels).
//
// If tiles read the gradients back to add to them (add_to_own() does not), a block moves 3 x 480
// KiB of weights and 5 x 320 KiB of gradients through L2, which takes 120,000 clocks. Its 61,000
// products of 16x8x16 take 100,000 clocks at the rate of mma.sync on this architecture. Sines with
// their conversions take 70,000 clocks of the other units. This is 165 us in sequence, or 70 us
// fully overlapped; the update reads 44 MB in another 15 us. The result is between 5,500 and 12,000
// epochs/s; docs/gpu.md has a later prediction. Products and activations alternate between
// barriers, so mostly L2 transfers overlap. Plain bf16 saves 24,000 products and 480 KiB.
#pragma once

#include "cuda/grid_tables.h"
#include "engine/network/config.h"
#include "engine/network/random.h"

#include <cstdint>

namespace redraw::cuda::fused {

inline constexpr int kWarps = 8, kThreads = 32 * kWarps;
inline constexpr int kWidest = 128;     // units in a layer
inline constexpr int kMostHidden = 64;  // hidden layers, not counting an encoding
inline constexpr int kMostChannels = 4;
inline constexpr int kBandRows = 16;   // pixels in a band: the rows of one tensor core product
inline constexpr int kMostBands = 8;   // bands in a tile
inline constexpr int kSlice = 16;      // columns that one warp computes
inline constexpr int kRowPadding = 8;  // numbers added to a row against bank conflicts

// One layer. An encoding before the hidden layers is layer 0; a grid has neither weights nor
// biases.
struct Layer {
    std::uint16_t width = 0, padded = 0;    // units; padded to a multiple of kSlice
    std::uint32_t weights = 0, biases = 0;  // offsets in the flat parameters
    std::uint32_t fragments = 0;            // offset in the copies of the weights; not of layer 0
    std::uint32_t partials = 0;  // offset of the weights in a block's partials; not of layer 0
    std::uint32_t bias_partials = 0, bias_sums = 0;  // offsets in the partials and in the sums
    std::uint32_t slot = 0;                          // byte offset in the tile: codes, later deltas
    float omega = 1;

    REDRAW_NUMERIC int stride() const { return padded + kRowPadding; }
    // Floats in a row of the gradients of a grid's features. It is odd, so that reading and writing
    // avoid bank conflicts.
    REDRAW_NUMERIC int feature_stride() const { return width | 1; }
};

// Gradients of vectors (biases, first and output layer) are summed in shared memory. Each warp that
// handles a part of the rows has its own copy: [parts][numbers]. Offsets count floats.
struct Vectors {
    std::uint32_t first = 0, output = 0, output_bias = 0;
};

// Byte offsets in the tile's shared memory.
struct TileMemory {
    std::uint32_t values = 0;  // input of the next product, forward or backward; in between, output
                               // sums [slice][row][channel]
    std::uint32_t lows = 0;    // value - bf16(value); later the last layer's slot
    std::uint32_t positions = 0;          // a float2 for each row
    std::uint32_t gradients = 0;          // loss gradients of the outputs, [row][channel]
    std::uint32_t feature_gradients = 0;  // loss gradients of a grid's features
    std::uint32_t sums = 0;               // see Vectors
    std::uint32_t bytes = 0;
};

struct Network {
    int depth = 0;  // number of layers without the output layer
    int channels = 0;
    OutputMap output = OutputMap::linear;
    std::uint32_t output_weights = 0, output_biases = 0;  // offsets in the flat parameters
    Vectors partials, sums;
    std::uint32_t sum_count = 0;
    Encoding encoding = Encoding::none;
    GridTables grid;
    Layer layers[kMostHidden + 1];

    REDRAW_NUMERIC bool encoded() const { return encoding != Encoding::none; }
};

// Maps one position of a block's partials to its parameter and to its 16-bit numbers in the forward
// and backward copies of the weights. -1: none.
struct Place {
    std::int32_t parameter = -1, forward = -1, backward = -1;
};

// The hidden layers' weights as bf16 in the tensor cores' order. Each 16 rows and kSlice columns of
// the right operand are 32 lanes with 16 bytes each.
struct WeightCopies {
    uint4* high = nullptr;      // for the forward pass
    uint4* low = nullptr;       // for the forward pass: weight - bf16(weight); null with plain bf16
    uint4* backward = nullptr;  // transposed; null when only drawing
};

}  // namespace redraw::cuda::fused
