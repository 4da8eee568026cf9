// Decodes PSD: the merged picture that Photoshop and similar programs store after the layers.
// Supports gray and RGB, 8 or 16 bits, plain or packed (PackBits). Layers are not read.
#include "engine/image/image_writer.h"
#include "engine/image/stb_pixels.h"

#include <algorithm>

namespace redraw {
namespace {

using namespace std::string_literals;
using Part = std::span<const std::byte>;

// Returns the ICC profile in the section of image resources; empty: it has none.
Part read_resources(const PictureSource& source, Part resources) {
    constexpr std::uint32_t kProfile = 1039, kVersion = 1057;
    constexpr std::size_t kLeast = 12;
    ByteReader reader{source, resources};
    Part profile;
    while (reader.left.size() >= kLeast) {
        reader.take(4);  // "8BIM"
        const std::uint32_t id = reader.number(2), name = reader.number(1);
        reader.take(name + (name + 1) % 2);
        const Part content = reader.take(reader.number(4));
        if (content.size() % 2 != 0 && !reader.left.empty()) reader.take(1);
        if (id == kProfile) profile = content;
        if (id == kVersion && content.size() > 4 && content[4] == std::byte{0})
            source.refuse("it holds layers only; save it with \"Maximize Compatibility\"");
    }
    return profile;
}

// True if the first extra channel is the picture's transparency rather than a saved selection. A
// negative number of layers marks transparency; 16-bit files may mark it in a separate block.
bool has_transparency(const PictureSource& source, Part layers) {
    constexpr std::size_t kCount = 6;
    if (layers.size() < kCount) return false;
    ByteReader reader{source, layers};
    if (reader.number(4) != 0 && (reader.number(2) & 0x8000) != 0) return true;
    return as_text(layers).find("8BIMMt16") != std::string_view::npos;
}

// Removes the white that Photoshop blends into transparent pixels.
void remove_white(Image& image, int most) {
    const int last = image.channels - 1;
    for (std::size_t i = 0; i < image.values.size(); i += std::size_t(image.channels)) {
        float* pixel = image.values.data() + i;
        const float alpha = pixel[last];
        for (int c = 0; c < last && alpha > 0 && alpha < 1; ++c)
            pixel[c] = float(quantise((pixel[c] + alpha - 1) / alpha, most)) / float(most);
    }
}

}  // namespace

Decoded decode_psd(const PictureSource& source) {
    constexpr std::uint32_t kGray = 1, kRgb = 3, kMostChannels = 56;
    constexpr std::size_t kMostUnpacked = 64;  // per packed byte: two bytes give up to 128
    ByteReader reader{source, source.bytes};
    reader.take(4);  // "8BPS"
    const std::uint32_t version = reader.number(2);
    reader.take(6);
    const std::size_t stored = reader.number(2), height = reader.number(4),
                      width = reader.number(4), depth = reader.number(2), mode = reader.number(2),
                      colours = mode == kRgb ? 3 : 1;
    source.check_size(std::int64_t(width), std::int64_t(height));
    if (version != 1 || (mode != kGray && mode != kRgb) || (depth != 8 && depth != 16))
        source.refuse(
            "it is a Photoshop file of a kind Redraw does not read (it reads PSD, gray or RGB, of "
            "8 or 16 bits)");
    if (stored < colours || stored > kMostChannels)
        source.refuse_damaged("its header makes no sense");
    reader.take(reader.number(4));  // skips the palette
    const Part profile = read_resources(source, reader.take(reader.number(4)));
    const bool alpha = has_transparency(source, reader.take(reader.number(4))) && stored > colours;
    const std::uint32_t packing = reader.number(2);
    if (packing > 1)
        source.refuse("it is a Photoshop file with a compression that Redraw does not read");

    const std::size_t channels = colours + (alpha ? 1 : 0), row_bytes = width * depth / 8;
    ByteReader lengths{source, reader.take(packing * stored * height * 2)};
    std::vector<Part> rows;  // one channel after the other
    for (std::size_t i = 0; i < channels * height; ++i) {
        const std::size_t length = packing == 1 ? lengths.number(2) : row_bytes;
        if (length * kMostUnpacked < row_bytes) source.refuse_damaged(kEndsTooEarly);
        rows.push_back(reader.take(length));
    }
    // stb_image gets each row as a file with one channel of bytes: it reads neither gray nor packed
    // 16 bits, and ignores where a row ends and whether a fourth channel is transparency.
    const std::string header =
        "8BPS\0\1\0\0\0\0\0\0\0\1\0\0\0\1"s + big_endian_bytes(row_bytes, 4) + "\0\10\0\3"s +
        std::string(12, '\0') + big_endian_bytes(packing, 2) + std::string(packing * 2, '\0');
    constexpr int kUnpacked = 4;  // channels of stb_image; the first is the stored one
    const int most = depth == 8 ? 255 : 65535;
    Decoded decoded{make_image(int(width), int(height), int(channels)), int(depth)};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const StbPixels row =
            stb_pixels(source, header, rows[i], std::int64_t(row_bytes), 1, kUnpacked);
        const unsigned char* from = row.get();
        float* to = decoded.image.row(int(i % height)) + i / height;
        for (std::size_t x = 0; x < width; ++x, from += kUnpacked, to += channels) {
            int level = *from;
            if (depth == 16) level = level << 8 | *(from += kUnpacked);
            *to = float(level) / float(most);
        }
    }
    if (alpha) remove_white(decoded.image, most);
    convert_to_srgb(decoded, profile);
    return decoded;
}

}  // namespace redraw
