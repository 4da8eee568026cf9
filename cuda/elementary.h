// Sine and cosine for kernels: the reduction and the polynomials of engine/cpu/elementary.h, for
// one number, on host and device with the same bits (every product and sum that matters is an
// fmaf).
#pragma once

#include "engine/network/host_device.h"

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

// Adding 1.5 * 2^23 rounds to the nearest integer, which is then the low bits of the sum.
constexpr float kRounding = 12582912.0f;
constexpr std::uint32_t kRoundingBits = 0x4B400000;

// round(x) modulo 2^16, for |x| below 2^22: one addition, where a conversion would take longer.
REDRAW_NUMERIC std::uint32_t low_bits_of_rounded(float x_plus_rounding) {
    return bits_of(x_plus_rounding) & 0xFFFF;
}
// An integer from -2^22 to 2^22 as a float.
REDRAW_NUMERIC float small_integer(std::int32_t n) {
    return float_of(kRoundingBits + std::uint32_t(n)) - kRounding;
}

// x = r + pi half_turns with |r| <= pi / 2 (pi in two parts); only the low bit of half_turns
// counts. Beyond |x| of 1.3e7 the result is noise, as on the CPU.
struct ReducedAngle {
    float r;
    std::uint32_t half_turns;
};
REDRAW_NUMERIC ReducedAngle reduce_angle(float x) {
    const float shifted = ::fmaf(x, 0.318309886f, kRounding);
    const float n = shifted - kRounding;
    float r = ::fmaf(n, -3.14159274f, x);
    r = ::fmaf(n, 8.74227766e-8f, r);
    return {r, bits_of(shifted)};
}

// Minimax on [-pi/2, pi/2], the sine to 5e-9 and the cosine to 3e-10; then (-1)^half_turns.
REDRAW_NUMERIC float sine(ReducedAngle angle) {
    const float r = angle.r, z = r * r;
    float s = ::fmaf(z, 2.600054586e-06f, -1.980661473e-04f);
    s = ::fmaf(s, z, 8.333017118e-03f);
    s = ::fmaf(s, z, -1.666665673e-01f);
    s = ::fmaf(s, z * r, r);
    return float_of(bits_of(s) ^ angle.half_turns << 31);
}
REDRAW_NUMERIC float cosine(ReducedAngle angle) {
    const float z = angle.r * angle.r;
    float c = ::fmaf(z, -2.607710598e-07f, 2.476188638e-05f);
    c = ::fmaf(c, z, -1.388840377e-03f);
    c = ::fmaf(c, z, 4.166664183e-02f);
    c = ::fmaf(c, z, -0.5f);
    c = ::fmaf(c, z, 1.0f);
    return float_of(bits_of(c) ^ angle.half_turns << 31);
}

}  // namespace redraw::cuda
