// Finds the part of a picture with the most detail. Pure.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"

namespace redraw {

// The part with the largest differences between neighbouring pixels, no larger than `part`. Of
// equal parts the one nearest to the middle.
PixelRect busiest_part(const Image& picture, PixelSize part);

}  // namespace redraw
