// Answers of neurons as colours, all pictures of a layer in one texture, and what can be said of
// one in numbers and one sentence. The colours run from dark blue over gray to light amber:
// lightness strictly rises, so that they read the same to every eye and on paper. Pure functions.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/network/config.h"

#include <imgui.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace redraw::ui {

// The values at the two ends of the colour scale; the middle of the scale is half-way.
struct AnswerScale {
    float low = -1, high = 1;
    float least = -1;  // no answer is below: of ReLU 0, the middle
    bool operator==(const AnswerScale&) const = default;
};

// Sine and tanh: -1 to 1. Sigmoid: 0 to 1. ReLU and GELU have no bound above: as far on both sides
// as the largest of `answers`, which are a whole layer's, so that its neurons can be compared.
AnswerScale answer_scale(Activation activation, std::span<const float> answers);
bool is_bounded(Activation activation);
// A symmetric scale that just holds the answers of one neuron: for the large picture, in which a
// faint pattern should be seen.
AnswerScale own_scale(Activation activation, std::span<const float> answers);

// `part` 0 is the low end, 1 the high one, and what is not a number is black.
ImU32 answer_colour(float part);

// A layer's pictures side by side in one texture.
struct NeuronAtlas {
    int columns = 1, rows = 1;  // pictures
    int width = 0, height = 0;  // pixels of one picture

    struct Place {
        float u0, v0, u1, v1;
    };
    // The texture coordinates of a part of picture `index`, `part` going from 0 to 1 across and
    // down; no neighbour shines in at the edges.
    Place place(int index, const Place& part = {0, 0, 1, 1}) const;
};
NeuronAtlas neuron_atlas(int neurons, int width, int height);
// RGBA, columns * width x rows * height.
std::vector<std::uint8_t> atlas_pixels(const Image& answers, const AnswerScale& scale);

struct NeuronFacts {
    float least = 0, most = 0, mean = 0;  // of the finite answers
    float at_ends = 0;   // part of the answers within 1 % of -1 or 1 (sigmoid: 0 or 1)
    bool finite = true;  // all are numbers
};
// Every `stride`-th value from the first on.
NeuronFacts facts_of(Activation activation, std::span<const float> answers, std::size_t stride = 1);

// One sentence when the neuron is dead, constant, saturated or diverged; else empty.
std::string verdict(Activation activation, const NeuronFacts& facts);

std::string answer_text(double value);  // "0.412", "−12.5"

}  // namespace redraw::ui
