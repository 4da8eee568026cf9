// The AMX kernels emulated with AVX2: nearly always the same bits (emulated_registers.h), slowly. A
// module that the engine loads for InstructionSet::emulated_amx.
namespace redraw::cpu {
namespace {
constexpr int kLanes = 16;
}  // namespace
}  // namespace redraw::cpu

#include "engine/cpu/instruction_set.h"
#include "tests/emulated_amx/emulated_registers.h"

#include "engine/cpu/bf16_product.h"

#include "engine/cpu/bf16_kernels.h"

#include "engine/module/loaded_module.h"

#include <string_view>

extern "C" [[gnu::visibility("default")]] const redraw::cpu::EmulatedAmx*
redraw_emulated_amx_module(const char* version) {
    using namespace redraw::cpu;
    static constexpr KernelSet kThreeParts = make_kernels<Products::three_bf16>("emulated AMX");
    static constexpr KernelSet kOnePart = make_kernels<Products::bf16>("emulated AMX");
    static constexpr EmulatedAmx kModule{&kThreeParts, &kOnePart};
    return std::string_view(version) == redraw::module_version() ? &kModule : nullptr;
}
