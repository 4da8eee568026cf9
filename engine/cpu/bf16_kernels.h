// The two bf16 kernel sets of a processor. A source file defines kLanes as 16 and includes a
// Product, then this file, and returns the kernel tables. Product comes from bf16_product.h (after
// tile_registers.h or emulated_registers.h) or from dot_product.h.
//
//   bf16x3   forward in three bf16 products, or in fp32 if that is faster; backward in bf16:
//            learns about as well as fp32
//   bf16     forward in one bf16 product: faster, and noisier above about 40 dB
//
// Both keep parameters, optimizer, sums, pre-activations, first and output layer in fp32.
#pragma once

#include "engine/backend/backend.h"
#include "engine/cpu/bf16_backward.h"
#include "engine/cpu/vector_grid.h"
#include "engine/cpu/vector_update.h"

namespace redraw::cpu {
namespace {

template <Products products>
void forward(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels,
             bool training) {
    numerics::with_activation(plan.activation, [&]<Activation activation>() {
        if (training)
            Forward<activation, true, products>(plan, weights, workspace, pixels).run();
        else
            Forward<activation, false, products>(plan, weights, workspace, pixels).run();
    });
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
            update_lines,
            encode,
            add_table_gradients};
}

}  // namespace
}  // namespace redraw::cpu
