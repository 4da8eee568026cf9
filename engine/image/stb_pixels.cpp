#include "engine/image/stb_pixels.h"

#include "engine/error.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

// Compiles stb_image into this file only, with internal linkage. calloc() clears the bytes that
// stb_image fails to write.
#ifndef __clang_analyzer__  // reports a leak of 16-bit samples, which stb_image never reads here
#define STB_IMAGE_IMPLEMENTATION
#endif
#define STB_IMAGE_STATIC
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STBI_ONLY_PSD
#define STBI_ONLY_PNM
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_MALLOC(size) std::calloc(1, size)
#define STBI_REALLOC(memory, size) std::realloc(memory, size)
#define STBI_FREE(memory) std::free(memory)
#include <stb/stb_image.h>

namespace redraw {
namespace {

struct StbStream {
    std::span<const std::byte> header, pixels;
    bool ended = false;  // stb_image wanted more bytes; it goes on with zeros, without an error
};

constexpr stbi_io_callbacks kStbCallbacks{
    [](void* user, char* to, int count) {
        auto& [header, pixels, ended] = *static_cast<StbStream*>(user);
        auto& part = header.empty() ? pixels : header;
        const std::size_t taken = std::min(part.size(), std::size_t(count));
        std::copy_n(part.begin(), taken, reinterpret_cast<std::byte*>(to));
        part = part.subspan(taken);
        ended = ended || taken == 0;
        return int(taken);
    },
    [](void* user, int count) {  // skips padding between rows
        auto& pixels = static_cast<StbStream*>(user)->pixels;
        pixels = pixels.subspan(std::min(pixels.size(), std::size_t(count)));
    },
    [](void* user) { return int(static_cast<StbStream*>(user)->pixels.empty()); }};

}  // namespace

StbPixels stb_pixels(const PictureSource& source, const std::string& header,
                     std::span<const std::byte> pixels, std::int64_t width, std::int64_t height,
                     int channels) {
    constexpr std::int64_t kMostSide = 1 << 24, kMost = std::numeric_limits<int>::max() / 4;
    if (std::max(width, height) > kMostSide || width * height > kMost)
        source.refuse("it is too large for its format; save it as PNG first");
    StbStream stream{std::as_bytes(std::span(header)), pixels};
    int across = 0, down = 0, stored = 0;
    StbPixels unpacked{
        stbi_load_from_callbacks(&kStbCallbacks, &stream, &across, &down, &stored, channels),
        std::free};
    if (!unpacked && stbi_failure_reason() == std::string_view("outofmem")) throw std::bad_alloc();
    if (stream.ended) source.refuse_damaged(kEndsTooEarly);
    if (!unpacked) source.refuse_damaged("its pixels make no sense");
    REDRAW_CHECK(across == width && down == height, "stb_image read another size");
    return unpacked;
}

std::string big_endian_bytes(std::size_t number, int bytes) {
    std::string text;
    while (bytes-- > 0) text += char(number >> 8 * bytes & 0xFF);
    return text;
}

std::string little_endian_bytes(std::int64_t number, int bytes) {
    const std::string text = big_endian_bytes(std::size_t(number), bytes);
    return {text.rbegin(), text.rend()};
}

}  // namespace redraw
