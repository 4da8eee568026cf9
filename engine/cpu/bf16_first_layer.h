// The first layer of the bf16 kernels. Its inputs are coordinates, grid features or a window, and
// its products are fp32. Include this file as described in vector.h, with kLanes of 16.
#pragma once

#include "engine/cpu/bf16_blocks.h"
#include "engine/cpu/kernels.h"

namespace redraw::cpu {
namespace {

// Computes sums[R] += left(row, k) * right[k] for two vectors of columns, with k < depth in
// increasing order. The rows of `right` are `stride` floats apart.
template <int R, class Left>
REDRAW_VECTOR void add_products(const Left& left, const float* right, std::size_t stride, int depth,
                                Vec (&sums)[R][2]) {
    for (int k = 0; k < depth; ++k, right += stride) {
        const Vec columns[2] = {load(right), load(right + kLanes)};
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r) {
            const Vec number(left(r, k));
#pragma GCC unroll 2
            for (int v = 0; v < 2; ++v) sums[r][v] = multiply_add(number, columns[v], sums[r][v]);
        }
    }
}

// Stores sums in rows `stride` floats apart; load_sums() loads them.
template <int R>
REDRAW_VECTOR void store_sums(const Vec (&sums)[R][2], float* to, std::size_t stride) {
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 2
        for (int v = 0; v < 2; ++v) store(to + std::size_t(r) * stride + v * kLanes, sums[r][v]);
}
template <int R>
REDRAW_VECTOR void load_sums(Vec (&sums)[R][2], const float* from, std::size_t stride) {
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 2
        for (int v = 0; v < 2; ++v) sums[r][v] = load(from + std::size_t(r) * stride + v * kLanes);
}

// A column of a weight matrix stored in blocks of `block` columns (layout.h): the offset of its
// first number and the distance between its numbers. `rows`, `all`: the matrix's rows and columns.
struct BlockColumn {
    std::size_t first, width;
};
REDRAW_VECTOR BlockColumn block_column(int block, int rows, int all, int column) {
    const int start = column / block * block, rest = all - start;
    return {std::size_t(start) * rows + std::size_t(column - start),
            std::size_t(rest < block ? rest : block)};
}

// Computes the first layer's pre-activations without biases for 32 pixels and 32 features. Its
// weight blocks hold output columns.
REDRAW_VECTOR void first_layer_sums(const NetworkPlan& plan, const LayerPlan& layer,
                                    const float* parameters, const float* inputs, int column,
                                    float* sums) {
    const BlockColumn at = block_column(plan.block, layer.inputs, layer.padded_outputs, column);
    const float* weights = parameters + layer.weights + at.first;
    constexpr int kRowsAtOnce = 8;
    for (int p = 0; p < kSide; p += kRowsAtOnce) {
        Vec block[kRowsAtOnce][2];
        for (auto& row : block)
            for (Vec& sum : row) sum = Vec(0.0f);
        add_products(
            [&](int row, int i) { return inputs[input_at(plan.panel_stride, p + row, i)]; },
            weights, at.width, layer.inputs, block);
        store_sums(block, sums + p * kSide, kSide);
    }
}

}  // namespace
}  // namespace redraw::cpu
