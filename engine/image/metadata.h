// Reads a picture's EXIF orientation (EXIF 2.3, tag 0x0112) and rotates the picture upright. Pure
// functions.
#pragma once

#include "engine/image/image.h"

#include <cstddef>
#include <span>

namespace redraw {

// Returns the orientation, 1 to 8; 1 (upright) if the block is malformed, absent or has none. The
// block starts with the TIFF header (PNG eXIf chunk) or with "Exif\0\0" (JPEG).
int exif_orientation(std::span<const std::byte> block);

// Builds the upright picture from a file's rows as they arrive. `orientation` is the EXIF
// orientation, 1 to 8.
class UprightRows {
public:
    // `width`, `height`: size in the file, before rotation.
    UprightRows(int width, int height, int channels, int orientation);
    void put(int row, const float* values);  // `row`: row in the file
    Image image;

private:
    int width_, height_, orientation_;
};
Image turned_upright(const Image& image, int orientation);

}  // namespace redraw
