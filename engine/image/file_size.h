// Measures how large a picture's file is at a given PSNR: the reference that networks are compared
// with. Encodes and decodes in memory. Pure functions.
#pragma once

#include "engine/image/image.h"
#include "engine/image/image_writer.h"

#include <cstddef>
#include <optional>

namespace redraw {

struct FileSize {
    std::size_t bytes = 0;
    int quality = 0;  // 1 to 100; 0 if lossless
    double psnr = 0;  // infinite if lossless
};

// False if a side is too long for the format, or if JPEG would lose transparency.
bool can_hold(ImageFormat format, const Image& picture);
// Finds the smallest quality of JPEG or lossy WebP whose PSNR is at least `psnr`, by halving: PSNR
// grows with quality. Empty if none reaches it, or the format cannot hold the picture.
std::optional<FileSize> smallest_file(const Image& picture, ImageFormat format, double psnr);

// Measures the lossless PNG of 8 bits.
FileSize png_file(const Image& picture);

}  // namespace redraw
