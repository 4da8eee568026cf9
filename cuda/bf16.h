// bfloat16 (the upper half of a float) as the kernels store it, and the split of a float into two
// bf16 numbers.
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

// Rounds to the nearest bf16, ties to even. Keeps NaN, so that a diverged run is noticed.
__host__ __device__ __forceinline__ Bf16 to_bf16(float value) {
    const std::uint32_t bits = bits_of(value);
    if (value != value) return {std::uint16_t((bits >> 16) | 0x40u)};
    return {std::uint16_t((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16)};
}

// Splits value into high + low, with a relative error of at most 2^-17. If value is infinite, low
// is 0.
__host__ __device__ __forceinline__ void split_bf16(float value, Bf16& high, Bf16& low) {
    high = to_bf16(value);
    const float rest = value - to_float(high);
    low = to_bf16(rest == rest ? rest : 0.0f);
}

}  // namespace redraw::cuda
