// The kernels that check.cpp runs, compiled with headers that may be a mutant's. The linker prefers
// them to the kernels of the module.
#include "cuda/fused_kernels.h"

namespace redraw::cuda::fused {

Kernels bf16x3_kernels(Activation) {
    return {train<Activation::tanh, true>, draw<Activation::tanh, true>};
}
Kernels bf16_kernels(Activation activation) {
    return bf16x3_kernels(activation);
}

}  // namespace redraw::cuda::fused
