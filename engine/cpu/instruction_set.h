// Detects the kernels that this processor can run and chooses among them.
#pragma once

#include "engine/cpu/kernels.h"

namespace redraw {
enum class InstructionSet;
struct NetworkSpec;
}  // namespace redraw

namespace redraw::cpu {

const KernelSet* reference_kernels();
const KernelSet* avx2_kernels();
const KernelSet* avx512_kernels();
const KernelSet* avx512_bf16_kernels(Precision precision);   // bf16x3 or bf16
const KernelSet* amx_kernels(Precision precision);           // bf16x3 or bf16
const KernelSet* emulated_amx_kernels(Precision precision);  // bf16x3 or bf16

bool supported(InstructionSet set);

// `automatic` precision is the fastest that learns as fp32 does: bf16x3 with AMX and on AMD's
// processors with AVX-512-BF16, else fp32.
// `automatic` set takes the best supported one for the precision, or the one that the environment
// variable REDRAW_INSTRUCTION_SET (scalar, avx2, avx512, avx512_bf16, amx, emulated_amx) names.
// Throws Error for what this processor does not have.
const KernelSet& choose_kernels(InstructionSet wanted, Precision precision);
// The same for one network: `automatic` is fp32 too where all hidden layers are narrower than a
// block of bf16 products, which would be padding for the most part.
const KernelSet& choose_kernels(InstructionSet wanted, Precision precision,
                                const NetworkSpec& network);

}  // namespace redraw::cpu
