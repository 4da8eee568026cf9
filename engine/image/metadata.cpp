#include "engine/image/metadata.h"

#include "engine/error.h"

#include <libexif/exif-data.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>

namespace redraw {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kExifHeader = "Exif\0\0"sv;
constexpr std::size_t kLargestBlock = 1 << 16;  // a JPEG segment cannot be larger

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

int exif_orientation(std::span<const std::byte> block) {
    constexpr int kUpright = 1;
    std::string_view tiff = as_text(block.first(std::min(block.size(), kLargestBlock)));
    if (tiff.starts_with(kExifHeader)) tiff.remove_prefix(kExifHeader.size());
    std::string with_header(kExifHeader);  // libexif wants it
    with_header += tiff;

    const std::unique_ptr<ExifData, void (*)(ExifData*)> data(
        exif_data_new_from_data(reinterpret_cast<const unsigned char*>(with_header.data()),
                                unsigned(with_header.size())),
        exif_data_unref);
    if (!data) return kUpright;
    const ExifEntry* entry = exif_content_get_entry(data->ifd[EXIF_IFD_0], EXIF_TAG_ORIENTATION);
    if (entry == nullptr || entry->format != EXIF_FORMAT_SHORT || entry->size < 2) return kUpright;
    const int orientation = exif_get_short(entry->data, exif_data_get_byte_order(data.get()));
    return orientation >= 1 && orientation <= 8 ? orientation : kUpright;
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
    // As the standard tells where row 0 and column 0 of the file are in the scene: 5 to 8 swap the
    // axes, and each axis may run backwards.
    const auto is = [&](auto... orientations) { return ((orientation_ == orientations) || ...); };
    const bool swap = orientation_ >= 5;
    const bool from_right = is(2, 3, 7, 8);   // of the file's columns
    const bool from_bottom = is(3, 4, 6, 7);  // of the file's rows
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

namespace {

constexpr std::size_t kMostUnpacked = 16 << 20;

// Unpacks a profile; empty if it is damaged or too large.
std::vector<std::byte> unpacked(std::string_view packed) {
    constexpr std::size_t kStep = 1 << 16;
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return {};
    std::vector<std::byte> bytes;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    int result = Z_OK;
    while (result == Z_OK && bytes.size() < kMostUnpacked) {
        const std::size_t before = bytes.size();
        bytes.resize(before + kStep);
        stream.next_out = reinterpret_cast<Bytef*>(bytes.data() + before);
        stream.avail_out = kStep;
        result = inflate(&stream, Z_NO_FLUSH);
        bytes.resize(bytes.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (result != Z_STREAM_END) bytes.clear();
    return bytes;
}

}  // namespace

PngColours read_png_colours(std::span<const std::byte> file) {
    constexpr std::size_t kSignature = 8, kFrame = 12, kLongestName = 79;
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    PngColours colours;
    bool profile_seen = false;
    for (std::size_t at = kSignature; at + kFrame <= text.size();) {
        std::size_t length = 0;
        for (int i = 0; i < 4; ++i)
            length = length << 8 | static_cast<unsigned char>(text[at + std::size_t(i)]);
        if (length > text.size() - at - kFrame) break;
        const std::string_view name = text.substr(at + 4, 4), data = text.substr(at + 8, length);
        if (name == "IDAT" || name == "IEND") break;
        if (name == "cICP" && length == 4)
            colours.code_points = CodePoints{static_cast<unsigned char>(data[0]),
                                             static_cast<unsigned char>(data[1])};
        if (name == "iCCP" && !profile_seen) {
            profile_seen = true;
            const std::size_t end = data.substr(0, kLongestName + 1).find('\0');
            if (end != data.npos && end + 2 < data.size())
                colours.profile = unpacked(data.substr(end + 2));
            colours.damaged_profile = colours.profile.empty();
        }
        at += kFrame + length;
    }
    return colours;
}

}  // namespace redraw
