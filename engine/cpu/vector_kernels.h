// The rest of a vector kernel set: the optimizer update, the ceiling, and the table itself. A file
// of one instruction set defines kLanes and kBlockVectors, includes this and hands out its table.
#pragma once

#include "engine/cpu/tile_kernels.h"

namespace redraw::cpu {
namespace {

// Elementwise, so that a split between threads changes no bit; pieces small enough for the first
// cache while the chunks' gradients are summed.
void update(const UpdatePlan& plan, std::size_t begin, std::size_t end) {
    constexpr std::size_t kPiece = 1024;
    float sums[kPiece];
    for (std::size_t at = begin; at < end; at += kPiece) {
        const int count = int(end - at < kPiece ? end - at : kPiece);
        const float* gradients = plan.gradients + at;
        for (int i = 0; i < count; ++i) sums[i] = gradients[i];
        for (int g = 1; g < plan.gradient_count; ++g) {
            gradients += plan.gradient_stride;
            for (int i = 0; i < count; ++i) sums[i] += gradients[i];
        }
        float* __restrict weights = plan.parameters + at;
        float* __restrict first = plan.first + at;
        if (plan.optimizer == Optimizer::adam) {
            float* __restrict second = plan.second + at;
            const numerics::AdamStep<float> step = plan.adam;
            for (int i = 0; i < count; ++i)
                numerics::adam_update(step, sums[i], weights[i], first[i], second[i]);
        } else {
            for (int i = 0; i < count; ++i)
                numerics::sgd_update(plan.momentum, plan.rate, sums[i], weights[i], first[i]);
        }
    }
}

// Enough independent chains to hide the latency of a multiply-add on two ports.
double multiply_add_burst(std::int64_t rounds, float* sink) {
    constexpr int kChains = 12;
    Vec chain[kChains];
    for (int i = 0; i < kChains; ++i) chain[i] = Vec(float(i) * 1e-3f);
    const Vec factor(0.999f), addend(1e-4f);
    for (std::int64_t round = 0; round < rounds; ++round)
#pragma GCC unroll 12
        for (int i = 0; i < kChains; ++i) chain[i] = multiply_add(chain[i], factor, addend);
    for (int i = 1; i < kChains; ++i) chain[0] = chain[0] + chain[i];
    store(sink, chain[0]);
    return 2.0 * kChains * kLanes * double(rounds);
}

constexpr KernelSet make_kernels(const char* name) {
    return {name, kBlock, forward, backward, update, multiply_add_burst};
}

}  // namespace
}  // namespace redraw::cpu
