// Matrices in blocks of 1 KiB, as the bf16 kernels multiply them. In bf16 a block of a left matrix
// is 16 rows of 32 numbers along the depth, and one of a right matrix 16 pairs (2i, 2i + 1) of the
// depth for 16 columns; in fp32 they are 16 rows of 16 numbers, and 16 numbers for 16 columns.
// Included as vector.h is.
#pragma once

#include "engine/cpu/vector.h"

#include <cstddef>

namespace redraw::cpu {
namespace {

constexpr int kBlockFloats = 256;
constexpr int kSide = 32;  // pixels and features of a block of work: two blocks by two
constexpr int kPairs = kSide / 2;

// The forward pass multiplies hidden layers in bf16, in three products of bf16 numbers and their
// rounding errors, or in fp32.
enum class Products { bf16, three_bf16, fp32 };

// The offset of block (`pixels`, `features`) of a matrix, both counted in blocks, with `across`
// blocks in a row.
REDRAW_VECTOR std::size_t block_at(int pixels, int features, int across) {
    return (std::size_t(pixels) * across + features) * kBlockFloats;
}

// 32 rows of a left matrix or 32 columns of a right one: the second 16 lie `side` floats after the
// first, the next block along the depth `depth` floats after the one before. `low` holds what
// rounding lost, for products in three parts.
struct Operand {
    const float* high = nullptr;
    const float* low = nullptr;
    std::size_t side = 0, depth = 0;
};

// The unpadded extent of a product in numbers, multiples of 16; everything beyond is zero.
struct Extent {
    int rows, columns, depth;
};
// The unpadded count among the 32 features from `begin` on, in a layer of `width`.
REDRAW_VECTOR int features_within(int width, int begin) {
    const int rest = (width + 15) / 16 * 16 - begin;
    return rest < kSide ? rest : kSide;
}

}  // namespace
}  // namespace redraw::cpu
