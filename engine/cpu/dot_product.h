// bf16_product.h for processors that have no matrix unit but VDPBF16PS, which multiplies 16 pairs
// of bf16 and adds each pair's products to one of 16 sums. AMD's (Zen 4 and 5) do that at twice the
// rate of fp32 multiply-adds, so bf16 pays there; three bf16 products do not, hence their forward
// pass in place of bf16x3 multiplies in fp32. Included as vector.h is, with kLanes of 16.
#pragma once

#include "engine/cpu/bf16_blocks.h"
#include "engine/cpu/bf16_vectors.h"

#include <immintrin.h>
#include <cstdint>

namespace redraw::cpu {
namespace {

// Nothing to set up: sums stay in vector registers while one product is made.
struct TileRegisters {};

REDRAW_VECTOR Vec add_pairs(Vec left, Vec right, Vec sum) {
    return Vec((FloatLanes)_mm512_dpbf16_ps((__m512)sum.lanes, (__m512bh)left.lanes,
                                            (__m512bh)right.lanes));
}

// A left block is [row][depth] or, where `depth_first`, [depth][row].
template <Products products, bool depth_first = false>
class Product {
public:
    explicit Product(TileRegisters&) {}

    // Sums begin with what lies at `before`, rows `stride` floats apart, or with zeros.
    REDRAW_VECTOR void begin(const Operand& left, const Operand& right, const Extent& extent,
                             const float* before = nullptr, std::size_t stride = 0) {
        left_ = left;
        right_ = right;
        extent_ = extent;
        before_ = before;
        before_stride_ = stride;
    }
    // Products and activations share the vector units: nothing would be gained by taking turns.
    REDRAW_VECTOR void advance(int, int) {}
    // Padding's columns become zeros; its rows are left as they are.
    REDRAW_VECTOR void finish(float* sums, std::size_t stride) {
        for (int row = 0; row < extent_.rows; row += kRowsAtOnce)
            if (extent_.columns > kLanes)
                rows<2>(row, sums, stride);
            else
                rows<1>(row, sums, stride);
    }

private:
    static constexpr int kRowsAtOnce = 8;  // times two vectors: 16 chains of sums
    static constexpr int kRowStep = depth_first ? 1 : kLanes, kDepthStep = depth_first ? kLanes : 1;

    // A number, or a pair's bits.
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

// The product for gradients of weights: rows are features, the depth is pixels.
using GradientProduct = Product<Products::bf16, true>;

// The left operand's block of 16 features: [pair of pixels][feature].
REDRAW_VECTOR void store_features(float* block, const IntLanes (&pairs_of_pixels)[16]) {
    for (int i = 0; i < 16; ++i) store_words(block + i * kLanes, pairs_of_pixels[i]);
}

double multiply_add_burst(std::int64_t rounds, float* sink) {
    constexpr int kChains = 16;
    Vec chain[kChains];
    for (int i = 0; i < kChains; ++i) chain[i] = Vec(0.0f);
    const Vec pairs = from_bits(IntLanes{} + 0x38003800);  // 2^-15 each
    for (std::int64_t round = 0; round < rounds; ++round)
#pragma GCC unroll 16
        for (int i = 0; i < kChains; ++i) chain[i] = add_pairs(pairs, pairs, chain[i]);
    for (int i = 1; i < kChains; ++i) chain[0] = chain[0] + chain[i];
    store(sink, chain[0]);
    return 4.0 * kChains * kLanes * double(rounds);
}

}  // namespace
}  // namespace redraw::cpu
