// The optimizer update of all vector kernel sets, in fp32. Include this file as described in
// vector.h.
#pragma once

#include "engine/cpu/kernels.h"
#include "engine/cpu/vector.h"
#include "engine/network/numerics.h"

namespace redraw::cpu {
namespace {

// Updates the parameters [begin, end). Each depends on its own gradient only, so splitting the
// range between threads changes no bit. Works in pieces that stay in the first-level cache while
// the chunks' gradients are summed.
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
            if (plan.lazy)
                for (int i = 0; i < count; ++i)
                    numerics::lazy_adam_update(step, sums[i], weights[i], first[i], second[i]);
            else
                for (int i = 0; i < count; ++i)
                    numerics::adam_update(step, sums[i], weights[i], first[i], second[i]);
        } else {
            for (int i = 0; i < count; ++i)
                numerics::sgd_update(plan.momentum, plan.rate, sums[i], weights[i], first[i]);
        }
    }
}

}  // namespace
}  // namespace redraw::cpu
