// Twice and half the size, where pixels keep their places: a pixel becomes four, four become one.
// Pure functions on any number of channels.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/network/config.h"

namespace redraw {

// The pixels of `part`; beyond the edges the picture is mirrored (half-sample symmetric).
Image mirrored_part(const Image& source, const PixelRect& part);

// Doubles `inner`, two pixels from the edges of `source`, by bicubic interpolation (Catmull-Rom).
inline constexpr int kDoublingReach = 2;
Image doubled(const Image& source, const PixelRect& inner);

// Half the size; width and height are even. Every pixel is the weighted mean of those around it, as
// programs make pictures smaller: of the four it covers (area), or low-passed by a bicubic
// (Catmull-Rom) or a Lanczos filter of three lobes, twice as wide as for interpolation; or by a
// weighted mean of these, of all where no weight is above 0. Edges are mirrored.
inline constexpr HalvingMix kByArea{1, 0, 0};
Image halved(const Image& source, const HalvingMix& filters = kByArea);
inline constexpr int kHalvingReach = 3;  // pixels of the half that a pixel reaches over, at most

// Estimates from the spectrum by which filter a picture was made as small as it is, on which
// depends what it lacks: the likelihood of each, as shares of 1. `plane` has one channel.
HalvingMix estimated_halving(const Image& plane);

}  // namespace redraw
