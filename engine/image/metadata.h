// Reads a picture's EXIF: its orientation (EXIF 2.3, tag 0x0112), with which it is rotated upright,
// and its colour space; keeps its EXIF block and resolution for an enlarged copy. Pure functions.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

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

// The data beside the pixels of a picture file: date, place, camera, resolution. Run files do not
// contain it.
struct Metadata {
    std::vector<std::byte> exif{};  // begins with the TIFF header; empty: none
    // Pixels per inch, as given outside the EXIF block (JFIF, pHYs); 0: not given.
    double across_inch = 0, down_inch = 0;

    bool empty() const { return exif.empty() && across_inch == 0; }
};

// The largest EXIF block that is kept: a JPEG segment holds no larger one.
inline constexpr std::size_t kMostExif = 65527;

// Returns the EXIF block of a file, without the prefix of JPEG, up to one byte above kMostExif.
std::vector<std::byte> exif_of(std::span<const std::byte> block);

// Returns the metadata for an upright copy of the picture in sRGB at another size. The resolution
// stays, so the copy is larger on paper. In the EXIF block orientation, size and colour space are
// corrected; the thumbnail and values that describe other pixels or colours are removed; the rest,
// such as the maker's notes, stays byte for byte at its place. A block that is damaged or too large
// is left out, and `note` says so.
Metadata metadata_for_copy(const Metadata& original, PixelSize size, std::string& note);

}  // namespace redraw
