// The decoders of the modules, one file and one library each (engine/image/decode.h defines their
// contract), and what they share: samples as values, and a few words. Internal to this folder and
// its tests. Pure functions, any thread.
#pragma once

#include "engine/image/colour.h"
#include "engine/image/decode.h"
#include "engine/image/image_writer.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace redraw::formats {

Decoded decode_tiff(const PictureSource& source);
std::unique_ptr<RowDecoder> tiff_rows(const PictureSource& source);  // null: not by rows
Decoded decode_avif(const PictureSource& source);
Decoded decode_heif(const PictureSource& source);
Decoded decode_jxl(const PictureSource& source);

inline constexpr const char* kTurnedAsAsked = "turned upright as it asks for";

// Decoders of one picture gain little from more.
inline int threads_of_machine() {
    return int(std::clamp(std::thread::hardware_concurrency(), 1u, 8u));
}

// Samples of bytes, or of words whose largest level is `most`. The samples may lie at the end of
// the image (samples_in).
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

// Divides values by their alpha, which they were multiplied by.
inline void take_out_alpha(Image& image, int bit_depth) {
    const int last = image.channels - 1, most = bit_depth == 8 ? 255 : 65535;
    for (std::size_t i = 0; i < image.values.size(); i += std::size_t(image.channels)) {
        float* pixel = image.values.data() + i;
        for (int c = 0; c < last && pixel[last] > 0; ++c)
            pixel[c] = float(quantise(pixel[c] / pixel[last], most)) / float(most);
    }
}

// RGB of a gray picture, as gray.
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

// Inks, and alpha, as RGB: by the profile, or what is left of white. `most`: the largest level.
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

}  // namespace redraw::formats
