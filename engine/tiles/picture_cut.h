// A picture of any size cut into its tiles (tiling.h), each a lossless PNG of its own, as a job of
// small parts: of the picture a few rows are in memory. The tiles of an earlier cut stay as they
// are until all new ones are written. One owner, one thread; one cut or plan at a time in a folder,
// in any process.
#pragma once

#include "engine/file/atomic_file.h"
#include "engine/image/image.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/job.h"
#include "engine/run/database.h"
#include "engine/run/run_file.h"
#include "engine/tiles/tiling.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

// The checksum of a tile's pixels. It stays the same when the tile is written as PNG, opened and
// kept in a run, so that a run is known to have learned this tile and no other. Plain values.
class TileChecksum {
public:
    // A row of `channels` values a pixel, which lie on the levels of `bit_depth` once written.
    void add_row(const float* row, int width, int channels, int bit_depth);
    std::uint32_t value() const { return std::uint32_t(sum_.value()); }

private:
    Checksum sum_;
};

std::uint32_t tile_checksum(const Image& tile);

// False when the run learned another picture. True also of a run that does not hold the picture as
// it was opened, which one of hundreds of megabytes may not.
bool has_learned(const RunFile& run, std::uint32_t checksum, int channels);

struct CutSpec {
    std::filesystem::path picture, folder;  // which is made
    int tile = Tiling{}.tile, overlap = Tiling{}.overlap;
    // Replace an earlier cut of a picture of this name: its tiles go, and the runs and records of
    // those that show something else now.
    bool replace = false;
};

class PictureCut : public Job {
public:
    // Throws Error: as PictureRows; the folder cannot be made, holds the tiles of another picture,
    // or of this one without `replace`; or somebody is at work there.
    explicit PictureCut(const CutSpec& spec);
    ~PictureCut() override;
    PictureCut(const PictureCut&) = delete;
    PictureCut& operator=(const PictureCut&) = delete;
    // The file that joins the tiles appears last, when all of them are there.
    bool advance() override;
    double progress() const override;

    const Tiling& tiling() const { return tiling_; }
    const std::filesystem::path& join_file() const { return join_file_; }
    const std::string& note() const { return rows_.note(); }

private:
    struct OpenTile {
        TilePlace place;
        PixelRect rect;
        std::unique_ptr<ImageWriter> writer;
        TileChecksum checksum{};
    };
    void require_free(bool replace) const;
    void open_tiles_at(int y);
    void write(const float* row, int y);
    void put_in_place();
    void end();  // lets go of the folder, and of tiles that were not put in place
    void remove_unless_learned(const std::filesystem::path& run) const;

    PictureRows rows_;
    Tiling tiling_;
    std::filesystem::path folder_, join_file_, tiles_;
    std::filesystem::path unfinished_;  // where the tiles lie until all of them are written
    std::optional<FileLock> lock_;
    std::vector<OpenTile> open_;
    int next_tile_row_ = 0, next_row_ = 0;
    bool in_place_ = false;
    std::vector<std::filesystem::path> earlier_runs_;  // to be looked at yet
};

}  // namespace redraw
