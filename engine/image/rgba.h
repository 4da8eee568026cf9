// A picture as the bytes of a texture. Pure; also what drawings copied on the device must equal.
#pragma once

#include "engine/image/image.h"

#include <cstdint>
#include <vector>

namespace redraw {

// RGBA, 8 bits, every `stride`-th pixel: gray spreads to three channels, no alpha means opaque.
std::vector<std::uint8_t> to_rgba(const Image& image, int stride = 1);
// Rows [first, first + rows) of that.
std::vector<std::uint8_t> to_rgba(const Image& image, int stride, int first, int rows);

}  // namespace redraw
