#include "engine/image/metadata.h"

#include "engine/error.h"
#include "engine/image/decode.h"

#include <libexif/exif-data.h>

#include <algorithm>

namespace redraw {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kExifHeader = "Exif\0\0"sv;
constexpr std::size_t kLargestBlock = 1 << 16;  // a JPEG segment cannot be larger

using Exif = std::unique_ptr<ExifData, void (*)(ExifData*)>;

Exif parsed(std::span<const std::byte> block) {
    std::string_view tiff = as_text(block.first(std::min(block.size(), kLargestBlock)));
    if (tiff.starts_with(kExifHeader)) tiff.remove_prefix(kExifHeader.size());
    std::string with_header(kExifHeader);  // libexif requires this prefix
    with_header += tiff;

    return {exif_data_new_from_data(reinterpret_cast<const unsigned char*>(with_header.data()),
                                    unsigned(with_header.size())),
            exif_data_unref};
}

}  // namespace

int exif_orientation(std::span<const std::byte> block) {
    constexpr int kUpright = 1;
    const Exif data = parsed(block);
    if (!data) return kUpright;
    const ExifEntry* entry = exif_content_get_entry(data->ifd[EXIF_IFD_0], EXIF_TAG_ORIENTATION);
    if (entry == nullptr || entry->format != EXIF_FORMAT_SHORT || entry->size < 2) return kUpright;
    const int orientation = exif_get_short(entry->data, exif_data_get_byte_order(data.get()));
    return orientation >= 1 && orientation <= 8 ? orientation : kUpright;
}

bool exif_declares_adobe_rgb(std::span<const std::byte> block) {
    const Exif data = parsed(block);
    if (!data) return false;
    const ExifEntry* entry = exif_content_get_entry(data->ifd[EXIF_IFD_INTEROPERABILITY],
                                                    EXIF_TAG_INTEROPERABILITY_INDEX);
    return entry != nullptr && entry->size >= 3 && std::equal(entry->data, entry->data + 3, "R03");
}

UprightRows::UprightRows(int width, int height, int channels, int orientation)
    : image(orientation >= 5 ? make_image(height, width, channels)
                             : make_image(width, height, channels)),
      width_(width),
      height_(height),
      orientation_(orientation) {
    REDRAW_CHECK(orientation >= 1 && orientation <= 8, "EXIF orientation");
}

void UprightRows::put(int row, const float* values) {
    // Follows the EXIF standard: orientations 5 to 8 swap the axes, and each axis may be reversed.
    const auto is = [&](auto... orientations) { return ((orientation_ == orientations) || ...); };
    const bool swap = orientation_ >= 5;
    const bool from_right = is(2, 3, 7, 8);   // the file's columns run from right to left
    const bool from_bottom = is(3, 4, 6, 7);  // the file's rows run from bottom to top
    const int line = from_bottom ? height_ - 1 - row : row;
    const int first = from_right ? width_ - 1 : 0;
    const std::ptrdiff_t step = (swap ? image.width : 1) * (from_right ? -1 : 1);
    float* to = swap ? image.row(first) + std::ptrdiff_t(line) * image.channels
                     : image.row(line) + std::ptrdiff_t(first) * image.channels;
    for (int x = 0; x < width_; ++x, values += image.channels, to += step * image.channels)
        std::copy_n(values, image.channels, to);
}

Image turned_upright(const Image& image, int orientation) {
    UprightRows rows(image.width, image.height, image.channels, orientation);
    for (int y = 0; y < image.height; ++y) rows.put(y, image.row(y));
    return std::move(rows.image);
}

}  // namespace redraw
