// Reads a picture's EXIF: its orientation (EXIF 2.3, tag 0x0112), with which it is rotated upright,
// and its colour space. Pure functions.
#pragma once

#include "engine/image/image.h"

#include <cstddef>
#include <span>

namespace redraw {

// Returns the orientation, 1 to 8; 1 (upright) if the block is malformed, absent or has none. The
// block starts with the TIFF header (PNG eXIf chunk) or with "Exif\0\0" (JPEG).
int exif_orientation(std::span<const std::byte> block);

// True if the block declares Adobe RGB: the index of the interoperability directory is "R03" (DCF
// 2.0, for JPEG only). The tag ColorSpace proves nothing: many programs set it to 2 or 65535.
bool exif_declares_adobe_rgb(std::span<const std::byte> block);

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
