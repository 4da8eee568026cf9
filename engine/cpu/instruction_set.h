// Detects which kernel sets this processor can run and chooses one.
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
const KernelSet* avx512_bf16_kernels(Precision precision);  // bf16x3 or bf16
const KernelSet* amx_kernels(Precision precision);          // bf16x3 or bf16

// Kernels of InstructionSet::emulated_amx, by the module redraw_emulated_amx.so, which only the
// tests build (tests/emulated_amx).
struct EmulatedAmx {
    const KernelSet* bf16x3;
    const KernelSet* bf16;
};

bool supported(InstructionSet set);

// Chooses a kernel set. Precision `automatic`: bf16x3 for the bf16 sets, else fp32. Instruction set
// `automatic`: the one named by the environment variable REDRAW_INSTRUCTION_SET, otherwise the best
// for the precision. Both `automatic`: AMX or, on AMD's processors, AVX-512-BF16, else the best for
// fp32. Throws Error if the processor lacks the set, the set cannot compute in the precision, or
// the variable is invalid.
const KernelSet& choose_kernels(InstructionSet wanted, Precision precision);
// Chooses a kernel set for one network. If precision and instruction set are `automatic`, a network
// narrower than a block of bf16 products, which would be mostly padding, uses fp32.
const KernelSet& choose_kernels(InstructionSet wanted, Precision precision,
                                const NetworkSpec& network);

}  // namespace redraw::cpu
