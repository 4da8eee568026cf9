// Matrices in blocks of 1 KiB, as the bf16 kernels multiply them. A bf16 block of a left matrix
// holds 16 rows of 32 numbers along the depth, the dimension that a product sums over. A bf16 block
// of a right matrix holds 16 pairs (2i, 2i + 1) of the depth for 16 columns. fp32 blocks hold 16
// rows of 16 numbers (left), or 16 numbers of the depth for 16 columns (right). Include this file
// as described in vector.h.
#pragma once

#include "engine/cpu/vector.h"

#include <cstddef>

namespace redraw::cpu {
namespace {

constexpr int kBlockFloats = 256;
constexpr int kSide = 32;  // pixels and features in a unit of work: two blocks by two
constexpr int kPairs = kSide / 2;

// Precision of the hidden layers' products in the forward pass. three_bf16: sums three bf16
// products, which take the rounding errors of both factors into account.
enum class Products { bf16, three_bf16, fp32 };

// Returns the offset of block (`pixels`, `features`) in a matrix with `across` blocks in a row.
// Both indices count blocks.
REDRAW_VECTOR std::size_t block_at(int pixels, int features, int across) {
    return (std::size_t(pixels) * across + features) * kBlockFloats;
}

// 32 rows of a left matrix or 32 columns of a right one. The second 16 lie `side` floats after the
// first 16. Blocks that follow each other along the depth are `depth` floats apart. `high` holds
// the numbers, `low` their rounding errors (three_bf16 only).
struct Operand {
    const float* high = nullptr;
    const float* low = nullptr;
    std::size_t side = 0, depth = 0;
};

// The size of a product in multiples of 16, without blocks that are only padding.
struct Extent {
    int rows, columns, depth;
};
// Counts the features of a layer of `width` among the 32 from `begin` on, rounded up to 16.
REDRAW_VECTOR int features_within(int width, int begin) {
    const int rest = (width + 15) / 16 * 16 - begin;
    return rest < kSide ? rest : kSide;
}

}  // namespace
}  // namespace redraw::cpu
