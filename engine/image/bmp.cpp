#include "engine/image/decode.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace redraw {
namespace {

// Decodes BMP files of OS/2 and Windows: 1, 2, 4 and 8 bits with a palette (4 and 8 also run-length
// coded), 16, 24 and 32 bits (16 and 32 also with colour masks). Only bits that a mask declares as
// alpha count: the fourth byte of plain 32-bit pixels is padding. A palette index out of range is
// an error.

constexpr std::int64_t kFileHeader = 14, kCoreHeader = 12, kShortHeader = 16, kInfoHeader = 40,
                       kOs2Header = 64;
constexpr std::int64_t kMasksAt = kFileHeader + kInfoHeader;
constexpr std::int64_t kUncompressed = 0, kRunLength8 = 1, kRunLength4 = 2, kBitFields = 3;

std::uint32_t u16(const PictureSource& source, std::int64_t at) {
    return std::uint32_t(source.data()[at] | source.data()[at + 1] << 8);
}
std::uint32_t u32(const PictureSource& source, std::int64_t at) {
    return u16(source, at) | u16(source, at + 2) << 16;
}
std::int64_t i32(const PictureSource& source, std::int64_t at) {
    return std::int32_t(u32(source, at));
}

struct BmpHeader {
    std::int64_t pixels_at, size, width, height;
    bool top_down, core;
    int bits;
    std::int64_t compression;
    bool indexed() const { return bits <= 8; }
    bool run_length() const { return compression == kRunLength8 || compression == kRunLength4; }
    std::int64_t row_bytes() const { return (width * bits + 31) / 32 * 4; }
    int row(std::int64_t line) const { return int(top_down ? line : height - 1 - line); }
};

BmpHeader read_header(const PictureSource& source) {
    const auto size = std::int64_t(source.size());
    if (size < kFileHeader + kCoreHeader) source.refuse_damaged("it ends too early");
    BmpHeader header{};
    header.pixels_at = u32(source, 10);
    header.size = u32(source, 14);
    header.core = header.size == kCoreHeader;
    if (!header.core && (header.size < kShortHeader || kFileHeader + header.size > size))
        source.refuse_damaged("its header makes no sense");
    const std::int64_t height = header.core ? u16(source, 20) : i32(source, 22);
    header.width = header.core ? u16(source, 18) : i32(source, 18);
    header.height = std::abs(height);
    header.top_down = height < 0;
    header.bits = int(u16(source, header.core ? 24 : 28));
    header.compression = header.size <= kShortHeader ? kUncompressed : i32(source, 30);
    source.check_size(header.width, header.height);
    const auto is = [&](auto... depths) { return ((header.bits == depths) || ...); };
    const bool known = header.compression == kUncompressed ? is(1, 2, 4, 8, 16, 24, 32)
                       : header.compression == kRunLength8 ? is(8)
                       : header.compression == kRunLength4 ? is(4)
                       : header.compression == kBitFields
                           ? is(16, 32) && header.size != kOs2Header  // 3 means Huffman in OS/2
                           : false;
    if (!known) source.refuse("it is a BMP of a kind Redraw does not read");
    return header;
}

// False if the file is surely too short for the pixels that its header declares. Checked before the
// picture is allocated; a small run-length-coded picture always passes.
bool could_hold_its_pixels(const PictureSource& source, const BmpHeader& header) {
    const auto size = std::int64_t(source.size());
    if (header.run_length()) {  // two bytes encode at most 255 pixels, not counting skipped ones
        constexpr std::int64_t kMostPixelsPerByte = 128, kSmall = 1 << 20;
        const std::int64_t pixels = header.width * header.height;
        return pixels <= kSmall || pixels <= kMostPixelsPerByte * (size - header.pixels_at);
    }
    const std::int64_t last_row = (header.width * header.bits + 7) / 8;  // padding may be missing
    return header.pixels_at + header.row_bytes() * (header.height - 1) + last_row <= size;
}

std::vector<Colour> read_palette(const PictureSource& source, const BmpHeader& header) {
    const std::int64_t at = kFileHeader + header.size, bytes = header.core ? 3 : 4;
    const std::int64_t end = std::min(header.pixels_at, std::int64_t(source.size()));
    std::vector<Colour> palette;
    for (std::int64_t i = 0; i < 1 << header.bits && at + (i + 1) * bytes <= end; ++i) {
        const unsigned char* bgr = source.data() + at + i * bytes;
        palette.push_back(unpack_colour({bgr[2], bgr[1], bgr[0], 255}));
    }
    return palette;
}

// Decodes run-length-coded pixels. Returns one byte (a palette index) per pixel, rows in file
// order. Pixels that the code skips get index 0.
std::vector<unsigned char> unpack_runs(const PictureSource& source, const BmpHeader& header) {
    const auto width = std::size_t(header.width), height = std::size_t(header.height);
    std::vector<unsigned char> indices(width * height);
    ByteReader reader{source, source.bytes.subspan(std::size_t(header.pixels_at))};
    const auto next = [&] { return int(reader.byte()); };
    std::size_t x = 0, y = 0;
    const auto put = [&](int index) {
        if (y >= height) source.refuse_damaged("it has too many rows");
        if (x < width) indices[y * width + x] = static_cast<unsigned char>(index);
        ++x;  // pixels beyond the row's width are padding
    };
    const bool nibbles = header.bits == 4;
    for (;;) {
        const bool whole = y >= height || (y == height - 1 && x >= width);
        if (whole && reader.left.empty()) return indices;  // some files lack the end mark
        const int count = next(), byte = next();
        if (count > 0) {
            for (int i = 0; i < count; ++i)
                put(!nibbles ? byte : i % 2 == 0 ? byte >> 4 : byte & 15);
        } else if (byte == 0) {  // end of the row
            x = 0;
            ++y;
        } else if (byte == 1) {  // end of the picture
            return indices;
        } else if (byte == 2) {  // move right and up
            x += reader.byte();
            y += reader.byte();
        } else {  // literal pixels, padded to 16 bits
            for (int i = 0; i < byte; i += nibbles ? 2 : 1) {
                const int pixels = next();
                put(nibbles ? pixels >> 4 : pixels);
                if (nibbles && i + 1 < byte) put(pixels & 15);
            }
            if ((nibbles ? (byte + 1) / 2 : byte) % 2 != 0) next();
        }
    }
}

Image read_indexed(const PictureSource& source, const BmpHeader& header) {
    const std::vector<Colour> palette = read_palette(source, header);
    if (palette.empty()) source.refuse_damaged("it has no palette");
    const auto runs =
        header.run_length() ? unpack_runs(source, header) : std::vector<unsigned char>();
    const int bits = header.run_length() ? 8 : header.bits;
    const unsigned char* rows =
        header.run_length() ? runs.data() : source.data() + header.pixels_at;
    const std::int64_t stride = header.run_length() ? header.width : header.row_bytes();
    Image image = make_image(int(header.width), int(header.height), 3);
    for (std::int64_t line = 0; line < header.height; ++line) {
        float* to = image.row(header.row(line));
        for (std::int64_t x = 0; x < header.width; ++x, to += 3) {
            const std::int64_t bit = x * bits;
            const int byte = rows[line * stride + bit / 8];
            const auto index = std::size_t(byte >> (8 - bits - bit % 8) & ((1 << bits) - 1));
            if (index >= palette.size()) source.refuse_damaged("a colour is not in its palette");
            std::copy_n(palette[index].data(), 3, to);
        }
    }
    return image;
}

// The place of one channel in a pixel's bits.
struct Channel {
    int shift = 0;
    std::uint32_t most = 0;     // largest value; 0: no such channel
    std::vector<float> levels;  // the channel's values, indexed by its bits
};

Channel make_channel(const PictureSource& source, std::uint32_t mask) {
    constexpr std::uint32_t kMost = 0xFFFF;
    Channel channel;
    if (mask == 0) return channel;
    channel.shift = std::countr_zero(mask);
    channel.most = mask >> channel.shift;
    if ((channel.most & (std::uint64_t(channel.most) + 1)) != 0)
        source.refuse_damaged("its colour masks make no sense");
    if (channel.most > kMost) source.refuse("it is a BMP of a kind Redraw does not read");
    for (std::uint32_t i = 0; i <= channel.most; ++i)
        channel.levels.push_back(unpack_level(i, channel.most));
    return channel;
}

// Returns the places of the channels in a pixel: red, green, blue, and alpha if the file has alpha.
std::vector<Channel> read_channels(const PictureSource& source, const BmpHeader& header) {
    std::vector<std::uint32_t> masks{0xFF0000, 0xFF00, 0xFF};
    if (header.bits == 16) masks = {31 << 10, 31 << 5, 31};
    if (header.compression == kBitFields) {
        constexpr std::int64_t kWithAlpha = kInfoHeader + 16;  // first header size with alpha
        masks.resize(header.size >= kWithAlpha ? 4 : 3);
        if (kMasksAt + std::int64_t(masks.size()) * 4 > std::int64_t(source.size()))
            source.refuse_damaged("it ends too early");
        for (std::size_t i = 0; i < masks.size(); ++i)
            masks[i] = u32(source, kMasksAt + std::int64_t(i) * 4);
        if (masks.back() == 0) masks.resize(3);
    }
    std::vector<Channel> channels;
    for (const std::uint32_t mask : masks) channels.push_back(make_channel(source, mask));
    return channels;
}

Image read_masked(const PictureSource& source, const BmpHeader& header) {
    const std::vector<Channel> channels = read_channels(source, header);
    const int bytes = header.bits / 8;
    Image image = make_image(int(header.width), int(header.height), int(channels.size()));
    for (std::int64_t line = 0; line < header.height; ++line) {
        const unsigned char* from = source.data() + header.pixels_at + line * header.row_bytes();
        float* to = image.row(header.row(line));
        for (std::int64_t x = 0; x < header.width; ++x, from += bytes) {
            std::uint32_t pixel = 0;
            for (int i = 0; i < bytes; ++i) pixel |= std::uint32_t(from[i]) << (8 * i);
            for (const Channel& channel : channels) {
                if (channel.most != 0) *to = channel.levels[pixel >> channel.shift & channel.most];
                ++to;
            }
        }
    }
    return image;
}

// Finds the ICC profile embedded in a file with a version 5 header; empty if there is none.
std::span<const std::byte> find_profile(const PictureSource& source, const BmpHeader& header) {
    constexpr std::int64_t kVersion5 = 124, kEmbedded = 0x4D424544;  // "MBED"
    if (header.size < kVersion5 || u32(source, kFileHeader + 56) != kEmbedded) return {};
    const std::int64_t at = kFileHeader + std::int64_t(u32(source, kFileHeader + 112));
    const std::int64_t length = u32(source, kFileHeader + 116);
    if (at + length > std::int64_t(source.size())) return {};
    return source.bytes.subspan(std::size_t(at), std::size_t(length));
}

}  // namespace

Decoded decode_bmp(const PictureSource& source) {
    const BmpHeader header = read_header(source);
    if (header.pixels_at > std::int64_t(source.size()) || !could_hold_its_pixels(source, header))
        source.refuse_damaged("it ends too early");
    Decoded decoded{header.indexed() ? read_indexed(source, header) : read_masked(source, header)};
    convert_to_srgb(decoded, find_profile(source, header));
    return decoded;
}

}  // namespace redraw
