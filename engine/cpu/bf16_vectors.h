// Conversions between vectors of floats and bf16. They round to nearest even, flush denormal
// numbers to zero and keep NaN, like VCVTNE2PS2BF16. Processors without that instruction do the
// same with integers. Include this file as described in vector.h, with kLanes of 16.
#pragma once

#include "engine/cpu/vector.h"

#if defined(__AVX512BF16__)
#include <immintrin.h>
#endif

namespace redraw::cpu {
namespace {

static_assert(kLanes == 16);
using ShortLanes = short __attribute__((vector_size(64)));

// Rounds two vectors to 32 bf16 numbers: those of `a`, then those of `b`.
REDRAW_VECTOR ShortLanes rounded(Vec a, Vec b) {
#if defined(__AVX512BF16__)
    return (ShortLanes)_mm512_cvtne2ps_pbh((__m512)b.lanes, (__m512)a.lanes);
#else
    const auto words = [](Vec x) {
        const IntLanes all = bits(x), size = all & 0x7fffffff;
        const IntLanes nearest = all + 0x7fff + ((all >> 16) & 1);
        const IntLanes sign = all & int(0x80000000u);
        return size > 0x7f800000 ? all | 0x400000 : size < 0x00800000 ? sign : nearest;
    };
    return __builtin_shufflevector((ShortLanes)words(a), (ShortLanes)words(b), 1, 3, 5, 7, 9, 11,
                                   13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43,
                                   45, 47, 49, 51, 53, 55, 57, 59, 61, 63);
#endif
}

// Stores 32 bf16 numbers in order.
REDRAW_VECTOR void store_row(float* to, ShortLanes row) {
    __builtin_memcpy(to, &row, sizeof row);
}

// Returns the rounding errors x - rounded(x) of 16 numbers. Their rounded values are in the lower
// (0) or upper (1) `half` of `row`.
REDRAW_VECTOR Vec lost(Vec x, ShortLanes row, int half) {
    const ShortLanes zero{};
    const ShortLanes wide =
        half == 0 ? __builtin_shufflevector(zero, row, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6,
                                            38, 7, 39, 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45,
                                            14, 46, 15, 47)
                  : __builtin_shufflevector(zero, row, 0, 48, 1, 49, 2, 50, 3, 51, 4, 52, 5, 53, 6,
                                            54, 7, 55, 8, 56, 9, 57, 10, 58, 11, 59, 12, 60, 13, 61,
                                            14, 62, 15, 63);
    return x - from_bits((IntLanes)wide);
}

// Returns 16 pairs (a[i], b[i]), with `a` in the lower half of each word.
REDRAW_VECTOR IntLanes pairs(Vec a, Vec b) {
    return (IntLanes)__builtin_shufflevector(rounded(a, b), ShortLanes{}, 0, 16, 1, 17, 2, 18, 3,
                                             19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24, 9, 25, 10, 26,
                                             11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
REDRAW_VECTOR Vec first_of(IntLanes words) {
    return from_bits(words << 16);
}
REDRAW_VECTOR Vec second_of(IntLanes words) {
    return from_bits(words & int(0xffff0000u));
}
REDRAW_VECTOR IntLanes load_words(const float* from) {
    return bits(load(from));
}
REDRAW_VECTOR void store_words(float* to, IntLanes words) {
    __builtin_memcpy(to, &words, sizeof words);
}

// Transposes a 16 x 16 matrix of words in four rounds of exchanges.
REDRAW_VECTOR void transpose(IntLanes (&m)[16]) {
    IntLanes t[16];
#pragma GCC unroll 8
    for (int i = 0; i < 16; i += 2) {
        t[i] = __builtin_shufflevector(m[i], m[i + 1], 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12,
                                       28, 13, 29);
        t[i + 1] = __builtin_shufflevector(m[i], m[i + 1], 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11,
                                           27, 14, 30, 15, 31);
    }
#pragma GCC unroll 8
    for (int i = 0; i < 16; i += 4)
#pragma GCC unroll 2
        for (int j = 0; j < 2; ++j) {
            m[i + 2 * j] = __builtin_shufflevector(t[i + j], t[i + j + 2], 0, 1, 16, 17, 4, 5, 20,
                                                   21, 8, 9, 24, 25, 12, 13, 28, 29);
            m[i + 2 * j + 1] = __builtin_shufflevector(t[i + j], t[i + j + 2], 2, 3, 18, 19, 6, 7,
                                                       22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
        }
#pragma GCC unroll 2
    for (int i = 0; i < 16; i += 8)
#pragma GCC unroll 4
        for (int j = 0; j < 4; ++j) {
            t[i + j] = __builtin_shufflevector(m[i + j], m[i + j + 4], 0, 1, 2, 3, 8, 9, 10, 11, 16,
                                               17, 18, 19, 24, 25, 26, 27);
            t[i + j + 4] = __builtin_shufflevector(m[i + j], m[i + j + 4], 4, 5, 6, 7, 12, 13, 14,
                                                   15, 20, 21, 22, 23, 28, 29, 30, 31);
        }
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) {
        m[i] = __builtin_shufflevector(t[i], t[i + 8], 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24,
                                       25, 26, 27);
        m[i + 8] = __builtin_shufflevector(t[i], t[i + 8], 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22,
                                           23, 28, 29, 30, 31);
    }
}

}  // namespace
}  // namespace redraw::cpu
