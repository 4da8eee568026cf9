// Small arithmetic helpers without state.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace redraw {

// Returns n / by, rounded up. Precondition: n at least 0, `by` above 0.
template <class Whole>
constexpr Whole divide_up(Whole n, Whole by) {
    return (n + by - 1) / by;
}
// Rounds n up to a multiple of `by`. Precondition: n at least 0, `by` above 0.
template <class Whole>
constexpr Whole round_up(Whole n, Whole by) {
    return divide_up(n, by) * by;
}

// Returns the bits, without the sign, of the value that is largest in magnitude. Float bits without
// their sign are ordered like their magnitudes. Compilers vectorize this loop.
inline std::uint32_t largest_bits(std::span<const float> values) {
    std::int32_t bits = 0;  // signed, because SSE2 (plain x86-64) compares no unsigned vectors
    for (const float value : values)
        bits = std::max(bits, std::bit_cast<std::int32_t>(value) & 0x7FFFFFFF);
    return std::uint32_t(bits);
}
inline bool all_finite(std::span<const float> values) {
    constexpr std::uint32_t kInfinity = 0x7F800000;
    return largest_bits(values) < kInfinity;
}

// Converts an IEEE 754 binary16 (half) to a float.
inline float float_of_half(std::uint16_t half) {
    const int exponent = half >> 10 & 31, places = half & 1023;
    const float size = exponent == 0    ? std::ldexp(float(places), -24)
                       : exponent == 31 ? (places ? NAN : INFINITY)
                                        : std::ldexp(float(1024 + places), exponent - 25);
    return half & 0x8000 ? -size : size;
}

// Reads at most four bytes as a number, the most significant byte first.
inline std::uint32_t big_endian(std::span<const std::byte> bytes) {
    std::uint32_t number = 0;
    for (const std::byte byte : bytes) number = number << 8 | std::to_integer<std::uint32_t>(byte);
    return number;
}

// Returns the median; of an even count, the upper of the two middle values. Precondition: at least
// one value.
template <class Value>
Value median(std::vector<Value> values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace redraw
