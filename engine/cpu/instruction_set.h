// Which kernels this processor can run, and which it shall.
#pragma once

#include "engine/cpu/kernels.h"

namespace redraw {
enum class InstructionSet;
}

namespace redraw::cpu {

const KernelSet* reference_kernels();
const KernelSet* avx2_kernels();
const KernelSet* avx512_kernels();

bool supported(InstructionSet set);

// `automatic` takes the best supported set, or the one that the environment variable
// REDRAW_INSTRUCTION_SET (scalar, avx2, avx512) names. Throws Error for a set this processor does
// not have.
const KernelSet& choose_kernels(InstructionSet wanted);

}  // namespace redraw::cpu
