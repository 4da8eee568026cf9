// Small sums that every folder does.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
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

// The largest value's bits without its sign: those of floats are ordered as they are. A loop that
// compilers find vectors in.
inline std::uint32_t largest_bits(std::span<const float> values) {
    std::uint32_t bits = 0;
    for (const float value : values)
        bits = std::max(bits, std::bit_cast<std::uint32_t>(value) & 0x7FFFFFFF);
    return bits;
}
inline bool all_finite(std::span<const float> values) {
    constexpr std::uint32_t kInfinity = 0x7F800000;
    return largest_bits(values) < kInfinity;
}

// The value of an IEEE 754 binary16.
inline float float_of_half(std::uint16_t half) {
    const int exponent = half >> 10 & 31, places = half & 1023;
    const float size = exponent == 0    ? std::ldexp(float(places), -24)
                       : exponent == 31 ? (places ? NAN : INFINITY)
                                        : std::ldexp(float(1024 + places), exponent - 25);
    return half & 0x8000 ? -size : size;
}

// Of at least one value.
template <class Value>
Value median(std::vector<Value> values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace redraw
