// The two kernel sets of the matrix unit, bf16x3 and bf16. A file defines kLanes as 16, includes
// tile_registers.h or emulated_registers.h, then this, and hands out the tables.
//
//   bf16x3   forward in three bf16 products, backward in bf16: learns as fp32 does, step for step
//   bf16     one product forward: faster, and noisier above about 40 dB
//
// Master weights, optimizer, all sums, pre-activations, first and output layer are fp32 in both.
//
// AVX-512's own bf16 instruction (VDPBF16PS) is not used: where it was measured, on Sapphire
// Rapids, it reaches half the rate of fp32 multiply-adds.
#pragma once

#include "engine/backend.h"
#include "engine/cpu/bf16_backward.h"
#include "engine/cpu/vector_update.h"

namespace redraw::cpu {
namespace {

template <Activation activation, bool split>
void forward_with(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels,
                  bool training) {
    if (training)
        Forward<activation, true, split>(plan, weights, workspace, pixels).run();
    else
        Forward<activation, false, split>(plan, weights, workspace, pixels).run();
}

template <bool split>
void forward(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels,
             bool training) {
    switch (plan.activation) {
        case Activation::sine:
            return forward_with<Activation::sine, split>(plan, weights, workspace, pixels,
                                                         training);
        case Activation::tanh:
            return forward_with<Activation::tanh, split>(plan, weights, workspace, pixels,
                                                         training);
        case Activation::sigmoid:
            return forward_with<Activation::sigmoid, split>(plan, weights, workspace, pixels,
                                                            training);
        case Activation::relu:
            return forward_with<Activation::relu, split>(plan, weights, workspace, pixels,
                                                         training);
        case Activation::gelu:
            return forward_with<Activation::gelu, split>(plan, weights, workspace, pixels,
                                                         training);
    }
}

void backward(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels,
              float* gradients, bool add) {
    Backward(plan, weights, workspace, pixels, gradients, add).run();
}

double multiply_add_burst(std::int64_t rounds, float* sink) {
    alignas(64) static const float zeros[kBlockFloats] = {};
    alignas(64) float sums[kSide * kSide];
    TileRegisters registers;
    registers.zero_sums();
    registers.load_left(zeros, zeros);
    registers.load_right(zeros, zeros);
    for (std::int64_t round = 0; round < rounds; ++round) registers.multiply();
    registers.store_sums(sums, kSide);
    *sink = sums[0];
    return 2.0 * kSide * kSide * kSide * double(rounds);
}

template <bool split>
constexpr KernelSet make_kernels(const char* name) {
    return {name,
            split ? Precision::bf16x3 : Precision::bf16,
            64,
            kSide,
            kSide,
            forward<split>,
            backward,
            update,
            multiply_add_burst};
}

}  // namespace
}  // namespace redraw::cpu
