// bfloat16 (the upper half of a float) as the kernels store it, and a float split into two of them.
#pragma once

#include "cuda/elementary.h"
#include "cuda/language.h"

namespace redraw::cuda {

struct Bf16 {
    std::uint16_t bits;
};

__host__ __device__ __forceinline__ float to_float(Bf16 value) {
    return float_of(std::uint32_t(value.bits) << 16);
}

// To the nearest, ties to even. NaN stays NaN: a run that diverged must be seen.
__host__ __device__ __forceinline__ Bf16 to_bf16(float value) {
    const std::uint32_t bits = bits_of(value);
    if (value != value) return {std::uint16_t((bits >> 16) | 0x40u)};
    return {std::uint16_t((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16)};
}

// value = high + low up to 2^-17 of it. Infinity has no rest.
__host__ __device__ __forceinline__ void split_bf16(float value, Bf16& high, Bf16& low) {
    high = to_bf16(value);
    const float rest = value - to_float(high);
    low = to_bf16(rest == rest ? rest : 0.0f);
}

}  // namespace redraw::cuda
