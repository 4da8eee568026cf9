#include "cuda/fused_kernels.h"

namespace redraw::cuda::fused {

Kernels bf16_kernels(Activation activation) {
    return kernels_of<false>(activation);
}

}  // namespace redraw::cuda::fused
