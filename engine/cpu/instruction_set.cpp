#include "engine/cpu/instruction_set.h"

#include "engine/backend.h"
#include "engine/error.h"

#include <cstdlib>
#include <string_view>

namespace redraw::cpu {

namespace {

InstructionSet from_environment() {
    const char* named = std::getenv("REDRAW_INSTRUCTION_SET");
    const std::string_view name = named ? named : "";
    if (name.empty()) return InstructionSet::automatic;
    if (name == "scalar") return InstructionSet::scalar;
    if (name == "avx2") return InstructionSet::avx2;
    if (name == "avx512") return InstructionSet::avx512;
    throw Error("REDRAW_INSTRUCTION_SET is \"" + std::string(name) +
                "\"; it may be scalar, avx2 or avx512.");
}

}  // namespace

bool supported(InstructionSet set) {
#if defined(__x86_64__)
    // The compiler's run-time library asks the operating system too whether it saves the registers.
    if (set == InstructionSet::avx2)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (set == InstructionSet::avx512)
        return supported(InstructionSet::avx2) && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#endif
    return set == InstructionSet::scalar || set == InstructionSet::automatic;
}

const KernelSet& choose_kernels(InstructionSet wanted) {
    if (wanted == InstructionSet::automatic) wanted = from_environment();
    if (!supported(wanted))
        throw Error(wanted == InstructionSet::avx2
                        ? "The AVX2 kernels need AVX2 and FMA, which this processor does not have."
                        : "The AVX-512 kernels need AVX-512, which this processor does not have.");
#if defined(__x86_64__)
    const bool best = wanted == InstructionSet::automatic;
    if (wanted == InstructionSet::avx512 || (best && supported(InstructionSet::avx512)))
        return *avx512_kernels();
    if (wanted == InstructionSet::avx2 || (best && supported(InstructionSet::avx2)))
        return *avx2_kernels();
#endif
    return *reference_kernels();
}

}  // namespace redraw::cpu
