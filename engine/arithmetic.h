// Small sums that every folder does.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

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

// Of at least one value.
template <class Value>
Value median(std::vector<Value> values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace redraw
