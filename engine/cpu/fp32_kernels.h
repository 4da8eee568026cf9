// A vector kernel set in fp32: runs one tile of pixels through all layers, forward and backward.
// Unless layers are very wide, the data of a tile stays in the second-level cache. The source file
// of an instruction set defines kLanes and kBlockVectors, includes this file and returns its table.
#pragma once

#include "engine/backend/backend.h"
#include "engine/cpu/elementary.h"
#include "engine/cpu/matrix_kernels.h"
#include "engine/cpu/vector_grid.h"
#include "engine/cpu/vector_update.h"
#include "engine/network/numerics.h"

namespace redraw::cpu {
namespace {

// Applies the activation in place to `columns` features of kRows pixels, while they are still in
// the first-level cache.
template <Activation activation, bool training>
[[gnu::noinline]] void activate_block(float* values, float* slopes, int columns, float omega,
                                      std::size_t panel_stride) {
    for (; columns > 0; columns -= kPanel, values += panel_stride, slopes += panel_stride)
#pragma GCC unroll 4
        for (int i = 0; i < kRows * kPanel; i += kLanes) {
            Vec value, slope;
            numerics::activate<activation>(load(values + i), Vec(omega), value, slope);
            store(values + i, value);
            if constexpr (training) store(slopes + i, slope);
        }
}

template <Activation activation, bool training>
void hidden_layer(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels,
                  int l) {
    const LayerPlan& layer = plan.layers[l];
    const float* below = workspace + (l == 0 ? plan.inputs : plan.layers[l - 1].values);
    const float* matrix =
        l == 0 ? weights.parameters + layer.weights : weights.packed + layer.packed;
    float* values = workspace + layer.values;
    float* slopes = workspace + layer.slopes;
    for_each_block(layer.padded_outputs, [&]<int V>(int column) {
        const std::size_t panel = std::size_t(column / kPanel) * plan.panel_stride;
        for (int p = 0; p < pixels; p += kRows) {
            const std::size_t at = panel + std::size_t(p) * kPanel;
            multiply_add_bias<V>(below + p * kPanel, matrix + std::size_t(column) * layer.inputs,
                                 layer.inputs, weights.parameters + layer.biases + column,
                                 values + at, plan.panel_stride);
            activate_block<activation, training>(values + at, slopes + at, V * kLanes, layer.omega,
                                                 plan.panel_stride);
        }
    });
}

template <Activation activation, bool training>
void hidden_layers(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels) {
    if (plan.fixed_layers)
        hidden_layer<Activation::sine, false>(plan, weights, workspace, pixels, 0);
    for (int l = plan.fixed_layers; l + 1 < plan.layer_count; ++l)
        hidden_layer<activation, training>(plan, weights, workspace, pixels, l);
}

// Sums all lanes by adding halves, in the same order for every vector width.
REDRAW_VECTOR float sum_of_panel(const Vec (&sums)[kPanelVectors]) {
    float lane[kPanel];
    for (int v = 0; v < kPanelVectors; ++v) store(lane + v * kLanes, sums[v]);
    for (int half = kPanel / 2; half > 0; half /= 2)
        for (int i = 0; i < half; ++i) lane[i] += lane[i + half];
    return lane[0];
}

// Computes the output layer. It has few outputs, so each is computed as a dot product over the
// features.
void output_layer(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels) {
    const LayerPlan& layer = plan.layers[plan.layer_count - 1];
    const float* values = workspace + plan.layers[plan.layer_count - 2].values;
    for (int p = 0; p < pixels; ++p)
        for (int c = 0; c < layer.outputs; ++c) {
            const float* row = weights.packed + layer.packed + std::size_t(c) * layer.padded_inputs;
            const float* value = values + p * kPanel;
            Vec sums[kPanelVectors];
            for (int v = 0; v < kPanelVectors; ++v) sums[v] = Vec(0.0f);
            for (int k = 0; k < layer.padded_inputs; k += kPanel, value += plan.panel_stride)
                for (int v = 0; v < kPanelVectors; ++v)
                    sums[v] =
                        multiply_add(load(row + k + v * kLanes), load(value + v * kLanes), sums[v]);
            workspace[plan.outputs + std::size_t(p) * kPanel + c] =
                sum_of_panel(sums) + weights.parameters[layer.biases + c];
        }
}

void forward(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels,
             bool training) {
    numerics::with_activation(plan.activation, [&]<Activation activation>() {
        if (training)
            hidden_layers<activation, true>(plan, weights, workspace, pixels);
        else
            hidden_layers<activation, false>(plan, weights, workspace, pixels);
    });
    output_layer(plan, weights, workspace, pixels);
}

// Computes out[rows][columns] = transpose(a)[rows][pixels] b[pixels][columns], in blocks of
// columns; `add`: adds the product to `out` instead.
void weight_gradients(const float* a, int rows, const float* b, int columns, int pixels, float* out,
                      bool add, std::size_t panel_stride) {
    for_each_block(columns, [&]<int V>(int column) {
        const float* right = b + std::size_t(column / kPanel) * panel_stride;
        float* block = out + std::size_t(column) * rows;
        for (int panel = 0; panel < rows; panel += kPanel) {
            const float* left = a + std::size_t(panel / kPanel) * panel_stride;
            // Splits a panel's 16 rows into 6 + 5 + 5, as evenly as the registers allow.
            for (int row = 0, rest = rows - panel < kPanel ? rows - panel : kPanel; rest > 0;) {
                const int groups = (rest + kRows - 1) / kRows;
                const int count = (rest + groups - 1) / groups;
                multiply_transposed_rows<V>(count, left + row, right, pixels,
                                            block + std::size_t(panel + row) * (V * kLanes), add,
                                            panel_stride);
                row += count;
                rest -= count;
            }
        }
    });
}

constexpr float kNoBiases[kBlock] = {};

// Computes the gradients of the loss with respect to the first layer's inputs from that layer's
// deltas.
void input_gradients(const NetworkPlan& plan, const Weights& weights, float* workspace,
                     const float* deltas, int pixels) {
    const LayerPlan& first = plan.layers[0];
    for_each_block(first.padded_inputs, [&]<int V>(int column) {
        const std::size_t panel = std::size_t(column / kPanel) * plan.panel_stride;
        for (int p = 0; p < pixels; p += kRows)
            multiply_add_bias<V>(
                deltas + p * kPanel,
                weights.packed + first.packed_back + std::size_t(column) * first.padded_outputs,
                first.padded_outputs, kNoBiases,
                workspace + plan.input_gradients + panel + std::size_t(p) * kPanel,
                plan.panel_stride);
    });
}

void backward(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels,
              float* gradients, bool add) {
    const int last = plan.layer_count - 1;
    const LayerPlan& output = plan.layers[last];
    const float* above = workspace + plan.outputs;
    for (int c = 0; c < output.outputs; ++c) {
        float sum = add ? gradients[output.biases + c] : 0.0f;
        for (int p = 0; p < pixels; ++p) sum += above[p * kPanel + c];
        gradients[output.biases + c] = sum;
    }
    for (int l = last; l > 0; --l) {
        const LayerPlan& layer = plan.layers[l];
        const LayerPlan& below = plan.layers[l - 1];
        float* slopes = workspace + below.slopes;
        float* bias_gradients = gradients + below.biases;
        weight_gradients(above, layer.outputs, workspace + below.values, layer.padded_inputs,
                         pixels, gradients + layer.weights, add, plan.panel_stride);
        if (l <= plan.fixed_layers) return;  // layers that are not trained keep gradients of zero
        if (!add)
            for (int i = 0; i < below.padded_outputs; ++i) bias_gradients[i] = 0;
        for_each_block(layer.padded_inputs, [&]<int V>(int column) {
            const std::size_t panel = std::size_t(column / kPanel) * plan.panel_stride;
            for (int p = 0; p < pixels; p += kRows)
                multiply_slopes<V>(
                    above + p * kPanel,
                    weights.parameters + layer.weights + std::size_t(column) * layer.outputs,
                    layer.outputs, slopes + panel + std::size_t(p) * kPanel,
                    bias_gradients + column, plan.panel_stride);
        });
        above = slopes;
    }
    const LayerPlan& first = plan.layers[0];
    weight_gradients(workspace + plan.inputs, first.inputs, above, first.padded_outputs, pixels,
                     gradients + first.weights, add, plan.panel_stride);
    if (plan.trains_inputs) input_gradients(plan, weights, workspace, above, pixels);
}

constexpr KernelSet make_kernels(const char* name) {
    return {name,    Precision::fp32, kBlock, kPanel,       kRows,  true,
            forward, backward,        update, update_lines, encode, add_table_gradients};
}

}  // namespace
}  // namespace redraw::cpu
