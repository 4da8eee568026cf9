// Elementary functions of vectors, with about the accuracy of fp32. numerics.h builds the
// activations from them. Include this file as described in vector.h.
#pragma once

#include "engine/cpu/vector.h"

namespace redraw::cpu {
namespace {

// Adding 1.5 * 2^23 rounds a float to the nearest integer, which then stands in the low bits of the
// sum.
constexpr float kRounding = 12582912.0f;

// Computes sine and cosine. With n = round(x / pi) and r = x - n pi (pi in two parts): sin x =
// (-1)^n sin r, and likewise for cos. On [-pi/2, pi/2] the polynomials err by up to 2e-8 (sin) and
// 6e-9 (cos). Beyond |x| of 1.3e7, where floats are 1 apart or more, n is too large for kRounding.
// The result is noise and may be infinite; such a network has diverged, as its loss shows.
REDRAW_VECTOR void sin_cos(Vec x, Vec& sine, Vec& cosine) {
    const Vec shifted = multiply_add(x, Vec(0.318309886f), Vec(kRounding));
    const IntLanes sign = bits(shifted) << 31;
    const Vec n = shifted - Vec(kRounding);
    Vec r = multiply_add(n, Vec(-3.14159274f), x);
    r = multiply_add(n, Vec(8.74227766e-8f), r);
    const Vec z = r * r;
    Vec s = multiply_add(z, Vec(2.600054586e-06f), Vec(-1.980661473e-04f));
    s = multiply_add(s, z, Vec(8.333017118e-03f));
    s = multiply_add(s, z, Vec(-1.666665673e-01f));
    s = multiply_add(s, z * r, r);
    Vec c = multiply_add(z, Vec(-2.607710598e-07f), Vec(2.476188638e-05f));
    c = multiply_add(c, z, Vec(-1.388840377e-03f));
    c = multiply_add(c, z, Vec(4.166664183e-02f));
    c = multiply_add(c, z, Vec(-0.5f));
    c = multiply_add(c, z, Vec(1.0f));
    sine = from_bits(bits(s) ^ sign);
    cosine = from_bits(bits(c) ^ sign);
}

// Computes exp x = 2^n exp r with n = round(x / ln 2). Clamps x to [-87, 87], which is enough for
// every activation.
REDRAW_VECTOR Vec exponential(Vec x) {
    x = clamp(x, 87.0f);
    const Vec shifted = multiply_add(x, Vec(1.44269504f), Vec(kRounding));
    const Vec n = shifted - Vec(kRounding);
    Vec r = multiply_add(n, Vec(-0.693359375f), x);
    r = multiply_add(n, Vec(2.12194440e-4f), r);
    // Cephes' expf (Moshier): 1 + r + r^2 p(r).
    Vec p = multiply_add(r, Vec(1.9875691500e-4f), Vec(1.3981999507e-3f));
    p = multiply_add(p, r, Vec(8.3334519073e-3f));
    p = multiply_add(p, r, Vec(4.1665795894e-2f));
    p = multiply_add(p, r, Vec(1.6666665459e-1f));
    p = multiply_add(p, r, Vec(5.0000001201e-1f));
    p = multiply_add(p, r * r, r + Vec(1.0f));
    return from_bits(bits(p) + (bits(shifted) << 23));
}

// Cephes' tanhf: an odd polynomial near 0, where 1 - 2 / (exp(2x) + 1) would lose precision.
REDRAW_VECTOR Vec hyperbolic_tangent(Vec x) {
    const Vec z = x * x;
    Vec p = multiply_add(z, Vec(-5.70498872745e-3f), Vec(2.06390887954e-2f));
    p = multiply_add(p, z, Vec(-5.37397155531e-2f));
    p = multiply_add(p, z, Vec(1.33314422036e-1f));
    p = multiply_add(p, z, Vec(-3.33332819422e-1f));
    const Vec near = multiply_add(p, z * x, x);
    const Vec far = Vec(1.0f) - Vec(2.0f) / (exponential(x + x) + Vec(1.0f));
    return choose(z < Vec(0.625f * 0.625f), near, far);
}

}  // namespace
}  // namespace redraw::cpu
