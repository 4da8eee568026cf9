// Reads a picture too large for memory row by row: PNG, JPEG and TIFF that store rows from top to
// bottom. The values are those that load_picture() gives, bit for bit. Any other picture is loaded
// whole, within the limits of that. Files are untrusted until decoded. One owner, one
// thread.
#pragma once

#include "engine/image/picture.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace redraw {

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

    int width() const;
    int height() const;
    int channels() const;
    int bit_depth() const;
    const std::string& name() const;  // the file's, as messages show it
    const std::string& note() const;  // as Picture::note, once all rows are read
    // Reads the next row into `values`, width * channels of them. Throws Error if it is damaged.
    void read(std::span<float> values);

private:
    struct File;
    std::unique_ptr<File> file_;
};

}  // namespace redraw
