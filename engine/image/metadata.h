// Reads what a file says beside its pixels: orientation (Exif), and the colour chunks of a PNG.
// Pure functions.
#pragma once

#include "engine/image/image.h"
#include "engine/image/profiles.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace redraw {

// Reads the orientation of a picture (EXIF 2.3, tag 0x0112) and turns it upright. Pure functions.

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

// Reads the colour chunks of a PNG that the oldest supported libpng does not know, or drops in
// silence if they are damaged. Pure function.
struct PngColours {
    std::optional<CodePoints> code_points;  // cICP
    std::vector<std::byte> profile;         // iCCP, unpacked
    bool damaged_profile = false;           // it cannot be unpacked
};

// Reads a file that has all of its chunks.
PngColours read_png_colours(std::span<const std::byte> file);

}  // namespace redraw
