// Waits for what another thread does. Not for the clock: a busy machine gets the time it needs, and
// what never happens is ended, as a test that hangs, by ctest.
#pragma once

#include <chrono>
#include <thread>

namespace redraw {

// True once it holds; false after ten minutes.
template <class Condition>
bool eventually(const Condition& condition) {
    for (int i = 0; i < 120'000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

}  // namespace redraw
