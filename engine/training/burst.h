// How many steps are done before the session looks up again: about 30 ms of them.
#pragma once

#include <algorithm>
#include <cstdint>

namespace redraw {

// `step_seconds` as Trainer tells it: 0 before the first.
inline std::int64_t steps_of_burst(double step_seconds) {
    constexpr double kBurstSeconds = 0.030;
    constexpr std::int64_t kLongestBurst = 4096;
    if (step_seconds <= 0) return 1;
    return std::clamp<std::int64_t>(std::int64_t(kBurstSeconds / step_seconds), 1, kLongestBurst);
}

}  // namespace redraw
