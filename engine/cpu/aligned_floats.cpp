#include "engine/cpu/aligned_floats.h"

#include "engine/system/machine.h"

#include <cstring>
#include <new>

namespace redraw::cpu {

AlignedFloats::AlignedFloats(std::size_t size) : size_(size) {
    constexpr std::size_t kLine = 64;
    const std::size_t bytes = size * sizeof(float);
    const std::size_t alignment = bytes >= kLargePage ? kLargePage : kLine;
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void* memory = allocate_aligned(alignment, rounded == 0 ? alignment : rounded);
    if (!memory) throw std::bad_alloc();
    // Large pages need fewer address translations when gradients are summed.
    if (alignment == kLargePage) advise_large_pages(memory, rounded);
    std::memset(memory, 0, rounded);
    floats_.reset(static_cast<float*>(memory));
}

void AlignedFloats::Free::operator()(float* floats) const {
    free_aligned(floats);
}

}  // namespace redraw::cpu
