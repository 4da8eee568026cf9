// Decodes TGA: gray, true colour and palettes (Truevision 1991), plain or run-length coded,
// starting from any of the four corners.
#include "engine/image/stb_pixels.h"

#include <algorithm>
#include <cstdlib>

namespace redraw {
namespace {

constexpr std::size_t kTgaHeader = 18;
constexpr int kTgaPalette = 1, kTgaColour = 2, kTgaGray = 3, kTgaPacked = 8, kTgaTopDown = 0x20;

struct Tga {
    int id_length, map_type, type, map_start, map_length, map_bits, width, height, bits, flags;
    int kind() const { return type % kTgaPacked; }
    bool packed() const { return type > kTgaPacked; }
    bool indexed() const { return kind() == kTgaPalette; }
    bool gray() const { return kind() == kTgaGray; }
    int alpha_bits() const { return flags & 0x0F; }
    bool right_to_left() const { return flags & 0x10; }
    int pixel_bytes() const { return (bits + 7) / 8; }
    int colour_bits() const { return indexed() ? map_bits : bits; }
    int colour_bytes() const { return (colour_bits() + 7) / 8; }
    // Size of the palette; a true-colour picture may have an unused one.
    int map_bytes() const { return map_type == 1 ? (map_bits + 7) / 8 * map_length : 0; }
    // True if pixels that all have the same alpha are opaque: many writers declare no alpha bits,
    // but use them, and others declare or leave space for bits that they never set.
    bool alpha_must_vary() const { return alpha_bits() == 0 || colour_bits() == 16; }
    int channels() const {
        if (gray()) return bits == 16 && alpha_bits() > 0 ? 2 : 1;
        return colour_bits() == 32 || (colour_bits() == 16 && alpha_bits() == 1) ? 4 : 3;
    }
    // The fewest bytes that can hold the pixels: a packet encodes at most 128.
    std::int64_t least_bytes() const {
        const std::int64_t count = std::int64_t(width) * height;
        return packed() ? (count + 127) / 128 * (pixel_bytes() + 1) : count * pixel_bytes();
    }
};

std::optional<Tga> read_header(std::span<const std::byte> file) {
    if (file.size() < kTgaHeader) return std::nullopt;
    const auto u8 = [&](std::size_t at) { return std::to_integer<int>(file[at]); };
    const auto u16 = [&](std::size_t at) { return u8(at) | u8(at + 1) << 8; };
    const Tga tga{u8(0), u8(1), u8(2), u16(3), u16(5), u8(7), u16(12), u16(14), u8(16), u8(17)};
    const auto is = [](int value, auto... of) { return ((value == of) || ...); };
    const bool map = tga.map_type == 1 && is(tga.map_bits, 15, 16, 24, 32);
    const bool known =
        is(tga.type, 1, 2, 3, 9, 10, 11) && (map || tga.map_type == 0) &&
        (tga.indexed() ? map && tga.map_length > 0 : true) &&
        (tga.kind() == kTgaColour ? is(tga.bits, 15, 16, 24, 32) : is(tga.bits, 8, 16));
    const bool reserved_bits_clear = (tga.flags & 0xC0) == 0;
    if (!known || !reserved_bits_clear || tga.width == 0 || tga.height == 0) return std::nullopt;
    return tga;
}

// Unpacks pixels from `at` on: those of one or two bytes as they are stored, others as RGB or RGBA.
StbPixels unpack_tga(const PictureSource& source, std::size_t at, int width, int height, int bytes,
                     bool packed, bool top_down) {
    std::string header(kTgaHeader, '\0');
    header[2] = char((bytes <= 2 ? kTgaGray : kTgaColour) + (packed ? kTgaPacked : 0));
    header.replace(12, 4, little_endian_bytes(width | std::int64_t(height) << 16, 4));
    header[16] = char(bytes * 8);
    header[17] = char(top_down ? kTgaTopDown : 0);
    return stb_pixels(source, header, source.bytes.subspan(at), width, height, bytes);
}

void read_colour(const Tga& tga, const unsigned char* pixel, float* to) {
    const auto channels = std::size_t(tga.channels());
    if (tga.gray() || tga.colour_bytes() > 2) return unpack_bytes(pixel, channels, to);
    const int bits = pixel[0] | pixel[1] << 8;  // 5 bits per channel, and at most 1 of alpha
    for (int c = 0; c < 3; ++c) to[c] = unpack_level(bits >> (10 - 5 * c) & 31, 31);
    if (channels == 4) to[3] = float(bits >> 15);
}

// Removes alpha, in place, if all pixels have the same.
void drop_constant_alpha(Image& image) {
    float* values = image.values.data();
    for (std::size_t i = 3; i < image.values.size(); i += 4)
        if (values[i] != values[3]) return;
    for (std::size_t i = 0; i < image.pixel_count(); ++i)
        std::copy_n(values + i * 4, 3, values + i * 3);
    image.channels = 3;
    image.values.resize(image.pixel_count() * 3);
}

}  // namespace

bool looks_like_tga(std::span<const std::byte> bytes) {
    return read_header(bytes).has_value();
}

Decoded decode_tga(const PictureSource& source) {
    const Tga tga = read_header(source.bytes).value();
    source.check_size(tga.width, tga.height);
    const std::size_t map_at = kTgaHeader + std::size_t(tga.id_length);
    const std::size_t pixels_at = map_at + std::size_t(tga.map_bytes());
    if (pixels_at + std::size_t(tga.least_bytes()) > source.size())
        source.refuse_damaged(kEndsTooEarly);
    const StbPixels pixels = unpack_tga(source, pixels_at, tga.width, tga.height, tga.pixel_bytes(),
                                        tga.packed(), tga.flags & kTgaTopDown);
    StbPixels map{nullptr, std::free};
    if (tga.indexed())
        map = unpack_tga(source, map_at, tga.map_length, 1, tga.colour_bytes(), false, true);
    Decoded decoded{make_image(tga.width, tga.height, tga.channels())};
    const unsigned char* stored = pixels.get();
    for (int y = 0; y < tga.height; ++y) {
        for (int x = 0; x < tga.width; ++x, stored += tga.pixel_bytes()) {
            const unsigned char* colour = stored;
            if (tga.indexed()) {
                const int index = stored[0] | (tga.bits == 16 ? stored[1] << 8 : 0);
                const int entry = index - tga.map_start;
                if (entry < 0 || entry >= tga.map_length) source.refuse_damaged(kNotInPalette);
                colour = map.get() + std::ptrdiff_t(entry) * tga.colour_bytes();
            }
            const std::ptrdiff_t column = tga.right_to_left() ? tga.width - 1 - x : x;
            read_colour(tga, colour, decoded.image.row(y) + column * tga.channels());
        }
    }
    if (tga.channels() == 4 && tga.alpha_must_vary()) drop_constant_alpha(decoded.image);
    return decoded;
}

}  // namespace redraw
