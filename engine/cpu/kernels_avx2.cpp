// The kernels for AVX2 and FMA. Matrix products are computed in blocks of 6 x 16 sums, which take
// 12 of 16 registers.
namespace redraw::cpu {
namespace {
constexpr int kLanes = 8;
constexpr int kBlockVectors = 2;
}  // namespace
}  // namespace redraw::cpu

#include "engine/cpu/fp32_kernels.h"
#include "engine/cpu/instruction_set.h"

namespace redraw::cpu {

const KernelSet* avx2_kernels() {
    static constexpr KernelSet kKernels = make_kernels("AVX2");
    return &kKernels;
}

}  // namespace redraw::cpu
