// Reads pictures: any supported file, recognised by content, as an upright Image. Files are
// untrusted: nothing large is allocated before the header passed the limits. Pure functions, any
// thread.
#pragma once

#include "engine/image/image.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace redraw {

// At these an image takes up to 2 GB, its decoder a little more (docs/reliability.md).
struct PictureLimits {
    int max_side = 16384;  // pixels
    std::int64_t max_pixels = 128'000'000;
    std::uint64_t max_file_bytes = 1u << 30;
    std::string_view way_out = "";  // what to do with a larger picture: ends that refusal
};

struct Picture {
    Image image;         // upright, channels as in the file (palette and CMYK become RGB)
    std::string name;    // file name without folder, valid UTF-8
    std::string format;  // "PNG", "JPEG", "WebP", "GIF", "BMP", "TGA", "PNM", "PSD", "TIFF",
                         // "AVIF", "HEIC", ...
    int bit_depth = 8;   // 8 or 16
    std::string note;    // what was done to it ("turned upright by its EXIF orientation"), or empty
};

// A preview of a large picture while it is read: upright, its longer side at least `side` pixels,
// below four times as many. A JPEG gives it early, decoded at a fraction of its size; other formats
// as soon as they are decoded; a picture below kLargePicture never.
struct EarlyLook {
    int side = 1200;
    std::function<void(Image)> show;
};
inline constexpr std::int64_t kLargePicture = 2'000'000;  // pixels

// Reads a file. Throws Error: "Cannot open NAME: REASON".
Picture load_picture(const std::filesystem::path& path, const PictureLimits& limits = {},
                     const EarlyLook& early = {});
// Decodes bytes in memory, with the same errors; `name` is used in messages.
Picture decode_picture(std::span<const std::byte> bytes, const std::string& name,
                       const PictureLimits& limits = {});

// Decodes a PNG for its errors alone, by rows where it can be: little memory. Throws Error, as
// decode_picture() does.
void check_png(std::span<const std::byte> bytes, const std::string& name,
               const PictureLimits& limits = {});

}  // namespace redraw
