// What can be said of a neuron's answers in numbers and one sentence. Pure functions.
#pragma once

#include "engine/network/config.h"

#include <span>
#include <string>
#include <vector>

namespace redraw {

struct NeuronFacts {
    float least = 0, most = 0, mean = 0;  // of the finite answers
    float at_ends = 0;   // part of the answers within 1 % of -1 or 1 (sigmoid: 0 or 1)
    bool finite = true;  // all are numbers
};
// Every `stride`-th value from the first on.
NeuronFacts facts_of(Activation activation, std::span<const float> answers, std::size_t stride = 1);

// One sentence when the neuron is dead, constant, saturated or diverged; else empty.
std::string verdict(Activation activation, const NeuronFacts& facts);

// How many of the values lie in each of `bins` equal parts of [-limit, limit]; not finite: none.
std::vector<int> histogram(std::span<const float> values, float limit, int bins);

std::string answer_text(double value);  // "0.412", "−12.5"

}  // namespace redraw
