#include "engine/cpu/aligned_floats.h"

#include <cstdlib>
#include <cstring>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace redraw::cpu {

AlignedFloats::AlignedFloats(std::size_t size) : size_(size) {
    constexpr std::size_t kLine = 64, kHugePage = 2 * 1024 * 1024;
    const std::size_t bytes = size * sizeof(float);
    const std::size_t alignment = bytes >= kHugePage ? kHugePage : kLine;
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
    if (!memory) throw std::bad_alloc();
#if defined(__linux__)
    // Asks for huge pages, which need fewer address translations when gradients are summed. If the
    // system refuses, the memory still works.
    if (alignment == kHugePage) madvise(memory, rounded, MADV_HUGEPAGE);
#endif
    std::memset(memory, 0, rounded);
    floats_.reset(static_cast<float*>(memory));
}

void AlignedFloats::Free::operator()(float* floats) const {
    std::free(floats);
}

}  // namespace redraw::cpu
