#include "ui/centre/neuron_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace redraw {
namespace {

constexpr std::array<std::array<float, 3>, 5> kStops{
    {{14, 33, 66}, {46, 103, 160}, {140, 143, 148}, {229, 163, 66}, {255, 243, 214}}};
constexpr std::uint32_t kNotANumber = 0x000000;
constexpr float kLeastReach = 0.01f;  // rounding is not blown up into a pattern

float reach(std::span<const float> answers, float middle) {
    float most = 0;
    for (const float answer : answers)
        if (std::isfinite(answer)) most = std::max(most, std::abs(answer - middle));
    return most;
}

}  // namespace

bool is_bounded(Activation activation) {
    return activation != Activation::relu && activation != Activation::gelu;
}

AnswerScale answer_scale(Activation activation, std::span<const float> answers) {
    if (activation == Activation::sigmoid) return {0, 1, 0};
    if (is_bounded(activation)) return {-1, 1, -1};
    float most = reach(answers, 0);
    if (most == 0) most = 1;
    return {-most, most, activation == Activation::relu ? 0 : -most};
}

AnswerScale own_scale(Activation activation, std::span<const float> answers) {
    const float middle = activation == Activation::sigmoid ? 0.5f : 0;
    const float most = std::max(kLeastReach, reach(answers, middle));
    return {middle - most, middle + most, activation == Activation::relu ? 0 : middle - most};
}

std::uint32_t answer_colour(float part) {
    if (std::isnan(part)) return kNotANumber;
    const float position = std::clamp(part, 0.0f, 1.0f) * (kStops.size() - 1);
    const int below = std::min<int>(int(position), kStops.size() - 2);
    std::uint32_t colour = 0;
    for (int c = 0; c < 3; ++c) {
        const float from = kStops[below][c], to = kStops[below + 1][c];
        const float value = from + (position - float(below)) * (to - from);
        colour = (colour << 8) | std::uint32_t(value + 0.5f);
    }
    return colour;
}

NeuronAtlas neuron_atlas(int neurons, int width, int height) {
    NeuronAtlas atlas;
    atlas.width = width;
    atlas.height = height;
    const double square = std::sqrt(double(neurons) * height / std::max(1, width));
    atlas.columns = std::clamp(int(std::ceil(square)), 1, std::max(1, neurons));
    atlas.rows = std::max(1, (neurons + atlas.columns - 1) / atlas.columns);
    return atlas;
}

NeuronAtlas::Place NeuronAtlas::place(int index, const Place& part) const {
    const auto across = [&](float at, int cell, int cells, int pixels) {
        const float inside =
            std::clamp(at * float(pixels), 0.5f, std::max(0.5f, float(pixels) - 0.5f));
        return (float(cell * pixels) + inside) / float(cells * pixels);
    };
    const int column = index % columns, row = index / columns;
    return {across(part.u0, column, columns, width), across(part.v0, row, rows, height),
            across(part.u1, column, columns, width), across(part.v1, row, rows, height)};
}

std::vector<std::uint8_t> atlas_pixels(const Image& answers, const AnswerScale& scale) {
    const NeuronAtlas atlas = neuron_atlas(answers.channels, answers.width, answers.height);
    std::array<std::uint32_t, 257> colours;
    for (std::size_t i = 0; i < 256; ++i) colours[i] = answer_colour(float(i) / 255);
    colours[256] = kNotANumber;
    const std::size_t stride = std::size_t(atlas.columns) * std::size_t(atlas.width) * 4;
    std::vector<std::uint8_t> rgba(stride * std::size_t(atlas.rows) * std::size_t(atlas.height), 0);
    const float factor = 255 / (scale.high - scale.low);
    const float* in = answers.values.data();
    for (int y = 0; y < answers.height; ++y)
        for (int x = 0; x < answers.width; ++x)
            for (int n = 0; n < answers.channels; ++n, ++in) {
                const float level = (*in - scale.low) * factor;
                const std::uint32_t colour =
                    colours[level >= 0  ? std::size_t(std::min(255.0f, level + 0.5f))
                            : level < 0 ? 0u
                                        : 256u];
                std::uint8_t* out = rgba.data() +
                                    std::size_t(n / atlas.columns * atlas.height + y) * stride +
                                    std::size_t(n % atlas.columns * atlas.width + x) * 4;
                out[0] = std::uint8_t(colour >> 16);
                out[1] = std::uint8_t(colour >> 8);
                out[2] = std::uint8_t(colour);
                out[3] = 255;
            }
    return rgba;
}

}  // namespace redraw
