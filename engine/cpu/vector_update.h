// The optimizer updates of all vector kernel sets, in fp32. Include this file as described in
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
            for (int i = 0; i < count; ++i)
                numerics::adam_update(step, sums[i], weights[i], first[i], second[i]);
        } else {
            for (int i = 0; i < count; ++i)
                numerics::sgd_update(plan.momentum, plan.rate, sums[i], weights[i], first[i]);
        }
    }
}

// Computes both cases of lazy_adam_update() and chooses, because a branch on each number would keep
// the line out of the vector registers.
void update_lines(const LinesPlan& plan, const std::size_t* lines, int count) {
    constexpr int kLinesAhead = 6;  // how many lines ahead to prefetch
    float* const arrays[] = {plan.gradients, plan.parameters, plan.first, plan.second};
    const numerics::AdamStep<float> step = plan.adam;
    for (int line = 0; line < count; ++line) {
        const int ahead = line + kLinesAhead < count ? line + kLinesAhead : line;
        for (float* numbers : arrays) __builtin_prefetch(numbers + lines[ahead], 1);
        float* __restrict gradients = plan.gradients + lines[line];
        float* __restrict weights = plan.parameters + lines[line];
        float* __restrict first = plan.first + lines[line];
        float* __restrict second = plan.second + lines[line];
        for (int i = 0; i < kPanel; ++i) {
            float weight = weights[i], mean = first[i], square = second[i];
            numerics::adam_update(step, gradients[i], weight, mean, square);
            const bool touched = gradients[i] != 0;
            weights[i] = touched ? weight : weights[i];
            first[i] = touched ? mean : first[i];
            second[i] = touched ? square : second[i];
            gradients[i] = 0;
        }
    }
}

}  // namespace
}  // namespace redraw::cpu
