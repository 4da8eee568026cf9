// The decoders in modules, one file and one library each (engine/image/decode.h defines their
// interface), and their shared helpers. Internal to this folder and its tests. Pure functions, any
// thread.
#pragma once

#include "engine/image/colour_conversion.h"
#include "engine/image/decode.h"
#include "engine/image/image_writer.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace redraw::formats {

Decoded decode_tiff(const PictureSource& source);
std::unique_ptr<RowDecoder> tiff_rows(const PictureSource& source);  // null: cannot be read by rows
Decoded decode_avif(const PictureSource& source);
Decoded decode_heif(const PictureSource& source);
Decoded decode_jxl(const PictureSource& source);

inline constexpr const char* kTurnedAsAsked = "turned upright as it asks for";

// Returns the number of decoder threads; more hardly speed up a single picture.
inline int threads_of_machine() {
    return int(std::clamp(std::thread::hardware_concurrency(), 1u, 8u));
}

// Converts a row of bytes, or of words with largest level `most`, to values. The samples may lie at
// the end of the image's own memory (samples_in).
inline void unpack_row(const unsigned char* samples, std::size_t count, float* values,
                       int bit_depth, std::uint32_t most = 65535) {
    if (bit_depth == 8) return unpack_bytes(samples, count, values);
    for (std::size_t i = 0; i < count; ++i) {
        std::uint16_t level = 0;
        std::memcpy(&level, samples + i * sizeof level, sizeof level);
        const std::uint32_t given = std::min<std::uint32_t>(level, most);
        values[i] = float((given * 65535ull + most / 2) / most) / 65535;
    }
}

inline void unpack_levels(const unsigned char* samples, Image& image, int bit_depth) {
    unpack_row(samples, image.values.size(), image.values.data(), bit_depth);
}

// Divides premultiplied colours by their alpha.
inline void take_out_alpha(Image& image, int bit_depth) {
    const int last = image.channels - 1, most = bit_depth == 8 ? 255 : 65535;
    for (std::size_t i = 0; i < image.values.size(); i += std::size_t(image.channels)) {
        float* pixel = image.values.data() + i;
        for (int c = 0; c < last && pixel[last] > 0; ++c)
            pixel[c] = float(quantise(pixel[c] / pixel[last], most)) / float(most);
    }
}

// Converts a gray picture stored as RGB to gray channels.
inline Image without_colour(const Image& image) {
    const int alpha = image.channels - 3;
    Image gray = make_image(image.width, image.height, 1 + alpha);
    const float* from = image.values.data();
    float* to = gray.values.data();
    for (std::size_t i = 0; i < image.pixel_count(); ++i, from += image.channels) {
        *to++ = from[0];
        if (alpha != 0) *to++ = from[3];
    }
    return gray;
}

// Converts CMYK inks, with or without alpha, to RGB: by the profile, else by
// (1 - ink) * (1 - black). `most` is the largest level.
inline Image rgb_of_inks(const Image& inks, bool alpha, int most, std::optional<ToSrgb>& to_srgb) {
    Image image = make_image(inks.width, inks.height, alpha ? 4 : 3);
    std::vector<float> four(std::size_t(inks.width) * 4), rgb(std::size_t(inks.width) * 3);
    for (int y = 0; y < inks.height; ++y) {
        const float* from = inks.row(y);
        float* to = image.row(y);
        for (std::size_t x = 0; x < std::size_t(inks.width); ++x)
            std::copy_n(from + x * std::size_t(inks.channels), 4, four.data() + x * 4);
        if (to_srgb) {
            to_srgb->convert_inks(four.data(), rgb.data(), std::size_t(inks.width));
        } else {
            for (std::size_t i = 0; i < rgb.size(); ++i) {
                const float* pixel = four.data() + i / 3 * 4;
                rgb[i] = float(quantise((1 - pixel[i % 3]) * (1 - pixel[3]), most)) / float(most);
            }
        }
        for (std::size_t x = 0; x < std::size_t(inks.width); ++x, to += image.channels) {
            std::copy_n(rgb.data() + x * 3, 3, to);
            if (alpha) to[3] = from[x * std::size_t(inks.channels) + 4];
        }
    }
    return image;
}

// Searches the boxes of AVIF and HEIC for a precise error message: the libraries report "damaged"
// for too large pictures and unknown codecs. Finds boxes by name at any nesting depth.

// Calls use(content) for every box of this name among the first bytes of a file.
template <class Use>
void for_boxes(const PictureSource& source, std::string_view name, Use use) {
    constexpr std::size_t kLookedAt = 1 << 20;
    const std::string_view text = source.text().substr(0, kLookedAt);
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1))
        use(text.substr(at + name.size()));
}

// Refuses a picture if any size in its boxes is above the limits.
inline void check_box_sizes(const PictureSource& source) {
    constexpr std::size_t kVersion = 4, kNumber = 4;
    const auto number = [](std::string_view content, std::size_t at) {
        return std::int64_t(big_endian(std::as_bytes(std::span(content)).subspan(at, kNumber)));
    };
    for_boxes(source, "ispe", [&](std::string_view content) {
        if (content.size() < kVersion + 2 * kNumber) return;
        const std::int64_t width = number(content, kVersion);
        const std::int64_t height = number(content, kVersion + kNumber);
        if (width > 0 && height > 0) source.check_size(width, height);
    });
}

// Returns the codec of an item if ordinary HEIF readers do not support it; otherwise empty.
inline std::string other_codec(const PictureSource& source) {
    std::string found;
    for_boxes(source, "infe", [&](std::string_view content) {
        const std::size_t at = content.starts_with('\3') ? 10 : 8;
        if (!content.starts_with('\2') && !content.starts_with('\3')) return;
        const std::string_view type = content.substr(std::min(at, content.size()), 4);
        for (const char* known : {"hvc1", "av01", "grid", "iden", "iovl", "Exif", "mime", "uri "})
            if (type == known) return;
        if (found.empty()) found = type;
    });
    return found;
}

}  // namespace redraw::formats
