// Reads pictures: any supported file, recognised by content, as an upright Image. Files are
// untrusted: nothing large is allocated before the header passed the limits. Pure functions, any
// thread.
#pragma once

#include "engine/image/image.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace redraw {

// The defaults let an image take up to 2 GB, its decoder a little more (docs/reliability.md).
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

// Reads a picture too large for memory row by row: PNG, JPEG and TIFF that store rows from top to
// bottom. The values are those that load_picture() gives, bit for bit. Any other picture is loaded
// whole, within the limits of that. Files are untrusted until decoded. One owner, one
// thread.

// Holds one row in memory; of a tiled TIFF as many rows as a tile has.
inline constexpr PictureLimits kRowLimits{.max_side = 1 << 20,
                                          .max_pixels = std::int64_t(1) << 40,
                                          .max_file_bytes = std::uint64_t(1) << 46};

class PictureRows {
public:
    // Throws Error: "Cannot open NAME: REASON".
    explicit PictureRows(const std::filesystem::path& path,
                         const PictureLimits& by_rows = kRowLimits,
                         const PictureLimits& whole = {});
    ~PictureRows();
    PictureRows(const PictureRows&) = delete;
    PictureRows& operator=(const PictureRows&) = delete;

    int width() const { return width_; }
    int height() const { return height_; }
    int channels() const { return channels_; }
    int bit_depth() const { return bit_depth_; }
    const std::string& name() const { return name_; }  // the file's, as messages show it
    const std::string& note() const { return note_; }  // as Picture::note, once all rows are read
    // Reads the next row into `values`, width * channels of them. Throws Error if it is damaged.
    void read(std::span<float> values);

private:
    struct File;
    std::string name_, note_;
    std::unique_ptr<File> file_;
    int width_ = 0, height_ = 0, channels_ = 0, bit_depth_ = 8, read_ = 0;
};

}  // namespace redraw
