// The kernels for AMX. Only the bf16 products use it; everything else uses AVX-512.
namespace redraw::cpu {
namespace {
constexpr int kLanes = 16;
}  // namespace
}  // namespace redraw::cpu

#include "engine/cpu/instruction_set.h"
#include "engine/cpu/tile_registers.h"

#include "engine/cpu/bf16_product.h"

#include "engine/cpu/bf16_kernels.h"

namespace redraw::cpu {

const KernelSet* amx_kernels(Precision precision) {
    static constexpr KernelSet kThreeParts = make_kernels<Products::three_bf16>("AMX");
    static constexpr KernelSet kOnePart = make_kernels<Products::bf16>("AMX");
    return precision == Precision::bf16 ? &kOnePart : &kThreeParts;
}

}  // namespace redraw::cpu
