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
// And the one it takes, whatever computes: of all it is soonest at a good drawing
// (docs/quality.md).
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
    // That the preset learns (time_budget.h): chooses the size where `wanted` has a time.
    double pixels_per_second = 0;
};
AutomaticChoice choose_automatically(const Config& wanted, const Image& picture,
                                     const ChooseBy& by = {});
// The number of pixels worth learning in a time: the more pixels, the fewer passes.
std::int64_t pixels_in_time(double seconds, double pixels_per_second);

// What was asked for, with what it leaves open chosen: of the network what should grow with
// resolution by the picture's size (a value of 0), and by what is on it what its pixels are, and to
// a network of windows how it sees tones, and by which filter the picture was probably made
// smaller. `target`: the picture at training size, in its channels. What is chosen already stays.
Config resolve(Config request, const Image& target);

// The part that the size alone decides: first omega, and of the chosen encoding the Fourier
// features' sigma or the grid's finest and coarsest level; and what `parameters` asks for.
void choose_by_size(NetworkSpec& network, PixelSize size, int channels);

// The first sine layer's frequency: 0.3 of the longer side, and 0.2 where the output is a sigmoid,
// which draws sharp edges of lower frequencies (measured: docs/quality.md); 30 to 200.
double automatic_first_omega(OutputMap output, PixelSize size);

// A grid's finest cells over the longer side: one a pixel, of area pixels 1.5, and over the picture
// at most 3 million (measured: docs/quality.md).
int automatic_finest(PixelModel pixel, PixelSize size);

// A network of as many numbers as it was asked for. Pure.

// Sizes a network to have at most `parameters` numbers and more than half as many: a grid's tables,
// its coarsest level where that fills what they leave, and its layers, halved until they are a
// fourth; of others the widths of the hidden layers, all by one factor, unless they are within a
// tenth of it. A grid whose levels hold every cell has no use for more, and a network of windows
// none at all. Precondition: a grid's `finest` is chosen.
void choose_by_parameters(NetworkSpec& network, int channels);

// A grid's coarsest cells over the longer side: an eighth of the finest, at most 64.
int automatic_base(int finest);

}  // namespace redraw
