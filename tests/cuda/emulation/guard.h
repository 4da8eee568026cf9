// Guard zones around memory that kernels write. They hold a pattern that must be intact at the end;
// meanwhile AddressSanitizer reports every access to them.
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
constexpr std::byte kPoisonByte{0xFF};  // four of them are NaN as a float, -1 as an integer

inline void set_guard(std::span<std::byte> zone) {
    std::ranges::fill(zone, kGuard);
    ASAN_POISON_MEMORY_REGION(zone.data(), zone.size());
}

// Removes the guard. Returns true if the pattern is intact.
inline bool lift_guard(std::span<std::byte> zone) {
    ASAN_UNPOISON_MEMORY_REGION(zone.data(), zone.size());
    return std::ranges::all_of(zone, [](std::byte value) { return value == kGuard; });
}

}  // namespace redraw::cuda::emulation
