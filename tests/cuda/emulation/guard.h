// Zones beside memory that kernels write: a pattern that must still be there in the end, and that
// AddressSanitizer lets nobody touch meanwhile.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, bytes) static_cast<void>(address)
#define ASAN_UNPOISON_MEMORY_REGION(address, bytes) static_cast<void>(address)
#endif

namespace redraw::cuda::emulation {

constexpr std::byte kGuard{0xFB};
constexpr std::byte kPoisonByte{0xFF};  // four of them: a NaN, and -1

inline void set_guard(std::span<std::byte> zone) {
    std::ranges::fill(zone, kGuard);
    ASAN_POISON_MEMORY_REGION(zone.data(), zone.size());
}

// The guard is lifted; true when nobody wrote to it.
inline bool lift_guard(std::span<std::byte> zone) {
    ASAN_UNPOISON_MEMORY_REGION(zone.data(), zone.size());
    return std::ranges::all_of(zone, [](std::byte value) { return value == kGuard; });
}

}  // namespace redraw::cuda::emulation
