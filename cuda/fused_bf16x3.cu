#include "cuda/fused_kernels.h"

namespace redraw::cuda::fused {

Kernels bf16x3_kernels(Activation activation) {
    return kernels_of<true>(activation);
}

}  // namespace redraw::cuda::fused
