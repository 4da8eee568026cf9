// Internal examples: training examples for enlarging a picture, made from the picture itself
// (Shocher, Cohen and Irani 2018). The picture and reduced copies of it are halved. An example
// pairs a spot of such a half-size copy with its residual: the value before halving minus the
// copy's bicubic enlargement. Immutable arrays.
#pragma once

#include "engine/error.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/network/config.h"
#include "engine/network/encodings.h"
#include "engine/network/random.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace redraw {

// Computes the luma of a picture, with colours weighted by their opacity.
Image luminance(const Image& picture);

// The most pixels of a picture from which examples are made. Of a larger picture, only some tiles
// are used, unless it is narrower than a tile.
inline constexpr std::int64_t kMostTeachingPixels = 1 << 20;

// A half and its residual, by their places in the arrays of InternalExamples.
struct InternalPair {
    std::uint64_t half = 0;      // offset in `halves` of pixel (0, 0), which has a margin around it
    std::uint64_t residual = 0;  // offset in `residuals` of pixel (0, 0)
    std::int32_t half_stride = 0, width = 0;  // floats per row: of the half, of the residual
};

// The side, in pixels, of an example block: a square of a pair's residual, from which samples are
// chosen at random. A block centred in a held-out cell (below) is left out.
inline constexpr int kExampleBlock = 8;
struct ExampleBlock {
    std::uint32_t pair = 0;
    std::int32_t x = 0, y = 0;
    float weight = 1;  // weight in the loss: lower for repeated blocks; its mean over samples is 1
};

struct InternalExamples {
    WindowShape shape;
    std::vector<float> halves;     // luminance of all halves, with mirrored margins
    std::vector<float> residuals;  // luminance before halving minus interpolation of the half
    std::vector<InternalPair> pairs;
    std::vector<ExampleBlock> blocks;
};

struct TooSmallToTeach : Error {
    using Error::Error;
};

// Makes the examples of `picture`, which may have any channels. Throws TooSmallToTeach if the
// picture is too small for a single example.
InternalExamples make_internal_examples(const Image& picture, const WindowSpec& window,
                                        std::uint64_t seed);

// Pointers to the arrays of InternalExamples, in host or device memory.
struct ExampleArrays {
    const float* halves = nullptr;
    const float* residuals = nullptr;
    const InternalPair* pairs = nullptr;
    const ExampleBlock* blocks = nullptr;
    std::uint32_t block_count = 0;
    std::uint32_t views = 1;
    std::uint64_t seed = 0;
};
inline ExampleArrays arrays_of(const InternalExamples& examples, std::uint64_t seed) {
    return {examples.halves.data(),
            examples.residuals.data(),
            examples.pairs.data(),
            examples.blocks.data(),
            std::uint32_t(examples.blocks.size()),
            std::uint32_t(examples.shape.views()),
            seed};
}

struct Example {
    WindowView view;
    float target = 0;  // the output that the network should give
    float weight = 1;  // weight in the loss
};

// Returns sample `i` of training step `step` (both 0-based): the same on every backend.
REDRAW_NUMERIC Example example_at(const ExampleArrays& arrays, std::int64_t step, std::uint32_t i) {
    // First stream of the random generator for examples, one a step; layers use other streams.
    constexpr std::uint64_t kExampleStream = 1ull << 34;
    const std::uint64_t bits = random_bits(arrays.seed, kExampleStream + std::uint64_t(step), i);
    const ExampleBlock block = arrays.blocks[((bits >> 32) * arrays.block_count) >> 32];
    const InternalPair pair = arrays.pairs[block.pair];
    static_assert(kExampleBlock == 8);
    const int x = block.x + int(bits & 7), y = block.y + int(bits >> 3 & 7);
    const float* half =
        arrays.halves + pair.half + std::ptrdiff_t(y / 2) * pair.half_stride + x / 2;
    const WindowView view =
        window_view(half, pair.half_stride, x & 1, y & 1, int(bits >> 6 & (arrays.views - 1)));
    const float residual = arrays.residuals[pair.residual + std::size_t(y) * pair.width + x];
    return {view, kNothingLacking + view.sign * residual, block.weight};
}

// Held-out cells: the part of the picture on which a network that enlarges it is measured. No
// example block is centred in such a cell, at any scale, though windows and blocks may reach into
// it. One in eight cells of a square lattice is held out. Pure functions.

// Returns the side of a cell in pixels. Small pictures have smaller cells, so that most of them
// have held-out cells too.
inline int held_out_cell(int width, int height) {
    const int shorter = std::min(width, height);
    return shorter >= 128 ? 32 : shorter >= 64 ? 16 : 8;
}

inline bool is_held_out(int cell, int x, int y) {
    return (x / cell + 3 * (y / cell)) % 8 == 5;
}

// Returns the cells that lie entirely in the picture and for which `wanted(PixelRect)` is true, row
// by row.
template <class Wanted>
std::vector<PixelRect> whole_cells(int width, int height, const Wanted& wanted) {
    const int cell = held_out_cell(width, height);
    std::vector<PixelRect> cells;
    for (int y = 0; y + cell <= height; y += cell)
        for (int x = 0; x + cell <= width; x += cell)
            if (const PixelRect rect{x, y, cell, cell}; wanted(rect)) cells.push_back(rect);
    return cells;
}

// Chooses at most `most` cells, spread evenly over the list.
inline std::vector<PixelRect> evenly_chosen(const std::vector<PixelRect>& cells, std::size_t most) {
    std::vector<PixelRect> some;
    const std::size_t count = std::min(cells.size(), most);
    for (std::size_t i = 0; i < count; ++i) some.push_back(cells[i * cells.size() / count]);
    return some;
}

// Chooses at most `most` held-out cells, spread over the picture and entirely in it.
inline std::vector<PixelRect> held_out_cells(int width, int height, std::size_t most) {
    const auto held_out = [](const PixelRect& cell) {
        return is_held_out(cell.width, cell.x, cell.y);
    };
    return evenly_chosen(whole_cells(width, height, held_out), most);
}

}  // namespace redraw
