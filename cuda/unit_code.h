// One 16-bit number a hidden unit and pixel, from which the backward pass takes both the unit's
// value and its derivative: half the memory of keeping the two, and closer than two bf16 numbers
// where the values are bounded.
//   sine     the phase omega pre modulo 2 pi in 2^16 steps: value and derivative within 5e-5
//   tanh     the value in steps of 1/32767; the derivative is 1 - v^2
//   sigmoid  the value in steps of 1/65535; the derivative is v (1 - v)
//   ReLU     the value as bf16
//   GELU     the pre-activation as bf16
// Value and derivative follow numerics.h; omega belongs to the sine only.
#pragma once

#include "cuda/elementary.h"
#include "cuda/language.h"
#include "engine/network/numerics.h"

namespace redraw::cuda {

// The low half of a pair of bf16 numbers is its first.
__device__ __forceinline__ float low_bf16(std::uint32_t pair) {
    return float_of(pair << 16);
}
__device__ __forceinline__ float high_bf16(std::uint32_t pair) {
    return float_of(pair & 0xFFFF0000u);
}

struct CodedUnit {
    float value;
    std::uint32_t code;
};

template <Activation activation>
__device__ __forceinline__ CodedUnit activate_unit(float pre, float omega) {
    if constexpr (activation == Activation::sine) {
        constexpr float kStepsOfRadian = 10430.3784f;  // 2^15 / pi
        const ReducedAngle angle = reduce_angle(omega * pre);
        const std::uint32_t steps = bits_of(::fmaf(angle.r, kStepsOfRadian, kRounding));
        return {sine(angle), (steps + (angle.half_turns << 15)) & 0xFFFF};
    } else {
        float value, derivative;
        numerics::activate<activation>(pre, omega, value, derivative);
        if constexpr (activation == Activation::tanh)
            return {value, low_bits_of_rounded(::fmaf(value, 32767.0f, kRounding))};
        else if constexpr (activation == Activation::sigmoid)
            return {value, low_bits_of_rounded(::fmaf(value, 65535.0f, kRounding))};
        else if constexpr (activation == Activation::relu)
            return {value, pack_bf16(value, 0.0f)};
        else
            return {value, pack_bf16(pre, 0.0f)};
    }
}

struct DecodedUnit {
    float value, derivative;
};

// `code` has no bits above the lowest 16.
template <Activation activation>
__device__ __forceinline__ DecodedUnit decode_unit(std::uint32_t code, float omega) {
    if constexpr (activation == Activation::sine) {
        constexpr float kRadianOfSteps = 9.58737992e-5f;  // pi / 2^15
        const std::uint32_t shifted = code + 0x4000;      // [0, 2^15) and [2^15, 2^16): half turns
        const float steps = small_integer(std::int32_t(shifted & 0x7FFF) - 0x4000);
        const ReducedAngle angle{steps * kRadianOfSteps, shifted >> 15};
        return {sine(angle), omega * cosine(angle)};
    } else if constexpr (activation == Activation::tanh) {
        const float value = small_integer(std::int32_t(code ^ 0x8000) - 0x8000) * (1.0f / 32767);
        return {value, 1.0f - value * value};
    } else if constexpr (activation == Activation::sigmoid) {
        const float value = small_integer(std::int32_t(code)) * (1.0f / 65535);
        return {value, value * (1.0f - value)};
    } else if constexpr (activation == Activation::relu) {
        const float value = low_bf16(code);
        return {value, numerics::choose(value > 0.0f, 1.0f, 0.0f)};
    } else {
        DecodedUnit unit;
        numerics::activate<activation>(low_bf16(code), omega, unit.value, unit.derivative);
        return unit;
    }
}

}  // namespace redraw::cuda
