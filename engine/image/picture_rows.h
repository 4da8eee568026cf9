// A picture too large for memory, row by row from its file: PNG, JPEG and TIFF whose rows stand one
// after the other. The values are those that load_picture() gives, bit for bit. Whatever else is a
// picture is loaded as a whole, within the limits of that. Hostile until decoded. One owner, one
// thread.
#pragma once

#include "engine/image/picture.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace redraw {

// Of a row there is one in memory, of a TIFF in tiles as many as those are high.
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
    const std::string& name() const;  // of the file, as messages show it
    const std::string& note() const;  // as Picture::note, once all rows are read
    // The next row into `values`, width * channels of them. Throws Error where it is damaged.
    void read(std::span<float> values);

private:
    struct File;
    std::unique_ptr<File> file_;
};

}  // namespace redraw
