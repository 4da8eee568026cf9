// Imports a model (JSON) of iron_learn, the project that inspired Redraw. The model's inputs are
// (1, x/(n-1), y/(n-1)) for n x n pixels, and its output is blackness. Both mappings are linear and
// are folded into the first and last layer, so that the result is an ordinary Redraw network.
#pragma once

#include "engine/network/config.h"

#include <span>
#include <string_view>

namespace redraw {

struct IronLearnModel {
    Config config;  // preset "tanh" with the file's layers and learning rate, black and white
    std::vector<float> parameters;
    std::int64_t epoch = 0;
    std::string name;
};

inline constexpr std::uint64_t kLargestIronLearnFile = 64 << 20;  // bytes
// Decodes an untrusted model. `size`: side of the square training picture in pixels, 2 or more; the
// file does not record it (the author used 200). `name`: used in messages. Refuses a file larger
// than kLargestIronLearnFile, nested deeper than 16 levels or with more than 4096 lists. Throws
// Error naming what is missing or wrong.
IronLearnModel decode_iron_learn(std::span<const std::byte> bytes, const std::string& name,
                                 int size);
// Decodes a model from JSON text. Throws Error with the reason only, without a file name.
IronLearnModel iron_learn_from_json(std::string_view text, int size = 200);

}  // namespace redraw
