// By which filter a picture was made as small as it is: nobody says, and what the picture lacks
// depends on it. Its spectrum tells. Pure function.
#pragma once

#include "engine/data/doubling.h"
#include "engine/image/image.h"

namespace redraw {

// Estimates the likelihood of each filter, as shares of 1. `plane` has one channel.
HalvingMix estimated_halving(const Image& plane);

}  // namespace redraw
