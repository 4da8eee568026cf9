// Measures elapsed time and estimates the time left.
#pragma once

#include <chrono>

namespace redraw {

inline double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Estimates the seconds left from the progress since `start`, assuming a constant pace. `progress`
// is from 0 to 1; returns 0 if it is 0.
inline double seconds_left(std::chrono::steady_clock::time_point start, double progress) {
    return progress > 0 ? seconds_since(start) * (1 - progress) / progress : 0;
}

}  // namespace redraw
