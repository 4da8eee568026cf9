// The error map: how far the drawing is from what it is held against, at each of its samples, as
// colours whose lightness tells how much, so that they read the same to every eye. Pure.
#pragma once

#include "engine/grid.h"
#include "engine/image/image.h"

#include <cstdint>
#include <vector>

namespace redraw {

// RGBA, drawing.width x drawing.height. The drawing samples `part`, the reference `reference_part`,
// which is read at the sample whose pixel holds the place. `gain` 4: a quarter of the range is
// already the lightest colour. `with_sign`: which of the two is lighter, too.
std::vector<std::uint8_t> difference_map(const Image& drawing, const Grid& part,
                                         const Image& reference, const Grid& reference_part,
                                         float gain, bool with_sign = false);

// The colour of an error in [0, 1], as 0xRRGGBB.
std::uint32_t error_colour(float error);
// Of a difference in [-1, 1]: blue where the drawing is darker, amber where it is lighter; what
// differs equally is equally light.
std::uint32_t signed_colour(float difference);

// Root mean square over the channels of two pixels.
float pixel_error(const float* a, const float* b, int channels);

// The target's pixel at a point of the plane, or null outside it.
const float* target_at(const Image& target, double x, double y);

}  // namespace redraw
