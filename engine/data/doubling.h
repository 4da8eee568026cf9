// Doubles or halves a picture's size with pixels aligned: one pixel becomes four, or four become
// one. Pure functions.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/network/config.h"

namespace redraw {

// Returns the pixels of `part`. Beyond its edges the picture is mirrored (half-sample symmetric).
Image mirrored_part(const Image& source, const PixelRect& part);

// Doubles the part `inner` of `source` by bicubic interpolation (Catmull-Rom). `inner` lies at
// least two pixels (kDoublingReach) inside `source`.
inline constexpr int kDoublingReach = 2;
Image doubled(const Image& source, const PixelRect& inner);

// Halves a picture's width and height, which must be even. `filters`: the weights of three filters
// by which programs commonly shrink pictures; if no weight is above 0, all are equal. `area`: the
// mean of the four covered pixels. `bicubic` and `lanczos`: a Catmull-Rom or three-lobed Lanczos
// low-pass, twice as wide as for interpolation. Edges are mirrored.
inline constexpr HalvingMix kByArea{1, 0, 0};
Image halved(const Image& source, const HalvingMix& filters = kByArea);
// A source pixel influences only halved pixels nearer than this, in pixels of the halved picture,
// from centre to centre.
inline constexpr int kHalvingReach = 3;

// Estimates from its spectrum by which filter a picture was shrunk to its present size, because the
// missing detail depends on the filter. Returns the likelihoods of the filters, whose sum is 1; a
// third each if the spectrum does not tell. Precondition: `plane` has one channel.
HalvingMix estimated_halving(const Image& plane);

}  // namespace redraw
