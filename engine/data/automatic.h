// What to learn a picture with when nobody chose: by what is on it and by what computes. Pure
// functions.
#pragma once

#include "engine/image/image.h"
#include "engine/network/config.h"

#include <string>
#include <string_view>

namespace redraw {

// The preset that stands for "choose for me". A run's own configuration never has it.
inline constexpr std::string_view kAutomaticPreset = "auto";

// Black and white, or gray of which most is: drawings, text, signs.
bool is_line_drawing(const Image& picture);

struct AutomaticChoice {
    Config config;    // a preset, its size and its epochs; what `wanted` sets of data, pixels and
                      // seed stays
    std::string why;  // "A line drawing, on the CPU: the grid preset at 200 pixels, 300 epochs."
};
// `keep_size`, `keep_epochs`: those of `wanted` were chosen. `on_cuda`: a CUDA device will train.
AutomaticChoice choose_automatically(const Config& wanted, const Image& picture, bool on_cuda,
                                     bool keep_size = false, bool keep_epochs = false);

}  // namespace redraw
