// The AMX kernels emulated with AVX2: nearly always the same bits (emulated_registers.h), slowly.
namespace redraw::cpu {
namespace {
constexpr int kLanes = 16;
}  // namespace
}  // namespace redraw::cpu

#include "engine/cpu/emulated_registers.h"
#include "engine/cpu/instruction_set.h"

#include "engine/cpu/bf16_product.h"

#include "engine/cpu/bf16_kernels.h"

namespace redraw::cpu {

const KernelSet* emulated_amx_kernels(Precision precision) {
    static constexpr KernelSet kThreeParts = make_kernels<Products::three_bf16>("emulated AMX");
    static constexpr KernelSet kOnePart = make_kernels<Products::bf16>("emulated AMX");
    return precision == Precision::bf16 ? &kOnePart : &kThreeParts;
}

}  // namespace redraw::cpu
