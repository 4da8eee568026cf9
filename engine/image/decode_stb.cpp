// BMP and TGA by stb_image, and nothing else: its other decoders in Debian 12 have known memory
// faults. It takes missing bytes for zeros, so the headers are checked here against the file's
// length.
#include "engine/image/decode.h"

#include <cstdlib>
#include <memory>
#include <optional>

namespace redraw {
namespace {

// stb_image allocates what a header asks for; here never more than the picture itself needs.
thread_local std::size_t allocation_limit = 0;

void* limited_malloc(std::size_t size) {
    return size > allocation_limit ? nullptr : std::malloc(size);
}

[[maybe_unused]] void* limited_realloc(void* old, std::size_t size) {
    return size > allocation_limit ? nullptr : std::realloc(old, size);
}

}  // namespace
}  // namespace redraw

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define STBI_MALLOC(size) redraw::limited_malloc(size)
#define STBI_REALLOC(old, size) redraw::limited_realloc(old, size)
#define STBI_FREE(block) std::free(block)
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STBI_NO_STDIO
#define STBI_NO_FAILURE_STRINGS
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace redraw {
namespace {

int u16(const PictureSource& source, std::size_t at) {
    return source.data()[at] | source.data()[at + 1] << 8;
}

std::int64_t i32(const PictureSource& source, std::size_t at) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(u16(source, at)) |
                                     static_cast<std::uint32_t>(u16(source, at + 2)) << 16);
}

// The caller has checked the size, and that the file is long enough for it.
Decoded decode_with_stb(const PictureSource& source, int width, int height) {
    constexpr std::size_t kMostChannels = 4, kSlack = 4096;
    allocation_limit = std::size_t(width) * height * kMostChannels + kSlack;
    int stb_width = 0, stb_height = 0, channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> samples(
        stbi_load_from_memory(source.data(), static_cast<int>(source.size()), &stb_width,
                              &stb_height, &channels, 0),
        std::free);
    if (!samples) source.refuse("it is damaged, or of a kind Redraw does not read");
    if (stb_width != width || stb_height != height) source.refuse_damaged("its size is unclear");
    Decoded decoded;
    decoded.image = make_image(width, height, channels);
    unpack_bytes(samples.get(), decoded.image.values.size(), decoded.image.values.data());
    return decoded;
}

void make_opaque(Image& image) {
    for (std::size_t i = 3; i < image.values.size(); i += 4) image.values[i] = 1.0f;
}

void check_fits_int(const PictureSource& source) {
    if (source.size() > 0x7FFFFFFF) source.refuse("it is over 2 GB");
}

// Bytes from `at` on that the run-length packets of so many pixels take; nothing when they end too
// early.
bool has_all_packets(const PictureSource& source, std::size_t at, std::int64_t pixels,
                     std::size_t bytes_per_pixel) {
    while (pixels > 0) {
        if (at >= source.size()) return false;
        const int packet = source.data()[at];
        const int count = (packet & 0x7F) + 1;
        const bool repeated = packet & 0x80;
        at += 1 + bytes_per_pixel * (repeated ? 1 : std::size_t(count));
        pixels -= count;
    }
    return at <= source.size();
}

struct TgaHeader {
    int id_length, map_type, type, map_start, map_length, map_bits, width, height, bits;
    bool run_length() const { return type >= 9; }
    bool indexed() const { return map_type == 1; }
};

std::optional<TgaHeader> tga_header(const PictureSource& source) {
    constexpr std::size_t kHeader = 18;
    if (source.size() < kHeader) return std::nullopt;
    const unsigned char* bytes = source.data();
    const TgaHeader header{bytes[0],        bytes[1],        bytes[2],
                           u16(source, 3),  u16(source, 5),  bytes[7],
                           u16(source, 12), u16(source, 14), bytes[16]};
    const int base = header.run_length() ? header.type - 8 : header.type;
    const auto is_colour_depth = [](int bits) {
        return bits == 15 || bits == 16 || bits == 24 || bits == 32;
    };
    const bool known =
        (base == 1 && header.map_type == 1 && (header.bits == 8 || header.bits == 16) &&
         is_colour_depth(header.map_bits) && header.map_length > 0) ||
        (base == 2 && header.map_type == 0 && is_colour_depth(header.bits)) ||
        (base == 3 && header.map_type == 0 && (header.bits == 8 || header.bits == 16));
    const bool reserved_bits_clear = (bytes[17] & 0xC0) == 0;
    if (!known || !reserved_bits_clear || header.width == 0 || header.height == 0) {
        return std::nullopt;
    }
    return header;
}

