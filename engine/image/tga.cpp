#include "engine/image/decode.h"

#include <algorithm>

namespace redraw {
namespace {

// Decodes TGA: gray, true colour and palettes (Truevision 1991), plain or run-length coded,
// starting from any of the four corners. An invalid palette index is an error.

constexpr std::size_t kHeader = 18;

struct TgaHeader {
    int id_length, map_type, type, map_start, map_length, map_bits, width, height, bits, descriptor;
    bool run_length() const { return type >= 9; }
    bool indexed() const { return type % 8 == 1; }
    bool gray() const { return type % 8 == 3; }
    bool right_to_left() const { return descriptor & 0x10; }
    bool top_down() const { return descriptor & 0x20; }
    int alpha_bits() const { return descriptor & 0x0F; }
    bool has_alpha() const { return alpha_bits() > 0; }
    // True if pixels that all have the same alpha are opaque: many writers declare no alpha bits,
    // but use them, and others declare or leave space for bits that they never set.
    bool alpha_must_vary() const { return !gray() && (!has_alpha() || colour_bits() == 16); }
    std::size_t pixel_bytes() const { return std::size_t(bits + 7) / 8; }
    int colour_bits() const { return indexed() ? map_bits : bits; }
    std::size_t colour_bytes() const { return std::size_t(colour_bits() + 7) / 8; }
    // Size of the palette in bytes; a true-colour picture may have an unused palette.
    std::size_t map_bytes() const {
        return map_type == 1 ? std::size_t(map_bits + 7) / 8 * std::size_t(map_length) : 0;
    }
    int channels() const {
        if (gray()) return bits == 16 && has_alpha() ? 2 : 1;
        return colour_bits() == 32 || (colour_bits() == 16 && alpha_bits() == 1) ? 4 : 3;
    }
};

std::optional<TgaHeader> read_header(std::span<const std::byte> file) {
    if (file.size() < kHeader) return std::nullopt;
    const auto u8 = [&](std::size_t at) { return std::to_integer<int>(file[at]); };
    const auto u16 = [&](std::size_t at) { return u8(at) | u8(at + 1) << 8; };
    const TgaHeader header{u8(0), u8(1),   u8(2),   u16(3), u16(5),
                           u8(7), u16(12), u16(14), u8(16), u8(17)};
    const int base = header.run_length() ? header.type - 8 : header.type;
    const auto is_colour_depth = [](int bits) {
        return bits == 15 || bits == 16 || bits == 24 || bits == 32;
    };
    const bool plain =
        header.map_type == 0 || (header.map_type == 1 && is_colour_depth(header.map_bits));
    const bool known =
        (base == 1 && header.map_type == 1 && (header.bits == 8 || header.bits == 16) &&
         is_colour_depth(header.map_bits) && header.map_length > 0) ||
        (base == 2 && plain && is_colour_depth(header.bits)) ||
        (base == 3 && plain && (header.bits == 8 || header.bits == 16));
    const bool reserved_bits_clear = (header.descriptor & 0xC0) == 0;
    if (!known || !reserved_bits_clear || header.width == 0 || header.height == 0)
        return std::nullopt;
    return header;
}

// True if the file is long enough for the pixels that its header declares: a packet encodes at most
// 128 pixels. Checked before the picture is allocated.
bool could_hold_its_pixels(const TgaHeader& header, std::size_t stored) {
    const std::uint64_t pixels = std::uint64_t(header.width) * header.height;
    return header.run_length() ? (pixels + 127) / 128 * (header.pixel_bytes() + 1) <= stored
                               : pixels * header.pixel_bytes() <= stored;
}

void unpack(const TgaHeader& header, const unsigned char* colour, float* to) {
    if (header.gray()) return unpack_bytes(colour, std::size_t(header.channels()), to);
    if (header.colour_bytes() == 2) {  // 5 bits per channel, and at most 1 of alpha
        const int bits = colour[0] | colour[1] << 8;
        for (int c = 0; c < 3; ++c) to[c] = unpack_level(bits >> (10 - 5 * c) & 31, 31);
        if (header.channels() == 4) to[3] = float(bits >> 15 & 1);
        return;
    }
    const unsigned char rgba[] = {colour[2], colour[1], colour[0],
                                  header.channels() == 4 ? colour[3] : colour[0]};
    unpack_bytes(rgba, std::size_t(header.channels()), to);
}

Image read_pixels(const PictureSource& source, const TgaHeader& header, std::size_t pixels_at) {
    const unsigned char* map = source.data() + pixels_at - header.map_bytes();
    ByteReader reader{source, source.bytes.subspan(pixels_at)};
    const auto take_pixel = [&] {
        return reinterpret_cast<const unsigned char*>(reader.take(header.pixel_bytes()).data());
    };
    int in_packet = 0;  // packets may continue in the next row
    const unsigned char* repeated = nullptr;
    const auto next = [&] {
        if (header.run_length() && in_packet == 0) {
            const auto packet = int(reader.byte());
            in_packet = (packet & 0x7F) + 1;
            repeated = packet & 0x80 ? take_pixel() : nullptr;
        }
        --in_packet;
        return repeated ? repeated : take_pixel();
    };
    Image image = make_image(header.width, header.height, header.channels());
    for (int line = 0; line < header.height; ++line) {
        float* row = image.row(header.top_down() ? line : header.height - 1 - line);
        for (int column = 0; column < header.width; ++column) {
            const unsigned char* pixel = next();
            if (header.indexed()) {
                const int index =
                    (header.bits == 16 ? pixel[0] | pixel[1] << 8 : pixel[0]) - header.map_start;
                if (index < 0 || index >= header.map_length)
                    source.refuse_damaged("a colour is not in its palette");
                pixel = map + std::size_t(index) * header.colour_bytes();
            }
            const int x = header.right_to_left() ? header.width - 1 - column : column;
            unpack(header, pixel, row + std::size_t(x) * std::size_t(header.channels()));
        }
    }
    return image;
}

// Removes alpha, in place.
void make_opaque(Image& image) {
    float* to = image.values.data();
    for (std::size_t i = 0; i < image.pixel_count(); ++i, to += 3)
        std::copy_n(image.values.data() + i * 4, 3, to);
    image.channels = 3;
    image.values.resize(image.pixel_count() * 3);
}

bool alpha_varies(const Image& image) {
    for (std::size_t i = 3; i < image.values.size(); i += 4)
        if (image.values[i] != image.values[3]) return true;
    return false;
}

}  // namespace

bool looks_like_tga(std::span<const std::byte> bytes) {
    return read_header(bytes).has_value();
}

Decoded decode_tga(const PictureSource& source) {
    const TgaHeader header = read_header(source.bytes).value();
    source.check_size(header.width, header.height);
    const std::size_t pixels_at = kHeader + header.id_length + header.map_bytes();
    if (pixels_at > source.size() || !could_hold_its_pixels(header, source.size() - pixels_at))
        source.refuse_damaged("it ends too early");
    Decoded decoded{read_pixels(source, header, pixels_at)};
    if (decoded.image.channels == 4 && header.alpha_must_vary() && !alpha_varies(decoded.image))
        make_opaque(decoded.image);
    return decoded;
}

}  // namespace redraw
