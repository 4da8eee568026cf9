// The code of a hidden unit: one 16-bit number a pixel, from which the backward pass computes value
// and derivative. It needs half the memory of storing both. For bounded activations its largest
// error is smaller than that of two bf16 numbers.
//   sine     the fraction of the phase (omega pre, in turns) in 2^16 steps: value and derivative
//            (divided by omega) are within 5e-5. Sine and cosine are the device's intrinsics,
//            accurate to about 2^-21 (CUDA C++ Programming Guide, "Intrinsic Functions"); bf16x3's
//            products are less exact
//   tanh     the value in steps of 1/32767; the derivative is 1 - v^2
//   sigmoid  the value in steps of 1/65535; the derivative is v (1 - v)
//   ReLU     the value as bf16
//   GELU     the pre-activation as bf16
// Value and derivative follow numerics.h; omega is used by the sine only.
#pragma once

#include "cuda/elementary.h"
#include "cuda/language.h"
#include "engine/network/numerics.h"

namespace redraw::cuda {

// Returns the first bf16 number of a pair, its low half.
__device__ __forceinline__ float low_bf16(std::uint32_t pair) {
    return float_of(pair << 16);
}
__device__ __forceinline__ float high_bf16(std::uint32_t pair) {
    return float_of(pair & 0xFFFF0000u);
}

constexpr float kTurn = 6.28318531f, kTurnsOfRadian = 0.159154943f;  // kTurn: radians in a turn

struct CodedUnit {
    float value;
    std::uint32_t code;
};

template <Activation activation>
__device__ __forceinline__ CodedUnit activate_unit(float pre, float omega) {
    if constexpr (activation == Activation::sine) {
        const float turns = pre * (omega * kTurnsOfRadian);
        const float turn = turns - ((turns + kRounding) - kRounding);
        return {__sinf(turn * kTurn), low_bits_of_rounded(::fmaf(turn, 65536.0f, kRounding))};
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

// Decodes a unit; only the lowest 16 bits of `code` may be set.
template <Activation activation>
__device__ __forceinline__ DecodedUnit decode_unit(std::uint32_t code, float omega) {
    if constexpr (activation == Activation::sine) {
        const float angle =
            small_integer(std::int32_t(code ^ 0x8000) - 0x8000) * (kTurn / 65536.0f);
        return {__sinf(angle), omega * __cosf(angle)};
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
