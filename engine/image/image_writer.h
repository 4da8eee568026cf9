// Writes pictures. Rows stream from the network into the encoder, so that a large export
// needs memory for a few rows only. The file appears when finish() returns and not before (see
// AtomicFile).
#pragma once

#include "engine/image/image.h"
#include "engine/text/names.h"

#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <span>

namespace redraw {

enum class ImageFormat { png, jpeg, webp, bmp, tga, csv };
// File name extensions.
template <>
inline constexpr auto kNames<ImageFormat> = names<ImageFormat>({{ImageFormat::png, "png"},
                                                                {ImageFormat::jpeg, "jpg"},
                                                                {ImageFormat::webp, "webp"},
                                                                {ImageFormat::bmp, "bmp"},
                                                                {ImageFormat::tga, "tga"},
                                                                {ImageFormat::csv, "csv"}});

// The largest side in pixels that the format holds, whatever the memory.
constexpr int largest_side(ImageFormat format) {
    return format == ImageFormat::webp   ? 16383
           : format == ImageFormat::jpeg ? 65500
           : format == ImageFormat::tga  ? 65535
                                         : std::numeric_limits<int>::max();
}

// Finds the format by the file name's extension, in any case; empty if it is unknown.
std::optional<ImageFormat> image_format_of(const std::filesystem::path& path);

struct ImageWriterOptions {
    int bit_depth = 8;   // 16 for PNG only
    int quality = 92;    // JPEG, and WebP where it is lossy
    bool lossy = false;  // WebP; lossless otherwise
    // Declare in the file that its colours are sRGB: PNG in a chunk of 13 bytes, JPEG and WebP by a
    // profile of some 500, BMP in its header. TGA and CSV cannot.
    bool tagged = true;
};

// Receives a picture's bytes in order instead of a file; throws Error if it cannot take them. Keeps
// what it got of a picture that is not finished.
using ByteSink = std::function<void(std::span<const std::byte>)>;
// A sink that appends to memory.
ByteSink append_to(std::vector<std::byte>& bytes);

class ImageWriter {
public:
    virtual ~ImageWriter() = default;
    // Whole rows, top to bottom; values are clamped to [0, 1] and rounded half up to the bit depth
    // here. NaN is written as 0.
    virtual void write_rows(std::span<const float> rows) = 0;
    // Throws Error unless every row was written. Without it nothing appears at the target.
    virtual void finish() = 0;
};

// `channels` as in Image. JPEG and BMP have no alpha: it is laid over white. CSV is the seed's
// x,y,pixel_value with 1 = black where the (first) value is below 0.5.
// Throws Error when the format cannot hold the size (largest_side) or the bit depth. With a sink,
// `target` is a name for messages.
std::unique_ptr<ImageWriter> open_image_writer(const std::filesystem::path& target,
                                               ImageFormat format, int width, int height,
                                               int channels, const ImageWriterOptions& options = {},
                                               const ByteSink& sink = {});

// Writes a whole image.
void write_image(const std::filesystem::path& target, const Image& image,
                 const ImageWriterOptions& options = {});

// Returns the bytes of the file without writing one.
std::vector<std::byte> encode_image(const Image& image, ImageFormat format,
                                    const ImageWriterOptions& options = {});

// PNG in memory (for the run file), 8 or 16 bit; decode_picture() of it gives the rounded values
// back.
std::vector<std::byte> encode_png(const Image& image, int bit_depth);

// v clamped to [0, 1], rounded half up to n levels: the one definition of rounding for files and
// PSNR.
inline int quantise(float v, int max_level) {
    if (!(v > 0.0f)) return 0;
    if (v >= 1.0f) return max_level;
    // NOLINTNEXTLINE(bugprone-incorrect-roundings): this is the definition
    return int(v * float(max_level) + 0.5f);
}

// Measures how large a picture's file is at a given PSNR: the reference that networks are compared
// with. Encodes and decodes in memory. Pure functions.
struct FileSize {
    std::size_t bytes = 0;
    int quality = 0;  // 1 to 100; 0 if lossless
    double psnr = 0;  // infinite if lossless
};

// False if a side is too long for the format, or if JPEG would lose transparency.
bool can_hold(ImageFormat format, const Image& picture);
// Finds the smallest quality of JPEG or lossy WebP whose PSNR is at least `psnr`, by halving: PSNR
// grows with quality. Empty if none reaches it, or the format cannot hold the picture.
std::optional<FileSize> smallest_file(const Image& picture, ImageFormat format, double psnr);

// Measures the lossless PNG of 8 bits.
FileSize png_file(const Image& picture);

}  // namespace redraw
