// Cuts a picture too large for one network into overlapping tiles. Each tile is an ordinary picture
// with an ordinary run. A small JSON file, the joining file, describes the cut. The tiles' runs lie
// beside it, their pictures in a subfolder, under names made of row and column: it stores no paths.
#pragma once

#include "engine/file/atomic_file.h"
#include "engine/image/image.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/image/tile_map.h"
#include "engine/job.h"
#include "engine/run/database.h"
#include "engine/run/run_file.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redraw {

struct Tiling {
    std::string picture;                      // the picture's name, for display
    int width = 0, height = 0, channels = 3;  // the whole picture's size and channels
    int tile = 2048;                          // longest side of a tile, pixels
    int overlap = 64;                         // pixels that neighbouring tiles share
    // The checksum of each tile (tile_checksum()), row by row. Empty in a file of an older
    // Redraw, whose runs are matched by size only.
    std::vector<std::uint32_t> checksums{};

    TileGrid grid() const { return {{width, tile, overlap}, {height, tile, overlap}}; }
    std::int64_t count() const { return grid().count(); }
    TilePlace place(std::int64_t index) const { return grid().place(index); }
    std::int64_t index(TilePlace place) const { return grid().index(place); }
    bool has(TilePlace place) const { return grid().has(place); }
    PixelRect rect(TilePlace place) const { return grid().rect(place); }
    // Returns the channels of a tile's network by default: 1 for gray, 3 for colour, 4 with alpha.
    int learned_channels() const { return channels == 2 ? 4 : channels; }
    bool operator==(const Tiling&) const = default;
};

inline constexpr int kSmallestTile = 16, kLargestTile = 16384;
inline constexpr std::int64_t kMostTiles = 65536;
inline constexpr char kTilesFolder[] = "tiles";  // folder beside the joining file
inline constexpr char kJoinExtension[] = ".redraw-tiles";

// Returns "tile-0003-0017": row and column.
std::string tile_name(TilePlace place);
// Returns the row and column in "tile-0003-0017.png" or another file name of that tile; empty for
// other names.
std::optional<TilePlace> place_of_tile(std::string_view file_name);
std::filesystem::path tile_run(const std::filesystem::path& join_file, TilePlace place);

// Throws Error (reason only) for too many tiles, or an overlap of over a quarter of a tile.
void validate(const Tiling& tiling);
std::string to_json(const Tiling& tiling);
// Parses the untrusted text of a joining file. Throws Error with the reason only.
Tiling tiling_from_json(std::string_view text);

// Returns true if the file begins like a joining file. Distinguishes it from pictures and runs.
bool is_tiling_file(const std::filesystem::path& path);
// Reads a joining file. Throws Error: "Cannot open NAME: REASON".
Tiling read_tiling(const std::filesystem::path& path);

// Returns the checksum of a tile's pixels. The value survives writing as PNG, opening and storing
// in a run, so that it identifies the tile a run was trained on.
std::uint32_t tile_checksum(const Image& tile);

// Returns false if the run was trained on another picture than the tile with this checksum. Returns
// true if that is unknown because the run does not hold its picture.
bool has_learned(const RunFile& run, std::uint32_t checksum, int channels);

struct CutSpec {
    std::filesystem::path picture, folder;  // `folder`: for the tiles; created if missing
    int tile = Tiling{}.tile, overlap = Tiling{}.overlap;
    // True: a picture of this name that was cut into tiles before is cut again. Replaces the old
    // tiles, and deletes tiles' runs that are damaged or did not learn the new tile's pixels.
    bool replace = false;
};

// Cuts a picture into tiles, each a lossless PNG, as a job of small parts; only a few rows are in
// memory if PictureRows can read by rows. The tiles of an earlier cut stay until all new ones are
// written. One owner, one thread; a lock excludes other cuts, and planning a batch, in the same
// folder, across processes.
class PictureCut : public Job {
public:
    // Opens the picture and locks the folder. Throws Error as PictureRows does, or if the folder
    // cannot be created, another program is using it, or it holds tiles of another picture. Tiles
    // of the same picture, or runs of any tiles, need `replace`.
    explicit PictureCut(const CutSpec& spec);
    ~PictureCut() override { end(); }
    PictureCut(const PictureCut&) = delete;
    PictureCut& operator=(const PictureCut&) = delete;
    // Does the next part of the cut. The joining file is written last, after all tiles.
    bool advance() override;
    double progress() const override { return double(next_row_) / tiling_.height; }

    const Tiling& tiling() const { return tiling_; }
    const std::filesystem::path& join_file() const { return join_file_; }
    const std::string& note() const { return rows_.note(); }

private:
    struct OpenTile {
        TilePlace place;
        PixelRect rect;
        std::unique_ptr<ImageWriter> writer;
        Checksum checksum{};
    };
    void require_free(bool replace) const;
    void open_tiles_at(int y);
    void write(const float* row, int y);
    void put_in_place();
    void end();  // unlocks the folder and deletes tiles not put in place
    void remove_unless_learned(const std::filesystem::path& run) const;

    PictureRows rows_;
    Tiling tiling_;
    std::filesystem::path folder_, join_file_, tiles_;
    std::filesystem::path unfinished_;  // temporary folder of the tiles until all are written
    std::optional<FileLock> lock_;
    std::vector<OpenTile> open_;
    int next_tile_row_ = 0, next_row_ = 0;
    bool in_place_ = false;
    std::vector<std::filesystem::path> earlier_runs_;  // runs of the earlier cut still to check
};

}  // namespace redraw
