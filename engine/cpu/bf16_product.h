// One 32 x 32 product of the bf16 kernels on tile registers. It is computed in parts, so that the
// matrix unit works on the next block while the vector units activate the last one. Include this
// file as described in vector.h, after TileRegisters. kernels_avx512_bf16.cpp includes
// dot_product.h instead.
#pragma once

#include "engine/cpu/bf16_blocks.h"
#include "engine/cpu/bf16_vectors.h"

#include <cstdint>

namespace redraw::cpu {
namespace {

// Multiplies left rows by right columns. three_bf16 computes high x low + low x high +
// high x high, which keeps about 16 of fp32's 24 bits. See Henry, Tang, Heinecke 2019, "Leveraging
// the bfloat16 artificial intelligence datatype for higher-precision computations".
template <Products products>
class Product {
public:
    explicit Product(TileRegisters& registers) : registers_(registers) {}

    // Starts a product. Sums start from the values at `before`, in rows `stride` floats apart;
    // null: from zeros. Blocks are multiplied whole, including padding.
    REDRAW_VECTOR void begin(const Operand& left, const Operand& right, const Extent& extent,
                             const float* before = nullptr, std::size_t stride = 0) {
        left_ = left;
        right_ = right;
        parts_ = (extent.depth + kSide - 1) / kSide * (kThree ? 3 : 1);
        done_ = 0;
        turn_ = 0;
        if (before)
            registers_.load_sums(before, stride);
        else
            registers_.zero_sums();
    }

    // Advances the product until the fraction `share` / `whole` of it is done.
    REDRAW_VECTOR void advance(int share, int whole) {
        for (const int until = parts_ * share / whole; done_ < until; ++done_) {
            if constexpr (kThree)
                part_of_three();
            else {
                load_left(left_.high);
                load_right(right_.high);
                next_depth();
            }
            registers_.multiply();
        }
    }
    REDRAW_VECTOR void finish(float* sums, std::size_t stride) {
        advance(1, 1);
        registers_.store_sums(sums, stride);
    }

private:
    static constexpr bool kThree = products == Products::three_bf16;

    REDRAW_VECTOR void load_left(const float* at) { registers_.load_left(at, at + left_.side); }
    REDRAW_VECTOR void load_right(const float* at) { registers_.load_right(at, at + right_.side); }
    REDRAW_VECTOR void next_depth() {
        left_.high += left_.depth;
        right_.high += right_.depth;
    }
    // Loads the operands of one of the three bf16 products of a block: low x high, high x high,
    // high x low. The second and the third product each load new numbers of one operand only.
    REDRAW_VECTOR void part_of_three() {
        if (turn_ == 0) {
            load_left(left_.low);
            load_right(right_.high);
            left_.low += left_.depth;
            turn_ = 1;
        } else if (turn_ == 1) {
            load_left(left_.high);
            turn_ = 2;
        } else {
            load_right(right_.low);
            right_.low += right_.depth;
            next_depth();
            turn_ = 0;
        }
    }

    TileRegisters& registers_;
    Operand left_, right_;
    int parts_ = 0, done_ = 0, turn_ = 0;
};

// The product for weight gradients: rows are features, the depth is pixels.
using GradientProduct = Product<Products::bf16>;

// Stores a block of 16 features for the left operand: [feature][pair of pixels].
REDRAW_VECTOR void store_features(float* block, IntLanes (&pairs_of_pixels)[16]) {
    transpose(pairs_of_pixels);
    for (int i = 0; i < 16; ++i) store_words(block + i * kLanes, pairs_of_pixels[i]);
}

}  // namespace
}  // namespace redraw::cpu
