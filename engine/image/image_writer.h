// Writes pictures. Rows stream from the network into the encoder, so that a large export keeps only
// a few rows in memory (WebP: all). The file appears only when finish() returns (see AtomicFile).
#pragma once

#include "engine/image/image.h"
#include "engine/image/metadata.h"
#include "engine/text/names.h"

#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <span>

namespace redraw {

enum class ImageFormat { png, jpeg, webp, bmp, tga, csv };
// The formats' names, which are also their file name extensions.
template <>
inline constexpr auto kNames<ImageFormat> = names_up_to<ImageFormat::csv>("png", "jpg", "webp",
                                                                          "bmp", "tga", "csv");

// The format's own maximum side in pixels, regardless of memory.
constexpr int largest_side(ImageFormat format) {
    return format == ImageFormat::webp   ? 16383
           : format == ImageFormat::jpeg ? 65500
           : format == ImageFormat::tga  ? 65535
                                         : std::numeric_limits<int>::max();
}

// Finds the format by the file name extension, ignoring case; empty if unknown.
std::optional<ImageFormat> image_format_of(const std::filesystem::path& path);

struct ImageWriterOptions {
    int bit_depth = 8;   // 16 for PNG only
    int quality = 92;    // 1 to 100; for JPEG and lossy WebP
    bool lossy = false;  // WebP only; false: lossless
    // Declares the colours as sRGB in the file. PNG uses a 13-byte chunk, JPEG and WebP a profile
    // of about 500 bytes, BMP its header. TGA and CSV cannot declare a colour space.
    bool tagged = true;
    bool two_tones = false;  // CSV only: every value is 0 or 1, for a drawing in black and white
    // The data beside the pixels of the picture's file, adapted (metadata_for_copy()) and written
    // into JPEG, PNG and WebP; null: nothing.
    std::shared_ptr<const Metadata> metadata{};
};
// True if the format's files can have metadata.
constexpr bool holds_metadata(ImageFormat format) {
    return format == ImageFormat::png || format == ImageFormat::jpeg || format == ImageFormat::webp;
}

// Receives a picture's bytes in order instead of a file; throws Error if it cannot take them. If
// writing fails midway, the sink keeps what it received.
using ByteSink = std::function<void(std::span<const std::byte>)>;
// Returns a sink that appends to `bytes`.
ByteSink append_to(std::vector<std::byte>& bytes);

class ImageWriter {
public:
    virtual ~ImageWriter() = default;
    // Writes whole rows, top to bottom. Values are clamped to [0, 1] and rounded half up to the bit
    // depth; NaN becomes 0.
    virtual void write_rows(std::span<const float> rows) = 0;
    // Completes the file; throws Error unless every row was written. Nothing appears at the target
    // without this call.
    virtual void finish() = 0;
};

// Opens a writer; `channels` as in Image. JPEG and BMP have no alpha: the picture is blended over
// white. CSV has rows of x,y,pixel_value, where 1 is black; colours become gray over white. Throws
// Error if the format cannot hold the size or the bit depth, or the quality is out of range. With a
// sink, `target` is only a name for messages.
std::unique_ptr<ImageWriter> open_image_writer(const std::filesystem::path& target,
                                               ImageFormat format, int width, int height,
                                               int channels, const ImageWriterOptions& options = {},
                                               const ByteSink& sink = {});

// Writes a whole image to a file.
void write_image(const std::filesystem::path& target, const Image& image,
                 const ImageWriterOptions& options = {});

// Returns the bytes of the encoded image without writing a file.
std::vector<std::byte> encode_image(const Image& image, ImageFormat format,
                                    const ImageWriterOptions& options = {});

// Encodes a PNG in memory, 8 or 16 bits, for example for the run file. decode_picture() of the
// result returns the rounded values.
std::vector<std::byte> encode_png(const Image& image, int bit_depth);

// Clamps v to [0, 1] and rounds half up to max_level + 1 levels; NaN becomes 0. Pictures in files
// and the PSNR over 8-bit levels use this rounding.
inline int quantise(float v, int max_level) {
    if (!(v > 0.0f)) return 0;
    if (v >= 1.0f) return max_level;
    // NOLINTNEXTLINE(bugprone-incorrect-roundings): this is the definition
    return int(v * float(max_level) + 0.5f);
}

// The size of a picture's file in a conventional format, for comparison with the size of a network.
// Found by encoding in memory. Pure functions.
struct FileSize {
    std::size_t bytes = 0;
    int quality = 0;  // 1 to 100; 0 if lossless
    double psnr = 0;  // infinite if lossless
};

// False if a side is too long for the format, or if JPEG would lose transparency.
bool can_hold(ImageFormat format, const Image& picture);
// Finds the smallest JPEG or lossy WebP file with at least `psnr` dB, by binary search over the
// quality. Assumes that PSNR grows with quality. Empty if no quality reaches `psnr`, or the format
// cannot hold the picture.
std::optional<FileSize> smallest_file(const Image& picture, ImageFormat format, double psnr);

// Returns the file size of the picture as a lossless 8-bit PNG, without writing the file.
FileSize png_file(const Image& picture);

}  // namespace redraw
