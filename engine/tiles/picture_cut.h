// A picture of any size cut into its tiles (tiling.h), each a lossless PNG of its own, as a job of
// small parts: of the picture a few rows are in memory. One owner, one thread.
#pragma once

#include "engine/image/image_writer.h"
#include "engine/image/picture_rows.h"
#include "engine/job.h"
#include "engine/tiles/tiling.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace redraw {

struct CutSpec {
    std::filesystem::path picture, folder;  // which is made
    int tile = Tiling{}.tile, overlap = Tiling{}.overlap;
};

class PictureCut : public Job {
public:
    // Throws Error: as PictureRows, or the folder cannot be made.
    explicit PictureCut(const CutSpec& spec);
    // The file that joins the tiles appears last, when all of them are there.
    bool advance() override;
    double progress() const override;

    const Tiling& tiling() const { return tiling_; }
    const std::filesystem::path& join_file() const { return join_file_; }
    const std::string& note() const { return rows_.note(); }

private:
    struct OpenTile {
        PixelRect rect;
        std::unique_ptr<ImageWriter> writer;
    };
    void open_tiles_at(int y);
    void write(const float* row, int y);

    PictureRows rows_;
    Tiling tiling_;
    std::filesystem::path join_file_, tiles_;
    std::vector<OpenTile> open_;
    int next_tile_row_ = 0, next_row_ = 0;
};

}  // namespace redraw
