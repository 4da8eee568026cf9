// The two bf16 kernel sets of a processor. A file defines kLanes as 16, includes a Product
// (bf16_product.h after tile_registers.h or emulated_registers.h; or dot_product.h), then this, and
// hands out the tables.
//
//   bf16x3   forward in three bf16 products, or in fp32 where that is faster; backward in bf16:
//            learns as fp32 does, step for step
//   bf16     one bf16 product forward: faster, and noisier above about 40 dB
//
// Master weights, optimizer, all sums, pre-activations, first and output layer are fp32 in both.
#pragma once

#include "engine/backend/backend.h"
#include "engine/cpu/bf16_backward.h"
#include "engine/cpu/vector_update.h"

namespace redraw::cpu {
namespace {

template <Activation activation, Products products>
void forward_with(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels,
                  bool training) {
    if (training)
        Forward<activation, true, products>(plan, weights, workspace, pixels).run();
    else
        Forward<activation, false, products>(plan, weights, workspace, pixels).run();
}

template <Products products>
void forward(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels,
             bool training) {
    switch (plan.activation) {
        case Activation::sine:
            return forward_with<Activation::sine, products>(plan, weights, workspace, pixels,
                                                            training);
        case Activation::tanh:
            return forward_with<Activation::tanh, products>(plan, weights, workspace, pixels,
                                                            training);
        case Activation::sigmoid:
            return forward_with<Activation::sigmoid, products>(plan, weights, workspace, pixels,
                                                               training);
        case Activation::relu:
            return forward_with<Activation::relu, products>(plan, weights, workspace, pixels,
                                                            training);
        case Activation::gelu:
            return forward_with<Activation::gelu, products>(plan, weights, workspace, pixels,
                                                            training);
    }
}

void backward(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels,
              float* gradients, bool add) {
    Backward(plan, weights, workspace, pixels, gradients, add).run();
}

template <Products products>
constexpr KernelSet make_kernels(const char* name) {
    return {name,
            products == Products::bf16 ? Precision::bf16 : Precision::bf16x3,
            64,
            kSide,
            kSide,
            products == Products::fp32,
            forward<products>,
            backward,
            update,
            multiply_add_burst};
}

}  // namespace
}  // namespace redraw::cpu
