// What a network has chosen by the picture's size, where the user leaves it open (a value of 0). It
// is what should grow with resolution. Pure functions.
#pragma once

#include "engine/data/dataset.h"
#include "engine/network/config.h"

namespace redraw {

// The first sine layer's frequency: 0.3 of the longer side, and 0.2 where the output is a sigmoid,
// which draws sharp edges of lower frequencies (measured: docs/quality.md); 30 to 200.
double automatic_first_omega(OutputMap output, PixelSize size);

// Fills in what is 0: first omega, and of the chosen encoding the Fourier features' sigma or the
// grid's finest level.
void choose_by_size(NetworkSpec& network, PixelSize size);
// The inverse: what is as choose_by_size() would have it becomes 0 again, so that it is chosen anew
// for another size.
void leave_open(NetworkSpec& network, PixelSize size);

}  // namespace redraw
