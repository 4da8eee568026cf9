// Reads pictures of any supported format, recognised by content, as an upright Image. Files are
// untrusted: no pixels are allocated before the picture size passed the limits. Any thread, unless
// said otherwise.
#pragma once

#include "engine/image/image.h"
#include "engine/image/metadata.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace redraw {

// Default limits: a picture takes up to 2 GB of memory, with its decoder mostly slightly more
// (docs/reliability.md).
struct PictureLimits {
    int max_side = 16384;  // pixels
    std::int64_t max_pixels = 128'000'000;
    std::uint64_t max_file_bytes = 1u << 30;
    std::string_view way_out = "";  // advice if the picture is too large; ends the error message
};

struct Picture {
    Image image;          // upright, gray or RGB, with the file's alpha
    std::string name;     // file name without folder, valid UTF-8
    std::string format;   // "PNG", "JPEG", "WebP", "GIF", "BMP", "TGA", "PNM", "PSD", "TIFF",
                          // "AVIF", "HEIC", ...
    int bit_depth = 8;    // 8 or 16
    std::string note;     // remarks on loading ("turned upright by its EXIF orientation"), or empty
    Metadata metadata{};  // of JPEG, PNG, WebP, AVIF and HEIC
};

// A preview of a large picture while it loads: upright, the longer side mostly between 1 and 2
// times `side` pixels. For it, a JPEG file of 500 KB or more is first decoded at reduced size, if
// possible. Other pictures of at least kLargePicture pixels show it once they are decoded.
struct EarlyLook {
    int side = 1200;
    std::function<void(Image)> show;
};
inline constexpr std::int64_t kLargePicture = 2'000'000;  // pixels

// Reads a picture file. Throws Error: "Cannot open NAME: REASON".
Picture load_picture(const std::filesystem::path& path, const PictureLimits& limits = {},
                     const EarlyLook& early = {});
// Decodes bytes in memory, with the same errors as load_picture(); `name` appears in messages.
Picture decode_picture(std::span<const std::byte> bytes, const std::string& name,
                       const PictureLimits& limits = {});

// Decodes a PNG only to find errors; row by row, if the file allows it, to save memory. Throws
// Error like decode_picture(), but std::bad_alloc if memory is exhausted.
void check_png(std::span<const std::byte> bytes, const std::string& name,
               const PictureLimits& limits = {});

// Reads a picture too large for memory row by row: PNG, JPEG and TIFF that store rows from top to
// bottom. The values equal those of load_picture() bit for bit. Other pictures are loaded whole,
// within the limits of load_picture(). Files are untrusted. One owner, one thread.

// Limits for reading by rows. Memory then holds a few rows of pixels; for a tiled TIFF, one row of
// tiles.
inline constexpr PictureLimits kRowLimits{.max_side = 1 << 20,
                                          .max_pixels = std::int64_t(1) << 40,
                                          .max_file_bytes = std::uint64_t(1) << 46};

class PictureRows {
public:
    // Opens a picture. `by_rows`: limits if it is read by rows; `whole`: if it is loaded whole.
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
    const std::string& name() const { return name_; }  // file name for messages
    const std::string& note() const { return note_; }  // complete once all rows are read
    // Reads the next row of width * channels values. Throws Error if the file is damaged.
    void read(std::span<float> values);

private:
    struct File;
    std::string name_, note_;
    std::unique_ptr<File> file_;
    int width_ = 0, height_ = 0, channels_ = 0, bit_depth_ = 8, read_ = 0;
};

}  // namespace redraw
