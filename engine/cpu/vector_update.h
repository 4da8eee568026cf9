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

REDRAW_VECTOR Vec square_root(Vec a) {
    for (int i = 0; i < kLanes; ++i) a.lanes[i] = __builtin_sqrtf(a.lanes[i]);
    return a;
}

// Computes both cases of lazy_adam_update() and chooses, because a branch on each number would keep
// the line out of the vector registers. Uses Vec because GCC turns the plain loop into masked
// stores, which are slow on AMD's processors.
void update_lines(const LinesPlan& plan, const std::size_t* lines, int count) {
    constexpr int kLinesAhead = 10;  // how many lines ahead to prefetch
    float* const arrays[] = {plan.gradients, plan.parameters, plan.first, plan.second};
    const numerics::AdamStep<Vec> step{Vec(plan.adam.beta1), Vec(plan.adam.beta2),
                                       Vec(plan.adam.epsilon), Vec(plan.adam.rate),
                                       Vec(plan.adam.second_scale)};
    for (int line = 0; line < count; ++line) {
        const int ahead = line + kLinesAhead < count ? line + kLinesAhead : line;
        for (float* numbers : arrays) __builtin_prefetch(numbers + lines[ahead], 1);
        for (std::size_t at = lines[line]; at < lines[line] + kPanel; at += kLanes) {
            const Vec gradient = load(plan.gradients + at), weight = load(plan.parameters + at),
                      mean = load(plan.first + at), square = load(plan.second + at);
            Vec new_weight = weight, new_mean = mean, new_square = square;
            numerics::adam_update(step, gradient, new_weight, new_mean, new_square);
            const IntLanes touched = gradient.lanes != 0.0f;
            store(plan.parameters + at, choose(touched, new_weight, weight));
            store(plan.first + at, choose(touched, new_mean, mean));
            store(plan.second + at, choose(touched, new_square, square));
            store(plan.gradients + at, Vec(0.0f));
        }
    }
}

}  // namespace
}  // namespace redraw::cpu
