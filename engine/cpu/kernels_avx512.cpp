// The kernels for AVX-512. Matrix products are computed in blocks of 6 x 64 sums, which take 24 of
// 32 registers.
namespace redraw::cpu {
namespace {
constexpr int kLanes = 16;
constexpr int kBlockVectors = 4;
}  // namespace
}  // namespace redraw::cpu

#include "engine/cpu/fp32_kernels.h"
#include "engine/cpu/instruction_set.h"

namespace redraw::cpu {

const KernelSet* avx512_kernels() {
    static constexpr KernelSet kKernels = make_kernels("AVX-512");
    return &kKernels;
}

}  // namespace redraw::cpu
