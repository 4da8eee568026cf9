// Import of an iron_learn model (JSON): the network this project is about. Its inputs are (1,
// x/(n-1), y/(n-1)), its output is blackness; both maps are linear and are folded into the first
// and the last layer, so that it becomes an ordinary network of ours.
#pragma once

#include "engine/network/config.h"

#include <span>
#include <string_view>

namespace redraw {

struct IronLearnModel {
    Config config;  // preset "tanh", layers, tanh, sigmoid output, mse, sgd, its cosine
    std::vector<float> parameters;
    std::int64_t epoch = 0;
    std::string name;
};

inline constexpr std::uint64_t kLargestIronLearnFile = 64 << 20;  // bytes
// `size`: the side of the square picture it was trained on (the file does not say; the author's was
// 200); `name` is used in messages. Bounded before parsing: kLargestIronLearnFile, nesting 16.
// Throws Error naming what is missing or wrong.
IronLearnModel decode_iron_learn(std::span<const std::byte> bytes, const std::string& name,
                                 int size);
// The same of the text; the Error has the reason only.
IronLearnModel iron_learn_from_json(std::string_view text, int size = 200);

}  // namespace redraw
