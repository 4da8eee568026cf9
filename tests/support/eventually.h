// Waits for another thread. A busy machine gets the time that it needs: the limit only ends tests
// that hang.
#pragma once

#include <chrono>
#include <thread>

namespace redraw {

// Returns true soon after the condition holds, or false after at least ten minutes.
template <class Condition>
bool eventually(const Condition& condition) {
    for (int i = 0; i < 120'000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

}  // namespace redraw
