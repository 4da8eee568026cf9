#include "app/studio/heap.h"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace redraw {

void give_large_buffers_back() {
#ifdef __GLIBC__
    constexpr int kLarge = 256 << 10;  // bytes; fixed, for it is set
    mallopt(M_MMAP_THRESHOLD, kLarge);
    mallopt(M_TRIM_THRESHOLD, kLarge);
#endif
}

void give_unused_memory_back() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace redraw
