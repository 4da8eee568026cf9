// Colours of neuron outputs ("answers"). They run from dark blue over gray to light amber. Their
// lightness strictly rises, so they work with colour blindness and in grayscale. Pure functions.
#pragma once

#include "engine/network/config.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace redraw {

// The values at both ends of the colour scale; gray is half-way between them.
struct AnswerScale {
    float low = -1, high = 1;
    float least = -1;  // lowest value in the legend; for ReLU 0, which is gray
    bool operator==(const AnswerScale&) const = default;
};

inline bool is_bounded(Activation activation) {
    return activation != Activation::relu && activation != Activation::gelu;
}
// Returns the largest distance of a finite answer from `middle`.
inline float reach(std::span<const float> answers, float middle) {
    float most = 0;
    for (const float answer : answers)
        if (std::isfinite(answer)) most = std::max(most, std::abs(answer - middle));
    return most;
}
// Returns the scale of a layer's outputs. Sine and tanh: -1 to 1. Sigmoid: 0 to 1. ReLU and GELU:
// symmetric, up to the largest magnitude in `answers`, the outputs of the whole layer. One scale
// for a layer makes its neurons comparable.
inline AnswerScale answer_scale(Activation activation, std::span<const float> answers) {
    if (activation == Activation::sigmoid) return {0, 1, 0};
    if (is_bounded(activation)) return {-1, 1, -1};
    float most = reach(answers, 0);
    if (most == 0) most = 1;
    return {-most, most, activation == Activation::relu ? 0 : -most};
}

// Returns red, green and blue at `part` of the scale, 0 to 1; NaN is black.
inline std::array<std::uint8_t, 3> neuron_colour(float part) {
    constexpr float kStops[][3] = {
        {14, 33, 66}, {46, 103, 160}, {140, 143, 148}, {229, 163, 66}, {255, 243, 214}};
    if (std::isnan(part)) return {};
    const float position = std::clamp(part, 0.0f, 1.0f) * 4;
    const int below = std::min(int(position), 3);
    std::array<std::uint8_t, 3> colour;
    for (std::size_t c = 0; c < 3; ++c)
        colour[c] = std::uint8_t(
            std::lround(kStops[below][c] +
                        (position - float(below)) * (kStops[below + 1][c] - kStops[below][c])));
    return colour;
}

}  // namespace redraw
