// The decoders that are built as loadable modules, one library for each format, and their common
// functions. engine/image/decode.h defines the interface to the program. Internal to this folder
// and its tests. Pure functions, callable from any thread.
#pragma once

#include "engine/image/colour_conversion.h"
#include "engine/image/decode.h"
#include "engine/image/image_writer.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace redraw::formats {

Decoded decode_tiff(const PictureSource& source);
// Returns null if this file cannot be read row by row.
std::unique_ptr<RowDecoder> tiff_rows(const PictureSource& source);
Decoded decode_avif(const PictureSource& source);
Decoded decode_heif(const PictureSource& source);
Decoded decode_jxl(const PictureSource& source);

inline constexpr const char* kTurnedAsAsked = "turned upright as it asks for";

// Returns the number of decoder threads for a picture: the machine's, but at most 8, because more
// threads hardly speed up a single picture.
inline int threads_of_machine() {
    return int(std::clamp(std::thread::hardware_concurrency(), 1u, 8u));
}

// Converts a row of 8-bit samples, or of 16-bit samples up to level `most`, to values from 0 to 1.
// The samples may lie at the end of the memory that `values` points to (see samples_in()).
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

// Divides colours that were premultiplied with alpha by that alpha.
inline void take_out_alpha(Image& image, int bit_depth) {
    const int last = image.channels - 1, most = bit_depth == 8 ? 255 : 65535;
    for (std::size_t i = 0; i < image.values.size(); i += std::size_t(image.channels)) {
        float* pixel = image.values.data() + i;
        for (int c = 0; c < last && pixel[last] > 0; ++c)
            pixel[c] = float(quantise(pixel[c] / pixel[last], most)) / float(most);
    }
}

// Returns the gray channel of a gray picture that is stored as RGB, with its alpha if it has one.
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

// Converts CMYK inks, with or without alpha, to RGB: by the colour profile if there is one,
// otherwise by (1 - ink) * (1 - black). `most`: the largest sample level.
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

// The functions below search the container boxes of an AVIF or HEIC file to find a precise error
// message. The decoding libraries call a file damaged if its picture is too large or its codec is
// unknown. Boxes are found by name, however deeply nested.

// Calls use(content) with the text after each occurrence of a box's name in the file's first MiB.
template <class Use>
void for_boxes(const PictureSource& source, std::string_view name, Use use) {
    constexpr std::size_t kLookedAt = 1 << 20;
    const std::string_view text = source.text().substr(0, kLookedAt);
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1))
        use(text.substr(at + name.size()));
}

// Throws Error if a picture size in the file's container boxes is above the limits.
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

// Returns the type of the file's first item that is neither HEVC, AV1, a combination of items nor
// metadata: the name of an unusual codec. Empty if there is none.
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
