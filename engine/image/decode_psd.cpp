// Decodes PSD: the merged picture that Photoshop and similar programs store after the layers.
// Supports gray and RGB, 8 or 16 bits, plain or packed (PackBits). Layers are not read.
#include "engine/image/decode.h"
#include "engine/image/image_writer.h"

#include <algorithm>

namespace redraw {
namespace {

using namespace std::string_view_literals;
using Part = std::span<const std::byte>;

constexpr const char* kEnds = "it ends too early";

struct PsdHeader {
    std::uint32_t channels, height, width, depth, colours;
    std::size_t row_bytes() const { return std::size_t(width) * depth / 8; }
};

PsdHeader read_header(const PictureSource& source, ByteReader& reader) {
    constexpr std::uint32_t kGray = 1, kRgb = 3, kMostChannels = 56;
    reader.take("8BPS"sv.size());
    const std::uint32_t version = reader.number(2);
    reader.take(6);
    PsdHeader header{};
    header.channels = reader.number(2);
    header.height = reader.number(4);
    header.width = reader.number(4);
    header.depth = reader.number(2);
    const std::uint32_t mode = reader.number(2);
    header.colours = mode == kRgb ? 3 : 1;
    source.check_size(header.width, header.height);
    if (version != 1 || (mode != kGray && mode != kRgb) ||
        (header.depth != 8 && header.depth != 16))
        source.refuse(
            "it is a Photoshop file of a kind Redraw does not read (it reads PSD, gray or RGB, of "
            "8 or 16 bits)");
    if (header.channels < header.colours || header.channels > kMostChannels)
        source.refuse_damaged("its header makes no sense");
    return header;
}

// Returns the ICC profile in the section of image resources; empty if the file has no profile.
Part read_resources(const PictureSource& source, Part section) {
    constexpr std::uint32_t kProfile = 1039, kVersion = 1057;
    constexpr std::size_t kLeast = 12;
    ByteReader reader{source, section};
    Part profile;
    while (reader.left.size() >= kLeast) {
        reader.take("8BIM"sv.size());
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
    constexpr std::string_view kBlock = "8BIMMt16";
    constexpr std::size_t kCount = 6;
    if (layers.size() < kCount) return false;
    ByteReader reader{source, layers};
    if (reader.number(4) != 0 && (reader.number(2) & 0x8000) != 0) return true;
    return as_text(layers).find(kBlock) != std::string_view::npos;
}

void unpack_row(const PictureSource& source, Part packed, std::span<std::byte> row) {
    while (!row.empty()) {
        if (packed.empty()) source.refuse_damaged(kEnds);
        const auto code = std::to_integer<std::size_t>(packed.front());
        packed = packed.subspan(1);
        if (code == 128) continue;
        const bool repeats = code > 128;
        const std::size_t count = repeats ? 257 - code : code + 1, stored = repeats ? 1 : count;
        if (stored > packed.size()) source.refuse_damaged(kEnds);
        if (count > row.size()) source.refuse_damaged("a row is too long");
        if (repeats)
            std::fill_n(row.begin(), count, packed.front());
        else
            std::copy_n(packed.begin(), count, row.begin());
        packed = packed.subspan(stored);
        row = row.subspan(count);
    }
}

// The rows as stored in the file, one channel after the other.
struct PsdRows {
    bool packed;
    std::vector<Part> rows;
};

// Locates the first `count` stored rows and checks their sizes before the picture is allocated.
PsdRows find_rows(const PictureSource& source, ByteReader& reader, const PsdHeader& header,
                  std::size_t count) {
    constexpr std::size_t kMostUnpacked = 64;  // per packed byte: two bytes give up to 128
    const std::uint32_t packing = reader.number(2);
    if (packing > 1)
        source.refuse("it is a Photoshop file with a compression that Redraw does not read");
    std::vector<std::size_t> lengths(count, header.row_bytes());
    const auto rows = packing == 1 ? std::size_t(header.channels) * header.height : 0;
    ByteReader stored{source, reader.take(rows * 2)};
    for (std::size_t i = 0; i < std::min(rows, count); ++i) {
        lengths[i] = stored.number(2);
        if (lengths[i] * kMostUnpacked < header.row_bytes()) source.refuse_damaged(kEnds);
    }
    PsdRows found{packing == 1, {}};
    for (const std::size_t length : lengths) found.rows.push_back(reader.take(length));
    return found;
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
    ByteReader reader{source, source.bytes};
    const PsdHeader header = read_header(source, reader);
    reader.take(reader.number(4));  // skips the palette
    const Part profile = read_resources(source, reader.take(reader.number(4)));
    const bool alpha =
        has_transparency(source, reader.take(reader.number(4))) && header.channels > header.colours;
    const auto channels = std::size_t(header.colours) + (alpha ? 1 : 0);
    const PsdRows stored = find_rows(source, reader, header, channels * header.height);
    std::vector<std::byte> unpacked(header.row_bytes());
    Decoded decoded;
    decoded.bit_depth = int(header.depth);
    const int most = header.depth == 8 ? 255 : 65535;
    decoded.image = make_image(int(header.width), int(header.height), int(channels));
    for (std::size_t channel = 0; channel < channels; ++channel) {
        for (int y = 0; y < decoded.image.height; ++y) {
            Part row = stored.rows[channel * header.height + std::size_t(y)];
            if (stored.packed) {
                unpack_row(source, row, unpacked);
                row = unpacked;
            }
            const auto* from = reinterpret_cast<const unsigned char*>(row.data());
            float* to = decoded.image.row(y) + channel;
            for (std::uint32_t x = 0; x < header.width; ++x, to += channels) {
                const int level = most == 255 ? from[x] : from[2 * x] << 8 | from[2 * x + 1];
                *to = float(level) / float(most);
            }
        }
    }
    if (alpha) remove_white(decoded.image, most);
    convert_to_srgb(decoded, profile);
    return decoded;
}

}  // namespace redraw
