// AMX, with AVX-512 for everything between the products.
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

namespace {
constexpr KernelSet kThreeParts = make_kernels<Products::three_bf16>("AMX");
constexpr KernelSet kOnePart = make_kernels<Products::bf16>("AMX");
}  // namespace

const KernelSet* amx_kernels(Precision precision) {
    return precision == Precision::bf16 ? &kOnePart : &kThreeParts;
}

}  // namespace redraw::cpu
