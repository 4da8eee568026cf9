// Waiting for a number that another thread changes. As std::atomic::wait(), which misses wake-ups
// in libstdc++ 12 where the system has no futex: it compares, then locks, then waits. Any thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace redraw {

// Returns at once if the number differs from `old`, else after the next wake_one() or wake_all(),
// or earlier: the caller must look.
void wait_while(const std::atomic<std::uint32_t>& number, std::uint32_t old);
void wake_one(std::atomic<std::uint32_t>& number);
void wake_all(std::atomic<std::uint32_t>& number);

}  // namespace redraw
