// Decodes BMP of OS/2 and Windows that is not packed: 1, 4 and 8 bits with a palette, 16, 24 and 32
// bits, of which 16 and 32 may have colour masks. Only bits that a mask declares are alpha: the
// fourth byte of plain 32-bit pixels is padding.
#include "engine/image/stb_pixels.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace redraw {
namespace {

constexpr std::int64_t kFileHeader = 14, kCoreHeader = 12, kInfoHeader = 40, kWithAlpha = 56,
                       kVersion4 = 108, kVersion5 = 124;

struct Bmp {
    std::int64_t pixels_at, size, width, height, bits;  // height < 0: rows from top to bottom
    std::array<std::uint32_t, 4> masks{};  // of 16 and 32 bits: red, green, blue, alpha
    bool core() const { return size == kCoreHeader; }
    bool indexed() const { return bits <= 8; }
    int channels() const { return masks[3] != 0 ? 4 : 3; }
};

// Reads a little-endian number of two or four bytes.
std::int64_t number_at(const PictureSource& source, std::int64_t at, int bytes = 4) {
    ByteReader reader{source, source.bytes};
    reader.take(std::size_t(at));
    const std::uint32_t low = reader.byte(), number = low | reader.byte() << 8;
    return bytes == 2 ? number : number | number_at(source, at + 2, 2) << 16;
}

void read_masks(const PictureSource& source, Bmp& bmp) {
    constexpr std::uint64_t kMost = 255;
    bmp.masks[3] = 0;
    for (std::size_t i = 0; i < (bmp.size < kWithAlpha ? 3 : 4); ++i) {
        const std::int64_t at = kFileHeader + kInfoHeader + std::int64_t(i) * 4;
        const auto mask = bmp.masks[i] = std::uint32_t(number_at(source, at));
        const std::uint64_t most = mask == 0 ? 0 : mask >> std::countr_zero(mask);
        if ((most & (most + 1)) != 0) source.refuse_damaged("its colour masks make no sense");
        if (most > kMost || (mask == 0 && i < 3))
            source.refuse(
                "it is a BMP with a colour of no or more than 8 bits, which Redraw does not read; "
                "save it as PNG first");
    }
}

Bmp read_header(const PictureSource& source) {
    constexpr std::int64_t kShortHeader = 16, kOs2Header = 64, kPlain = 0, kMasked = 3;
    Bmp bmp{number_at(source, 10), number_at(source, 14), 0, 0, 0};
    if ((!bmp.core() && bmp.size < kShortHeader) ||
        kFileHeader + bmp.size > std::int64_t(source.size()))
        source.refuse_damaged("its header makes no sense");
    bmp.width = bmp.core() ? number_at(source, 18, 2) : std::int32_t(number_at(source, 18));
    bmp.height = bmp.core() ? number_at(source, 20, 2) : std::int32_t(number_at(source, 22));
    bmp.bits = number_at(source, bmp.core() ? 24 : 28, 2);
    const std::int64_t packing = bmp.size <= kShortHeader ? kPlain : number_at(source, 30);
    source.check_size(bmp.width, std::abs(bmp.height));
    const auto is = [&](auto... bits) { return ((bmp.bits == bits) || ...); };
    if ((packing == 1 && is(8)) || (packing == 2 && is(4)))
        source.refuse(
            "it is a run-length coded BMP, which Redraw does not read; save it as PNG first");
    // 3 means packed by Huffman in the header of OS/2.
    const bool masked = packing == kMasked && is(16, 32) && bmp.size != kOs2Header;
    if (!masked && (packing != kPlain || !is(1, 4, 8, 16, 24, 32)))
        source.refuse(
            "it is a BMP of a kind Redraw does not read (it reads 1, 4, 8, 16, 24 and 32 bits); "
            "save it as PNG first");
    if (bmp.bits == 16) bmp.masks = {31 << 10, 31 << 5, 31, 0};
    if (bmp.bits == 32) bmp.masks = {0xFF0000, 0xFF00, 0xFF, 0};
    if (masked) read_masks(source, bmp);
    const std::int64_t row = (bmp.width * bmp.bits + 31) / 32 * 4;
    const std::int64_t last_row = (bmp.width * bmp.bits + 7) / 8;  // padding may be missing
    if (bmp.pixels_at + row * (std::abs(bmp.height) - 1) + last_row > std::int64_t(source.size()))
        source.refuse_damaged(kEndsTooEarly);
    return bmp;
}

// Writes the header for stb_image. Its palette gives each index as a gray of that level.
std::string header_for_stb(const Bmp& bmp) {
    const bool masked = bmp.masks[0] != 0;
    const std::int64_t colours = bmp.indexed() ? 1 << bmp.bits : 0;
    const std::int64_t size = masked ? kVersion4 : kInfoHeader;
    std::string text = "BM";
    const auto put = [&](auto... numbers) { ((text += little_endian_bytes(numbers, 4)), ...); };
    put(0, 0, kFileHeader + size + colours * 4, size, bmp.width, bmp.height, 1 | bmp.bits << 16,
        masked ? 3 : 0, 0, 0, 0, 0, 0);
    for (const std::uint32_t mask : bmp.masks) put(mask);
    text.resize(std::size_t(kFileHeader + size));
    for (std::int64_t i = 0; i < colours; ++i) put(i * 0x010101);
    return text;
}

void apply_palette(const PictureSource& source, const Bmp& bmp, const unsigned char* grays,
                   std::vector<float>& values) {
    const std::int64_t at = kFileHeader + bmp.size, bytes = bmp.core() ? 3 : 4;
    const std::int64_t colours = (bmp.pixels_at - at) / bytes;
    if (colours <= 0) source.refuse_damaged("it has no palette");
    for (std::size_t i = 0; i < values.size(); i += 3) {
        if (grays[i] >= colours) source.refuse_damaged(kNotInPalette);
        const unsigned char* bgr = source.data() + at + grays[i] * bytes;
        for (std::size_t c = 0; c < 3; ++c) unpack_bytes(bgr + 2 - c, 1, &values[i + c]);
    }
}

// Returns the ICC profile in a file with a header of version 5; empty if it has none.
std::span<const std::byte> find_profile(const PictureSource& source, const Bmp& bmp) {
    constexpr std::int64_t kEmbedded = 0x4D424544;  // "MBED"
    if (bmp.size < kVersion5 || number_at(source, kFileHeader + 56) != kEmbedded) return {};
    const std::int64_t at = kFileHeader + number_at(source, kFileHeader + 112);
    const std::int64_t length = number_at(source, kFileHeader + 116);
    if (at + length > std::int64_t(source.size())) return {};
    return source.bytes.subspan(std::size_t(at), std::size_t(length));
}

}  // namespace

Decoded decode_bmp(const PictureSource& source) {
    const Bmp bmp = read_header(source);
    const std::int64_t height = std::abs(bmp.height);
    const StbPixels pixels =
        stb_pixels(source, header_for_stb(bmp), source.bytes.subspan(std::size_t(bmp.pixels_at)),
                   bmp.width, height, bmp.channels());
    Decoded decoded{make_image(int(bmp.width), int(height), bmp.channels())};
    std::vector<float>& values = decoded.image.values;
    if (bmp.indexed())
        apply_palette(source, bmp, pixels.get(), values);
    else
        unpack_bytes(pixels.get(), values.size(), values.data());
    convert_to_srgb(decoded, find_profile(source, bmp));
    return decoded;
}

}  // namespace redraw
