// Cuts a picture too large for one machine into runs that any number of machines can learn. One run
// in a folder is that of the picture: its own network learns a small copy, and its mosaic is
// planned (engine/run/mosaic.h). Beside it lies a run for each tile of that mosaic, under a name
// made of row and column. A tile's run learns with the bits of the tile in a run that learns the
// picture whole on one machine. TileJoin adds the learned tiles to the picture's run.
#pragma once

#include "engine/image/image.h"
#include "engine/image/picture.h"
#include "engine/image/tile_map.h"
#include "engine/job.h"
#include "engine/run/run_file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace redraw {

// Returns the path of a tile's run, "tile-0003-0017.redraw" (row, column), beside the run of the
// picture.
std::filesystem::path tile_run(const std::filesystem::path& picture_run, TilePlace place);

// Returns the name that a tile's run gives its picture. It holds a checksum of the small copy that
// the picture's run learns, and so tells tiles of one picture from those of another.
std::string tile_picture_name(const RunFile& picture_run, const Image& target, TilePlace place);

// Reads the picture that the run's own network learns: the picture itself up to 32 megapixels; a
// larger one is reduced by a whole factor, row by row. Throws Error, also if the program is to end.
Image read_small_copy(PictureRows& rows);

// Makes the tiles' runs, as a job of small parts. Memory holds one row of tiles. One owner, one
// thread.
class PictureCut : public Job {
public:
    // `run`: the picture's run, new, with its mosaic planned. `target`: its target. `existing`:
    // what happens to runs of tiles that exist. Throws Error as PictureRows does.
    PictureCut(const std::filesystem::path& picture, RunFile run, const Image& target,
               RunFile::Existing existing);
    // Removes all runs, that of the picture too, if the cut is not complete.
    ~PictureCut() override;
    PictureCut(const PictureCut&) = delete;
    PictureCut& operator=(const PictureCut&) = delete;
    bool advance() override;
    double progress() const override { return double(read_) / rows_.height(); }

    const RunFile& run() const { return run_; }
    const TileGrid& tiles() const { return mosaic_.tiles; }
    const std::string& note() const { return rows_.note(); }

private:
    PictureRows rows_;
    RunFile run_;
    const Image& target_;
    Mosaic mosaic_;
    RunFile::Existing existing_;
    Image band_;        // the rows read so far of the present row of tiles
    int read_ = 0;      // rows of the picture read so far
    TilePlace next_{};  // the next tile to make
    bool is_complete_ = false;
    std::vector<std::filesystem::path> made_;
};

}  // namespace redraw
