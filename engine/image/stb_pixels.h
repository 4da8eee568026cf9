// Unpacks the pixels of BMP, TGA, PNM and PSD by stb_image. A decoder reads and checks the header
// of a file and writes another for stb_image from what it checked. By itself stb_image accepts
// files that end too early, shows memory that nothing was written to, and misreads palettes, masks,
// alpha, corners and 16 bits. Internal to engine/image. Any thread.
#pragma once

#include "engine/image/decode.h"

#include <memory>
#include <string>

namespace redraw {

// 8-bit samples, rows from top to bottom, channels in the order RGBA.
using StbPixels = std::unique_ptr<unsigned char[], void (*)(void*)>;

// Decodes a file that consists of `header`, which is valid and declares this size, and of untrusted
// `pixels`; ignores bytes behind them. The caller has checked that pixels are all there if they are
// plain, and that they may be if they are packed. Refuses packed ones that end too early.
StbPixels stb_pixels(const PictureSource& source, const std::string& header,
                     std::span<const std::byte> pixels, std::int64_t width, std::int64_t height,
                     int channels);

// Returns the lowest `bytes` bytes of a number, the most or the least significant first.
std::string big_endian_bytes(std::size_t number, int bytes);
std::string little_endian_bytes(std::int64_t number, int bytes);

inline constexpr const char* kEndsTooEarly = "it ends too early";
inline constexpr const char* kNotInPalette = "a colour is not in its palette";

}  // namespace redraw
