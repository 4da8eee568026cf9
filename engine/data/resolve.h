// Chooses what the user left open: from the picture's content and size and, for a given time, from
// the speed of this machine. Pure functions.
#pragma once

#include "engine/data/dataset.h"
#include "engine/network/config.h"

#include <string>
#include <string_view>

namespace redraw {

// The preset that stands for "choose for me". A run's own configuration never has it.
inline constexpr std::string_view kAutomaticPreset = "auto";
// The preset it takes, whatever computes: the soonest at a good drawing (docs/quality.md).
inline constexpr std::string_view kChosenPreset = "grid";

// Black and white, or gray of which most is: drawings, text, signs.
bool is_line_drawing(const Image& picture);

struct AutomaticChoice {
    Config config;    // a preset, its size and its epochs; what `wanted` sets of data, pixels,
                      // seed, and of what is not left to the size, stays
    std::string why;  // "A line drawing: the grid preset at 200 x 200, 300 epochs."
};
struct ChooseBy {
    bool keep_size = false;  // that of `wanted` was asked for
    // The pace of the preset (time_budget.h): chooses the size where `wanted` has a time.
    double pixels_per_second = 0;
};
AutomaticChoice choose_automatically(const Config& wanted, const Image& picture,
                                     const ChooseBy& by = {});

// Chooses what the request leaves open: by the picture's size the values of the network that grow
// with resolution (0), by its content what a pixel means and, for a network of windows, its tones
// and the filter that made the picture smaller. `target`: at training size, in its channels.
Config resolve(Config request, const Image& target);

// The part that the size alone decides: first omega, and of the chosen encoding the Fourier
// features' sigma or the grid's finest and coarsest level; and what `parameters` asks for.
void choose_by_size(NetworkSpec& network, PixelSize size, int channels);

// The first sine layer's frequency: 0.3 of the longer side, and 0.2 where the output is a sigmoid,
// which draws sharp edges of lower frequencies (measured: docs/quality.md); 30 to 200.
double automatic_first_omega(OutputMap output, PixelSize size);

// A grid's coarsest cells over the longer side: an eighth of the finest, at most 64.
int automatic_base(int finest);

}  // namespace redraw
