#include "ui/centre/neuron_answers.h"

#include "engine/arithmetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace redraw::ui {
namespace {

constexpr std::array<std::array<float, 3>, 5> kStops{
    {{14, 33, 66}, {46, 103, 160}, {140, 143, 148}, {229, 163, 66}, {255, 243, 214}}};
constexpr float kLeastReach = 0.01f;  // rounding is not blown up into a pattern
constexpr float kConstant = 1e-3f;    // of the largest answer
constexpr float kSaturated = 0.95f;   // of the answers lie at the ends

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

ImU32 answer_colour(float part) {
    if (std::isnan(part)) return IM_COL32_BLACK;
    const float position = std::clamp(part, 0.0f, 1.0f) * (kStops.size() - 1);
    const int below = std::min<int>(int(position), kStops.size() - 2);
    const auto channel = [&](int c) {
        const float from = kStops[below][c], to = kStops[below + 1][c];
        return int(from + (position - float(below)) * (to - from) + 0.5f);
    };
    return IM_COL32(channel(0), channel(1), channel(2), 255);
}

NeuronAtlas neuron_atlas(int neurons, int width, int height) {
    const double square = std::sqrt(double(neurons) * height / std::max(1, width));
    const int columns = std::clamp(int(std::ceil(square)), 1, std::max(1, neurons));
    return {columns, std::max(1, divide_up(neurons, columns)), width, height};
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
    std::array<ImU32, 257> colours;
    for (std::size_t i = 0; i < 256; ++i) colours[i] = answer_colour(float(i) / 255);
    colours[256] = IM_COL32_BLACK;  // not a number
    const std::size_t stride = std::size_t(atlas.columns) * std::size_t(atlas.width) * 4;
    std::vector<std::uint8_t> rgba(stride * std::size_t(atlas.rows) * std::size_t(atlas.height), 0);
    const float factor = 255 / (scale.high - scale.low);
    const float* in = answers.values.data();
    for (int y = 0; y < answers.height; ++y)
        for (int x = 0; x < answers.width; ++x)
            for (int n = 0; n < answers.channels; ++n, ++in) {
                const float level = (*in - scale.low) * factor;
                const std::size_t colour = level >= 0  ? std::size_t(std::min(255.0f, level + 0.5f))
                                           : level < 0 ? 0
                                                       : 256;
                std::memcpy(rgba.data() +
                                std::size_t(n / atlas.columns * atlas.height + y) * stride +
                                std::size_t(n % atlas.columns * atlas.width + x) * 4,
                            &colours[colour], 4);
            }
    return rgba;
}

NeuronFacts facts_of(Activation activation, std::span<const float> answers, std::size_t stride) {
    NeuronFacts facts{std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest()};
    const float low = activation == Activation::sigmoid ? 0.01f : -0.99f;
    double sum = 0;
    std::size_t count = 0, ends = 0;
    for (std::size_t i = 0; i < answers.size(); i += stride) {
        const float answer = answers[i];
        if (!std::isfinite(answer)) {
            facts.finite = false;
            continue;
        }
        facts.least = std::min(facts.least, answer);
        facts.most = std::max(facts.most, answer);
        ends += answer <= low || answer >= 0.99f;
        sum += answer;
        ++count;
    }
    if (count == 0) return {0, 0, 0, 0, facts.finite};
    facts.mean = float(sum / double(count));
    facts.at_ends = float(double(ends) / double(count));
    return facts;
}

std::string verdict(Activation activation, const NeuronFacts& facts) {
    if (!facts.finite) return "Some of its answers are not numbers: the network has diverged.";
    if (activation == Activation::relu && facts.most <= 0)
        return "Dead here: it answers 0 everywhere, so nothing is learned through it.";
    const float size = std::max({std::abs(facts.least), std::abs(facts.most), 1e-6f});
    if (facts.most - facts.least <= kConstant * size)
        return "Constant here: it answers " + answer_text(facts.mean) +
               " everywhere, and adds no shape.";
    const bool can_saturate = activation == Activation::tanh || activation == Activation::sigmoid;
    if (can_saturate && facts.at_ends >= kSaturated)
        return fmt::format("Saturated here: {:.0f} % of its answers lie at the ends of its range.",
                           std::floor(facts.at_ends * 100));
    return "";
}

std::string answer_text(double value) {
    const double size = std::abs(value);
    const std::string text = fmt::format("{:.{}f}", size, size >= 100 ? 0 : size >= 10 ? 1 : 3);
    const bool nothing = text.find_first_not_of("0.") == std::string::npos;
    return (value < 0 && !nothing ? "−" : "") + text;
}

}  // namespace redraw::ui
