#include "engine/system/machine.h"

#include <windows.h>

#include <cpuid.h>
#include <malloc.h>

#include <array>
#include <bit>
#include <cstring>
#include <thread>

namespace redraw {

// Counts the processors of one group. Machines with more than 64 have several groups.
int allowed_cpus() {
    DWORD_PTR process = 0, machine = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &process, &machine) && process != 0)
        return std::popcount(process);
    return std::max(1, int(std::thread::hardware_concurrency()));
}

std::optional<int> cpu_quota(const std::filesystem::path&) {
    return std::nullopt;
}

std::optional<std::uint64_t> allowed_memory(const std::filesystem::path&) {
    return std::nullopt;
}

std::string processor_name() {
    constexpr unsigned kFirst = 0x80000002, kLeaves = 3;  // 16 letters each
    std::array<unsigned, 4 * kLeaves> words{};
    if (__get_cpuid_max(0x80000000, nullptr) < kFirst + kLeaves - 1)
        return "processor of unknown name";
    for (unsigned i = 0; i < kLeaves; ++i)
        __cpuid(kFirst + i, words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]);
    std::string name(sizeof words, '\0');
    std::memcpy(name.data(), words.data(), sizeof words);
    name.resize(std::strlen(name.c_str()));
    const std::size_t first = name.find_first_not_of(' ');
    return first == name.npos ? "processor of unknown name" : name.substr(first);
}

bool may_use_tile_registers() {
    return false;  // asking for them is untried on Windows
}

void* allocate_aligned(std::size_t alignment, std::size_t bytes) {
    return _aligned_malloc(bytes, alignment);
}

void free_aligned(void* memory) {
    _aligned_free(memory);
}

// Windows gives large pages only to users whom an administrator allows to lock memory.
void advise_large_pages(void*, std::size_t) {}

bool may_have_gpu() {
    return true;
}

}  // namespace redraw
