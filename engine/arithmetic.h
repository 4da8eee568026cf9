// Small sums that every folder does.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace redraw {

// How many parts of size `by` hold n, n and by above 0.
template <class Whole>
constexpr Whole divide_up(Whole n, Whole by) {
    return (n + by - 1) / by;
}
// The next multiple of `by`, n from 0 on.
template <class Whole>
constexpr Whole round_up(Whole n, Whole by) {
    return divide_up(n, by) * by;
}

inline bool all_finite(std::span<const float> values) {
    return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

}  // namespace redraw