// stb_image leaves the colours that a palette does not have uninitialised.
bool has_all_colours(const PictureSource& source, std::int64_t pixels_at, std::int64_t row_bytes,
                     std::int64_t width, std::int64_t height, int bits, std::int64_t colours) {
    if (colours >= 1 << bits) return true;
    for (std::int64_t y = 0; y < height; ++y) {
        const unsigned char* row = source.data() + pixels_at + y * row_bytes;
        for (std::int64_t x = 0; x < width; ++x) {
            const std::int64_t bit = x * bits;
            const int index = row[bit / 8] >> (8 - bits - bit % 8) & ((1 << bits) - 1);
            if (index >= colours) return false;
        }
    }
    return true;
}

}  // namespace

bool looks_like_tga(std::span<const std::byte> bytes) {
    const std::string nameless;
    return tga_header({bytes, nameless, {}}).has_value();
}

Decoded decode_tga(const PictureSource& source) {
    check_fits_int(source);
    const TgaHeader header = tga_header(source).value();
    source.check_size(header.width, header.height);
    constexpr std::size_t kHeader = 18;
    const std::size_t bytes_per_pixel = std::size_t(header.bits + 7) / 8;
    const std::size_t map_bytes = std::size_t(header.map_bits + 7) / 8 * header.map_length;
    const std::size_t pixels_at = kHeader + header.id_length + (header.indexed() ? map_bytes : 0);
    const std::int64_t pixels = std::int64_t(header.width) * header.height;
    const bool whole = header.run_length()
                           ? has_all_packets(source, pixels_at, pixels, bytes_per_pixel)
                           : pixels_at + std::uint64_t(pixels) * bytes_per_pixel <= source.size();
    if (!whole) source.refuse_damaged("it ends too early");
    if (header.indexed() && header.map_start != 0) {
        source.refuse("its palette does not start at 0, which Redraw does not read");
    }
    Decoded decoded = decode_with_stb(source, header.width, header.height);
    // Some writers leave the fourth byte at 0 and say that it has no alpha bits.
    const bool alpha_declared = (source.data()[17] & 0x0F) != 0;
    if (decoded.image.channels == 4 && !alpha_declared) make_opaque(decoded.image);
    return decoded;
}

Decoded decode_bmp(const PictureSource& source) {
    check_fits_int(source);
    constexpr std::size_t kFileHeader = 14, kCoreHeader = 12, kInfoHeader = 40;
    if (source.size() < kFileHeader + kCoreHeader) source.refuse_damaged("it ends too early");
    const std::int64_t pixels_at = i32(source, 10), header_size = i32(source, 14);
    const bool core = header_size == kCoreHeader;
    if (!core && (header_size < std::int64_t(kInfoHeader) ||
                  std::int64_t(kFileHeader) + header_size > std::int64_t(source.size()))) {
        source.refuse_damaged("its header makes no sense");
    }
    const std::int64_t width = core ? u16(source, 18) : i32(source, 18);
    const std::int64_t height = core ? u16(source, 20) : std::abs(i32(source, 22));
    const int bits = u16(source, core ? 24 : 28);
    const std::int64_t compression = core ? 0 : i32(source, 30);
    source.check_size(width, height);
    constexpr int kRunLength8 = 1, kRunLength4 = 2;
    if (compression == kRunLength8 || compression == kRunLength4) {
        source.refuse("it is a run-length encoded BMP, which Redraw does not read");
    }
    const std::int64_t row_bytes = (width * bits + 31) / 32 * 4;
    const std::int64_t last_row_bytes = (width * bits + 7) / 8;  // some writers do not pad it
    if (pixels_at < 0 ||
        pixels_at + row_bytes * (height - 1) + last_row_bytes > std::int64_t(source.size())) {
        source.refuse_damaged("it ends too early");
    }
    if (bits == 1 || bits == 4 || bits == 8) {
        if (core) source.refuse("it is an OS/2 bitmap with a palette, which Redraw does not read");
        const std::int64_t colours = (pixels_at - std::int64_t(kFileHeader) - header_size) / 4;
        if (!has_all_colours(source, pixels_at, row_bytes, width, height, bits, colours)) {
            source.refuse_damaged("a colour is not in its palette");
        }
    }
    return decode_with_stb(source, static_cast<int>(width), static_cast<int>(height));
}

}  // namespace redraw
