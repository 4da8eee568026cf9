// The error map: how far the drawing is from the picture at each of its samples, as colours whose
// lightness rises with the error, so that they read the same to every eye. Pure.
#pragma once

#include "engine/grid.h"
#include "engine/image/image.h"

#include <cstdint>
#include <vector>

namespace redraw {

// RGBA, drawing.width x drawing.height. The drawing samples `part`; the target is read at the pixel
// that holds each sample. `gain` 4: a quarter of the range is already the lightest colour.
std::vector<std::uint8_t> difference_map(const Image& drawing, const Grid& part,
                                         const Image& target, float gain);

// The colour of an error in [0, 1], as 0xRRGGBB.
std::uint32_t error_colour(float error);

// Root mean square over the channels of two pixels.
float pixel_error(const float* a, const float* b, int channels);

// The target's pixel at a point of the plane, or null outside it.
const float* target_at(const Image& target, double x, double y);

}  // namespace redraw
