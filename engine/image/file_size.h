// How large a picture's file is when it keeps as much of the picture as something else does: what a
// network has to be measured against. Encoded and decoded in memory. Pure functions.
#pragma once

#include "engine/image/image.h"
#include "engine/image/image_writer.h"

#include <cstddef>
#include <optional>

namespace redraw {

struct FileSize {
    std::size_t bytes = 0;
    int quality = 0;  // 1 to 100; 0 where the format is lossless
    double psnr = 0;  // infinite where it is
};

// The file of the smallest quality whose PSNR against the picture is at least `psnr`: JPEG, or
// lossy WebP. Nothing when none reaches it, or the format cannot hold the picture (can_hold). Found
// by halving: PSNR grows with quality. False where its sides are too long, and for JPEG where it
// has transparency.
bool can_hold(ImageFormat format, const Image& picture);
std::optional<FileSize> smallest_file(const Image& picture, ImageFormat format, double psnr);

// Lossless at 8 bits.
FileSize png_file(const Image& picture);

}  // namespace redraw
