// What was asked for, with what it leaves open chosen: of the network what should grow with
// resolution by the picture's size (a value of 0), and by what is on it what its pixels are, and to
// a network of windows how it sees tones, and by which filter the picture was probably made
// smaller. Pure functions.
#pragma once

#include "engine/data/dataset.h"
#include "engine/network/config.h"

namespace redraw {

// `target`: the picture at training size, in its channels. What is chosen already stays.
Config resolve(Config request, const Image& target);

// The part that the size alone decides: first omega, and of the chosen encoding the Fourier
// features' sigma or the grid's finest level.
void choose_by_size(NetworkSpec& network, PixelSize size);

// The first sine layer's frequency: 0.3 of the longer side, and 0.2 where the output is a sigmoid,
// which draws sharp edges of lower frequencies (measured: docs/quality.md); 30 to 200.
double automatic_first_omega(OutputMap output, PixelSize size);

}  // namespace redraw
