// Converts a picture to the bytes of a texture. Pure; drawings copied on the device must equal it.
#pragma once

#include "engine/image/image.h"

#include <cstdint>
#include <vector>

namespace redraw {

// RGBA, 8 bits, every `stride`-th pixel: gray spreads to three channels, no alpha means opaque.
std::vector<std::uint8_t> to_rgba(const Image& image, int stride = 1);
// The same of rows [first, first + rows).
std::vector<std::uint8_t> to_rgba(const Image& image, int stride, int first, int rows);

}  // namespace redraw
