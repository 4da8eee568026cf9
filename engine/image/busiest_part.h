// Where a picture has most going on. Pure.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"

namespace redraw {

// The part with the largest differences between neighbouring pixels, no larger than `part`; among
// equals the one nearest to the middle.
PixelRect busiest_part(const Image& picture, PixelSize part);

}  // namespace redraw
