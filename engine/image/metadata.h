// Reads the orientation of a picture (EXIF 2.3, tag 0x0112) and turns it upright. Pure functions.
#pragma once

#include "engine/image/image.h"

#include <cstddef>
#include <span>

namespace redraw {

// 1 to 8; 1 (upright) where the block is malformed, absent or does not say. The block starts at its
// TIFF header, as in a PNG eXIf chunk, or before it with "Exif\0\0", as in a JPEG.
int exif_orientation(std::span<const std::byte> block);

// Builds the upright picture from the rows of a file as they come; `orientation` 1 to 8.
class UprightRows {
public:
    UprightRows(int width, int height, int channels, int orientation);  // the file's
    void put(int row, const float* values);
    Image image;

private:
    int width_, height_, orientation_;
};
Image turned_upright(const Image& image, int orientation);

}  // namespace redraw
