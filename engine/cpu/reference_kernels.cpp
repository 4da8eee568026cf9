// The scalar reference kernels: the same computation in the simplest code, with which tests compare
// the vector kernels. No padding; weights [outputs][inputs], activations [pixels][features].
#include "engine/backend/backend.h"
#include "engine/cpu/instruction_set.h"
#include "engine/network/numerics.h"

#include <utility>

namespace redraw::cpu {

namespace {

// Returns the offset of feature `j` of pixel `p` in the hidden layer's values or slopes.
std::size_t at(const LayerPlan& layer, int p, int j) {
    return std::size_t(p) * layer.outputs + j;
}

// Returns input `k` of layer `l` for pixel `p`: a network input, or a value of the layer below.
float input(const NetworkPlan& plan, int l, const float* workspace, int p, int k) {
    if (l == 0) return workspace[plan.inputs + input_at(plan.panel_stride, p, k)];
    return workspace[plan.layers[l - 1].values + at(plan.layers[l - 1], p, k)];
}

void forward(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels,
             bool training) {
    for (int p = 0; p < pixels; ++p)
        for (int l = 0; l < plan.layer_count; ++l) {
            const LayerPlan& layer = plan.layers[l];
            for (int j = 0; j < layer.outputs; ++j) {
                const float* row =
                    weights.parameters + layer.weights + std::size_t(j) * layer.inputs;
                float sum = weights.parameters[layer.biases + j];
                for (int k = 0; k < layer.inputs; ++k)
                    sum += row[k] * input(plan, l, workspace, p, k);
                if (l + 1 == plan.layer_count) {
                    workspace[plan.outputs + std::size_t(p) * kPanel + j] = sum;
                    continue;
                }
                float value = 0, slope = 0;
                numerics::activate(l < plan.fixed_layers ? Activation::sine : plan.activation, sum,
                                   layer.omega, value, slope);
                workspace[layer.values + at(layer, p, j)] = value;
                if (training) workspace[layer.slopes + at(layer, p, j)] = slope;
            }
        }
}

// Returns the gradients of the loss with respect to the pre-activations of layer `l` for pixel `p`.
float* deltas_of(const NetworkPlan& plan, int l, float* workspace, int p) {
    if (l + 1 == plan.layer_count) return workspace + plan.outputs + std::size_t(p) * kPanel;
    return workspace + plan.layers[l].slopes + at(plan.layers[l], p, 0);
}

void backward(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels,
              float* gradients, bool add) {
    for (int l = plan.layer_count - 1; l >= plan.fixed_layers; --l) {
        const LayerPlan& layer = plan.layers[l];
        if (!add) {
            for (int i = 0; i < layer.outputs * layer.inputs; ++i) gradients[layer.weights + i] = 0;
            for (int j = 0; j < layer.outputs; ++j) gradients[layer.biases + j] = 0;
        }
        for (int p = 0; p < pixels; ++p) {
            const float* delta = deltas_of(plan, l, workspace, p);
            for (int j = 0; j < layer.outputs; ++j) {
                float* row = gradients + layer.weights + std::size_t(j) * layer.inputs;
                for (int k = 0; k < layer.inputs; ++k)
                    row[k] += delta[j] * input(plan, l, workspace, p, k);
                gradients[layer.biases + j] += delta[j];
            }
            if (l == plan.fixed_layers && !plan.trains_inputs) continue;
            for (int k = 0; k < layer.inputs; ++k) {
                float sum = 0;
                for (int j = 0; j < layer.outputs; ++j)
                    sum += delta[j] *
                           weights.parameters[layer.weights + std::size_t(j) * layer.inputs + k];
                if (l == 0)
                    workspace[plan.input_gradients + input_at(plan.panel_stride, p, k)] = sum;
                else
                    deltas_of(plan, l - 1, workspace, p)[k] *= sum;  // slopes become deltas
            }
        }
    }
}

void update(const UpdatePlan& plan, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
        float gradient = plan.gradients[i];
        for (int g = 1; g < plan.gradient_count; ++g)
            gradient += plan.gradients[g * plan.gradient_stride + i];
        if (plan.optimizer == Optimizer::adam)
            numerics::adam_update(plan.adam, gradient, plan.parameters[i], plan.first[i],
                                  plan.second[i]);
        else
            numerics::sgd_update(plan.momentum, plan.rate, gradient, plan.parameters[i],
                                 plan.first[i]);
    }
}

void update_lines(const LinesPlan& plan, const std::size_t* lines, int count) {
    for (int line = 0; line < count; ++line)
        for (std::size_t i = lines[line]; i < lines[line] + kPanel; ++i)
            numerics::lazy_adam_update(plan.adam, std::exchange(plan.gradients[i], 0.0f),
                                       plan.parameters[i], plan.first[i], plan.second[i]);
}

void encode(const GridPlan& plan, const float* tables, const Coordinates* at, int count,
            float* inputs) {
    for (int p = 0; p < count; ++p)
        for (int l = 0; l < plan.level_count; ++l) {
            const GridCorners corners = grid_corners(plan.levels[l], at[p].x, at[p].y);
            for (int f = 0; f < plan.features; ++f) {
                float sum = 0;
                for (int c = 0; c < 4; ++c)
                    sum += corners.weight[c] *
                           tables[plan.levels[l].first +
                                  std::size_t(corners.entry[c]) * plan.features + f];
                inputs[input_at(plan.panel_stride, p, l * plan.features + f)] = sum;
            }
        }
}

void add_table_gradients(const GridPlan& plan, int l, const Coordinates* at, int count,
                         const float* by_features, float* by_tables, std::uint8_t* touched) {
    for (int p = 0; p < count; ++p, by_features += plan.features) {
        const GridCorners corners = grid_corners(plan.levels[l], at[p].x, at[p].y);
        for (int c = 0; c < 4; ++c)
            for (int f = 0; f < plan.features; ++f) {
                const std::size_t number =
                    plan.levels[l].first + std::size_t(corners.entry[c]) * plan.features + f;
                if (touched) mark_lines<1>(touched, number);
                by_tables[number] += corners.weight[c] * by_features[f];
            }
    }
}

}  // namespace

const KernelSet* reference_kernels() {
    static constexpr KernelSet kKernels{
        "scalar", Precision::fp32,    0, 1, 1, true, forward, backward, update, update_lines,
        encode,   add_table_gradients};
    return &kKernels;
}

}  // namespace redraw::cpu
