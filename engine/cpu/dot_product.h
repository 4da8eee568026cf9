// Replaces bf16_product.h on processors that have VDPBF16PS but no matrix unit. The instruction
// multiplies 16 pairs of bf16 and adds each pair's products to one of 16 sums. AMD's Zen 4 and 5
// execute it at twice the rate of fp32 multiply-adds, so one bf16 product is faster than fp32.
// Three bf16 products are not, so the forward pass of bf16x3 uses fp32 here. Include this file as
// described in vector.h, with kLanes of 16.
#pragma once

#include "engine/cpu/bf16_blocks.h"
#include "engine/cpu/bf16_vectors.h"

#include <immintrin.h>
#include <cstdint>

namespace redraw::cpu {
namespace {

// Stands in for the matrix unit's registers (tile_registers.h) and is empty: here sums stay in
// vector registers while one product is computed.
struct TileRegisters {};

REDRAW_VECTOR Vec add_pairs(Vec left, Vec right, Vec sum) {
    return Vec((FloatLanes)_mm512_dpbf16_ps((__m512)sum.lanes, (__m512bh)left.lanes,
                                            (__m512bh)right.lanes));
}

// The layout of a left block is [row][depth], or [depth][row] if `depth_first`.
template <Products products, bool depth_first = false>
class Product {
public:
    explicit Product(TileRegisters&) {}

    // Starts a product. Sums start from the values at `before`, in rows `stride` floats apart;
    // null: from zeros.
    REDRAW_VECTOR void begin(const Operand& left, const Operand& right, const Extent& extent,
                             const float* before = nullptr, std::size_t stride = 0) {
        left_ = left;
        right_ = right;
        extent_ = extent;
        before_ = before;
        before_stride_ = stride;
    }
    // Does nothing: products and activations share the vector units here, so interleaving them
    // gains nothing.
    REDRAW_VECTOR void advance(int, int) {}
    // Computes the product. Padding columns become zero; padding rows keep their values.
    REDRAW_VECTOR void finish(float* sums, std::size_t stride) {
        for (int row = 0; row < extent_.rows; row += kRowsAtOnce)
            if (extent_.columns > kLanes)
                rows<2>(row, sums, stride);
            else
                rows<1>(row, sums, stride);
    }

private:
    static constexpr int kRowsAtOnce = 8;  // with two vectors of columns: 16 independent sums
    static constexpr int kRowStep = depth_first ? 1 : kLanes, kDepthStep = depth_first ? kLanes : 1;

    // Broadcasts a number, or the bits of a bf16 pair.
    REDRAW_VECTOR static Vec broadcast(const float* from) {
        if constexpr (products == Products::fp32) return Vec(*from);
        int word;
        __builtin_memcpy(&word, from, sizeof word);
        return from_bits(IntLanes{} + word);
    }

    template <int V>
    [[gnu::noinline]] void rows(int row, float* to, std::size_t stride) const {
        Vec sums[kRowsAtOnce][V];
#pragma GCC unroll 8
        for (int r = 0; r < kRowsAtOnce; ++r)
#pragma GCC unroll 2
            for (int v = 0; v < V; ++v)
                sums[r][v] =
                    before_ ? load(before_ + std::size_t(row + r) * before_stride_ + v * kLanes)
                            : Vec(0.0f);
        const float* left =
            left_.high + std::size_t(row / kLanes) * left_.side + row % kLanes * kRowStep;
        const float* right = right_.high;
        const int depth = products == Products::fp32 ? extent_.depth : extent_.depth / 2;
        for (int done = 0; done < depth; done += kLanes, left += left_.depth, right += right_.depth)
            block<V>(left, right, depth - done < kLanes ? depth - done : kLanes, sums);
#pragma GCC unroll 8
        for (int r = 0; r < kRowsAtOnce; ++r)
#pragma GCC unroll 2
            for (int v = 0; v < 2; ++v)
                store(to + std::size_t(row + r) * stride + v * kLanes,
                      v < V ? sums[r][v % V] : Vec(0.0f));
    }

    template <int V>
    REDRAW_VECTOR void block(const float* left, const float* right, int depth,
                             Vec (&sums)[kRowsAtOnce][V]) const {
#pragma GCC unroll 2
        for (int i = 0; i < depth; ++i) {
            Vec columns[V];
#pragma GCC unroll 2
            for (int v = 0; v < V; ++v)
                columns[v] = load(right + std::size_t(v) * right_.side + i * kLanes);
#pragma GCC unroll 8
            for (int r = 0; r < kRowsAtOnce; ++r) {
                const Vec number = broadcast(left + r * kRowStep + i * kDepthStep);
#pragma GCC unroll 2
                for (int v = 0; v < V; ++v)
                    sums[r][v] = products == Products::fp32
                                     ? multiply_add(number, columns[v], sums[r][v])
                                     : add_pairs(number, columns[v], sums[r][v]);
            }
        }
    }

    Operand left_, right_;
    Extent extent_{};
    const float* before_ = nullptr;
    std::size_t before_stride_ = 0;
};

// The product for weight gradients: rows are features, the depth is pixels.
using GradientProduct = Product<Products::bf16, true>;

// Stores a block of 16 features for the left operand: [pair of pixels][feature].
REDRAW_VECTOR void store_features(float* block, const IntLanes (&pairs_of_pixels)[16]) {
    for (int i = 0; i < 16; ++i) store_words(block + i * kLanes, pairs_of_pixels[i]);
}

}  // namespace
}  // namespace redraw::cpu
