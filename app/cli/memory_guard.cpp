// Refuses a large allocation that the container's memory limit does not hold, with std::bad_alloc,
// which ends in a sentence. The kernel itself grants every allocation, and kills the program once
// it has touched more than the limit. Libraries written in C allocate by malloc(), which this does
// not cover; require_memory() estimates what they take.
#include "engine/system/machine.h"

#include <cstddef>
#include <cstdlib>
#include <new>

void* operator new(std::size_t bytes) {
    constexpr std::size_t kLarge = 16 << 20;  // reading the limit takes as long as touching 1 MB
    if (bytes >= kLarge) {
        const auto left = redraw::allowed_memory();
        if (left && bytes > *left) throw std::bad_alloc();
    }
    for (;;) {
        if (void* memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
        const std::new_handler handler = std::get_new_handler();
        if (handler == nullptr) throw std::bad_alloc();
        handler();
    }
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
