// Bit casts of floats, and rounding without conversion instructions; host and device give the same
// bits.
#pragma once

#include "engine/network/random.h"

#include <math.h>

#include <cstdint>
#include <cstring>

namespace redraw::cuda {

REDRAW_NUMERIC std::uint32_t bits_of(float x) {
    std::uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
REDRAW_NUMERIC float float_of(std::uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Adding 1.5 * 2^23 rounds to the nearest integer, which is then in the low bits of the sum.
constexpr float kRounding = 12582912.0f;
constexpr std::uint32_t kRoundingBits = 0x4B400000;

// Returns round(x) modulo 2^16 from x + kRounding, for |x| below 2^22. One addition is faster than
// a conversion.
REDRAW_NUMERIC std::uint32_t low_bits_of_rounded(float x_plus_rounding) {
    return bits_of(x_plus_rounding) & 0xFFFF;
}
// Converts an integer from -2^22 to 2^22 to a float.
REDRAW_NUMERIC float small_integer(std::int32_t n) {
    return float_of(kRoundingBits + std::uint32_t(n)) - kRounding;
}

}  // namespace redraw::cuda
