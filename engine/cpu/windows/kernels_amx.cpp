// Stands for engine/cpu/kernels_amx.cpp: GCC 12 keeps the strides of tiles in a `long`, which has
// 32 bits on Windows, and its assembler refuses that. may_use_tile_registers() is false.
#include "engine/cpu/instruction_set.h"

namespace redraw::cpu {

const KernelSet* amx_kernels(Precision precision) {
    return avx512_bf16_kernels(precision);
}

}  // namespace redraw::cpu
