// A network of as many numbers as it was asked for. Pure.
#pragma once

#include "engine/network/config.h"

namespace redraw {

// Sizes a network to have at most `parameters` numbers and more than half as many: a grid's tables,
// its coarsest level where that fills what they leave, and its layers, halved until they are a
// fourth; of others the widths of the hidden layers, all by one factor, unless they are within a
// tenth of it. A grid whose levels hold every cell has no use for more, and a network of windows
// none at all. Precondition: a grid's `finest` is chosen.
void choose_by_parameters(NetworkSpec& network, int channels);

// A grid's coarsest cells over the longer side: an eighth of the finest, at most 64.
int automatic_base(int finest);

}  // namespace redraw
