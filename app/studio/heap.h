// Configures the heap for large buffers: pictures, drawings, networks. Does nothing for C libraries
// other than glibc.
#pragma once

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace redraw {

// Makes a freed large buffer go back to the system at once; called by main, before other threads.
// glibc's default cuts later buffers of up to 32 MiB out of its heaps, one a thread, where a single
// small block keeps up to 64 MiB of what was freed below it.
inline void give_large_buffers_back() {
#ifdef __GLIBC__
    constexpr int kLarge = 256 << 10;  // bytes; fixed, for it is set
    mallopt(M_MMAP_THRESHOLD, kLarge);
    mallopt(M_TRIM_THRESHOLD, kLarge);
#endif
}

// Returns freed memory to the system, small parts too. Takes milliseconds; call it when idle.
inline void give_unused_memory_back() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace redraw
