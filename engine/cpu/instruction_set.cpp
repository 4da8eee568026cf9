#include "engine/cpu/instruction_set.h"

#include "engine/backend/backend.h"
#include "engine/error.h"
#include "engine/module/loaded_module.h"
#include "engine/network/config.h"
#include "engine/system/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace redraw::cpu {

namespace {

struct Need {
    InstructionSet set;
    const char* title;
    const char* needs;
};
constexpr Need kNeeds[] = {
    {InstructionSet::avx2, "AVX2", "AVX2 and FMA"},
    {InstructionSet::avx512, "AVX-512", "AVX-512"},
    {InstructionSet::avx512_bf16, "AVX-512-BF16", "AVX-512 with bf16"},
    {InstructionSet::amx, "AMX", "AMX with bf16"},
    {InstructionSet::emulated_amx, "emulated AMX", "AVX2, FMA and a module of the tests"},
};

const EmulatedAmx* emulated_amx() {
    static const LoadedModule<EmulatedAmx> loaded =
        load_module<EmulatedAmx>({"redraw_emulated_amx.so", "REDRAW_EMULATED_AMX_MODULE",
                                  "redraw_emulated_amx_module", "emulated AMX"});
    return loaded.module;
}

InstructionSet from_environment() {
    const char* variable = std::getenv("REDRAW_INSTRUCTION_SET");
    const std::string_view name = variable ? variable : "";
    if (name.empty()) return InstructionSet::automatic;
    if (const auto set = from_name<InstructionSet>(name)) return *set;
    throw Error(fmt::format(
        "REDRAW_INSTRUCTION_SET is \"{}\"; it may be scalar, avx2, avx512, avx512_bf16, amx or "
        "emulated_amx.",
        name));
}

#if defined(__x86_64__)
// Queries CPUID by number: clang 14 does not know these features by name.
bool has_matrix_unit() {
    constexpr unsigned kLeaf = 7, kTiles = 1u << 24, kBf16 = 1u << 22;
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    return __get_cpuid_count(kLeaf, 0, &eax, &ebx, &ecx, &edx) != 0 && (edx & kTiles) != 0 &&
           (edx & kBf16) != 0;
}
#endif

bool computes_bf16(InstructionSet set) {
    return set == InstructionSet::avx512_bf16 || set == InstructionSet::amx ||
           set == InstructionSet::emulated_amx;
}

// AMD's processors multiply bf16 on vector registers at twice the rate of fp32, Intel's at half of
// it (bench/results/performance.md).
bool gains_from_avx512_bf16() {
#if defined(__x86_64__)
    return supported(InstructionSet::avx512_bf16) && __builtin_cpu_is("amd");
#else
    return false;
#endif
}

InstructionSet best(Precision precision) {
    if (precision != Precision::fp32 && supported(InstructionSet::amx)) return InstructionSet::amx;
    const bool asked = precision == Precision::bf16x3 || precision == Precision::bf16;
    if (asked ? supported(InstructionSet::avx512_bf16)
              : precision == Precision::automatic && gains_from_avx512_bf16())
        return InstructionSet::avx512_bf16;
    for (const InstructionSet set : {InstructionSet::avx512, InstructionSet::avx2})
        if (supported(set)) return set;
    return InstructionSet::scalar;
}

void refuse_unsupported(InstructionSet set) {
    if (supported(set)) return;
    for (const auto& [needy, title, needs] : kNeeds)
        if (needy == set)
            throw Error(fmt::format(
                "The {} kernels need {}, which {} does not have.", title, needs,
                set == InstructionSet::emulated_amx ? "this installation" : "this processor"));
}

}  // namespace

bool supported(InstructionSet set) {
#if defined(__x86_64__)
    // __builtin_cpu_supports() also checks that the operating system saves the registers.
    switch (set) {
        case InstructionSet::avx2:
            return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
        case InstructionSet::emulated_amx:
            return supported(InstructionSet::avx2) && emulated_amx() != nullptr;
        case InstructionSet::avx512:
            return supported(InstructionSet::avx2) && __builtin_cpu_supports("avx512f") &&
                   __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl");
        case InstructionSet::avx512_bf16:
            return supported(InstructionSet::avx512) && __builtin_cpu_supports("avx512bf16");
        case InstructionSet::amx:
            return supported(InstructionSet::avx512_bf16) && has_matrix_unit() &&
                   may_use_tile_registers();
        default:
            break;
    }
#endif
    return set == InstructionSet::scalar || set == InstructionSet::automatic;
}

const KernelSet& choose_kernels(InstructionSet wanted, Precision precision) {
    if (wanted == InstructionSet::automatic) wanted = from_environment();
    if (wanted == InstructionSet::automatic) wanted = best(precision);
    refuse_unsupported(wanted);
    const bool bf16 = precision == Precision::bf16x3 || precision == Precision::bf16;
    if (bf16 && !computes_bf16(wanted))
        throw Error(fmt::format(
            "The CPU computes in {} with AMX or AVX-512-BF16 only{}", name_of(precision),
            computes_bf16(best(precision)) ? "." : ", which this processor does not have."));
    if (precision == Precision::fp32 && computes_bf16(wanted))
        throw Error("AMX and AVX-512-BF16 compute in bf16x3 and bf16 only, not in fp32.");
#if defined(__x86_64__)
    if (wanted == InstructionSet::avx512_bf16) return *avx512_bf16_kernels(precision);
    if (wanted == InstructionSet::amx) return *amx_kernels(precision);
    if (wanted == InstructionSet::emulated_amx)
        return precision == Precision::bf16 ? *emulated_amx()->bf16 : *emulated_amx()->bf16x3;
    if (wanted == InstructionSet::avx512) return *avx512_kernels();
    if (wanted == InstructionSet::avx2) return *avx2_kernels();
#endif
    return *reference_kernels();
}

const KernelSet& choose_kernels(InstructionSet wanted, Precision precision,
                                const NetworkSpec& network) {
    if (wanted == InstructionSet::automatic) wanted = from_environment();
    const KernelSet& kernels = choose_kernels(wanted, precision);
    const bool free = wanted == InstructionSet::automatic && precision == Precision::automatic;
    if (free && std::ranges::max(network.layers) < kernels.features)
        return choose_kernels(wanted, Precision::fp32);
    return kernels;
}

}  // namespace redraw::cpu
