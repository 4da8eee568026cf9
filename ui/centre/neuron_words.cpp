#include "ui/centre/neuron_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace redraw {
namespace {

constexpr float kConstant = 1e-3f;   // of the largest answer
constexpr float kSaturated = 0.95f;  // of the answers lie at the ends

}  // namespace

NeuronFacts facts_of(Activation activation, std::span<const float> answers, std::size_t stride) {
    NeuronFacts facts;
    facts.least = std::numeric_limits<float>::max();
    facts.most = std::numeric_limits<float>::lowest();
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

std::vector<int> histogram(std::span<const float> values, float limit, int bins) {
    std::vector<int> counts(std::size_t(std::max(1, bins)), 0);
    for (const float value : values) {
        if (!std::isfinite(value)) continue;
        const float part = limit > 0 ? (value / limit + 1) / 2 : 0.5f;
        ++counts[std::size_t(
            std::clamp(int(part * float(counts.size())), 0, int(counts.size()) - 1))];
    }
    return counts;
}

std::string answer_text(double value) {
    const double size = std::abs(value);
    const std::string text = fmt::format("{:.{}f}", size, size >= 100 ? 0 : size >= 10 ? 1 : 3);
    const bool nothing = text.find_first_not_of("0.") == std::string::npos;
    return (value < 0 && !nothing ? "−" : "") + text;
}

}  // namespace redraw
