// The three matrix products of training, on blocks that stay in registers: kRows rows times V
// vectors of columns. Panels and blocks (kernels.h, layout.h) make every offset inside a loop a
// constant. Include this file as described in vector.h, after kLanes and kBlockVectors (vectors in
// a block of columns).
#pragma once

#include "engine/cpu/kernels.h"
#include "engine/cpu/vector.h"

namespace redraw::cpu {
namespace {

constexpr int kBlock = kBlockVectors * kLanes;
constexpr int kPanelVectors = kPanel / kLanes;  // vectors in a panel

// Returns the offset of vector v in a row of panels.
REDRAW_VECTOR std::size_t vector_offset(int v, std::size_t panel_stride) {
    return std::size_t(v / kPanelVectors) * panel_stride + std::size_t(v % kPanelVectors) * kLanes;
}

// Computes acc[kRows][V] += a[kRows][depth] b[depth][V * kLanes].
template <int V>
REDRAW_VECTOR void accumulate(const float* a, std::size_t panel_stride, const float* b, int depth,
                              Vec (&acc)[kRows][V]) {
    for (; depth > 0; depth -= kPanel, a += panel_stride) {
        const int count = depth < kPanel ? depth : kPanel;
#pragma GCC unroll 4
        for (int k = 0; k < count; ++k, b += V * kLanes) {
            Vec column[V];
#pragma GCC unroll 4
            for (int v = 0; v < V; ++v) column[v] = load(b + v * kLanes);
#pragma GCC unroll 6
            for (int r = 0; r < kRows; ++r) {
                const Vec scalar(a[r * kPanel + k]);
#pragma GCC unroll 4
                for (int v = 0; v < V; ++v) acc[r][v] = multiply_add(scalar, column[v], acc[r][v]);
            }
        }
    }
}

// Computes pre-activations: out = biases + a b.
template <int V>
[[gnu::noinline]] void multiply_add_bias(const float* a, const float* b, int depth,
                                         const float* biases, float* out,
                                         std::size_t panel_stride) {
    Vec acc[kRows][V];
#pragma GCC unroll 6
    for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 4
        for (int v = 0; v < V; ++v) acc[r][v] = load(biases + v * kLanes);
    accumulate<V>(a, panel_stride, b, depth, acc);
#pragma GCC unroll 6
    for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 4
        for (int v = 0; v < V; ++v)
            store(out + r * kPanel + vector_offset(v, panel_stride), acc[r][v]);
}

// Computes the gradients of the loss with respect to the pre-activations of the layer below: slopes
// *= a b. Adds their sums over the rows to that layer's bias gradients.
template <int V>
[[gnu::noinline]] void multiply_slopes(const float* a, const float* b, int depth, float* slopes,
                                       float* bias_gradients, std::size_t panel_stride) {
    Vec acc[kRows][V];
#pragma GCC unroll 6
    for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 4
        for (int v = 0; v < V; ++v) acc[r][v] = Vec(0.0f);
    accumulate<V>(a, panel_stride, b, depth, acc);
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) {
        Vec sum = load(bias_gradients + v * kLanes);
#pragma GCC unroll 6
        for (int r = 0; r < kRows; ++r) {
            float* slope = slopes + r * kPanel + vector_offset(v, panel_stride);
            const Vec product = acc[r][v] * load(slope);
            store(slope, product);
            sum = sum + product;
        }
        store(bias_gradients + v * kLanes, sum);
    }
}

// Computes weight gradients: out[R][V * kLanes] = transpose(a)[R][pixels] b[pixels][V * kLanes];
// `add`: adds the product to `out` instead.
template <int R, int V>
[[gnu::noinline]] void multiply_transposed(const float* a, const float* b, int pixels, float* out,
                                           bool add, std::size_t panel_stride) {
    Vec acc[R][V];
#pragma GCC unroll 6
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
        for (int v = 0; v < V; ++v) acc[r][v] = add ? load(out + (r * V + v) * kLanes) : Vec(0.0f);
#pragma GCC unroll 4
    for (int p = 0; p < pixels; ++p, a += kPanel, b += kPanel) {
        Vec row[V];
#pragma GCC unroll 4
        for (int v = 0; v < V; ++v) row[v] = load(b + vector_offset(v, panel_stride));
#pragma GCC unroll 6
        for (int r = 0; r < R; ++r) {
            const Vec scalar(a[r]);
#pragma GCC unroll 4
            for (int v = 0; v < V; ++v) acc[r][v] = multiply_add(scalar, row[v], acc[r][v]);
        }
    }
#pragma GCC unroll 6
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
        for (int v = 0; v < V; ++v) store(out + (r * V + v) * kLanes, acc[r][v]);
}

template <int V, int R = kRows>
REDRAW_VECTOR void multiply_transposed_rows(int rows, const float* a, const float* b, int pixels,
                                            float* out, bool add, std::size_t panel_stride) {
    if constexpr (R > 1) {
        if (rows < R)
            return multiply_transposed_rows<V, R - 1>(rows, a, b, pixels, out, add, panel_stride);
    }
    multiply_transposed<R, V>(a, b, pixels, out, add, panel_stride);
}

// Calls run.operator()<V>() with V the number of vectors in `width` columns. `width` is a multiple
// of kPanel.
template <int V = kBlockVectors, class Run>
REDRAW_VECTOR void with_vectors(int width, const Run& run) {
    if constexpr (V > kPanelVectors) {
        if (width < V * kLanes) return with_vectors<V - kPanelVectors>(width, run);
    }
    run.template operator()<V>();
}

// Calls run.operator()<V>(first column) for every block of columns.
template <class Run>
REDRAW_VECTOR void for_each_block(int columns, const Run& run) {
    for (int column = 0; column < columns; column += kBlock)
        with_vectors(columns - column < kBlock ? columns - column : kBlock,
                     [&]<int V>() { run.template operator()<V>(column); });
}

}  // namespace
}  // namespace redraw::cpu
