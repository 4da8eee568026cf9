// Resampling on pixel centres; alpha-weighted where there is alpha. Pure functions.
#pragma once

#include "engine/image/image.h"

#include <string_view>

namespace redraw {

enum class Filter { nearest, bilinear, bicubic, lanczos };
std::string_view filter_name(Filter filter);

// Area-correct: every output pixel is the mean of the source area it covers (box filter with
// fractional coverage). For any ratio down; going up it repeats pixels.
Image resample_area(const Image& source, int width, int height);

// Interpolation as image programs do it: bicubic is Catmull-Rom (a = -0.5; Keys 1981), Lanczos has
// 3 lobes (Duchon 1979). Edges repeat. Not low-pass filtered when going down.
Image resample(const Image& source, int width, int height, Filter filter);

}  // namespace redraw
