// The kernels with AVX-512's bf16 instruction, for processors without a matrix unit.
namespace redraw::cpu {
namespace {
constexpr int kLanes = 16;
}  // namespace
}  // namespace redraw::cpu

#include "engine/cpu/dot_product.h"
#include "engine/cpu/instruction_set.h"

#include "engine/cpu/bf16_kernels.h"

namespace redraw::cpu {

const KernelSet* avx512_bf16_kernels(Precision precision) {
    static constexpr KernelSet kFp32Forward = make_kernels<Products::fp32>("AVX-512");
    static constexpr KernelSet kBf16 = make_kernels<Products::bf16>("AVX-512");
    return precision == Precision::bf16 ? &kBf16 : &kFp32Forward;
}

}  // namespace redraw::cpu
