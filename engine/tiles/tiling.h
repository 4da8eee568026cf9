// Cuts a picture too large for one network into overlapping tiles, each an ordinary picture and an
// ordinary run, and joins the runs by a small file. A tile's run and picture lie beside that file
// under names that follow from its place, so that the file names no path.
#pragma once

#include "engine/arithmetic.h"
#include "engine/file/atomic_file.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
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

// Along one axis. All tiles are equally long to within a pixel, neighbours share `overlap` pixels,
// and no place belongs to more than two.
struct TileAxis {
    int length = 0, longest = 0, overlap = 0;  // of the picture, of a tile; pixels

    int count() const {
        return length <= longest ? 1 : divide_up(length - overlap, longest - overlap);
    }
    int begin(int tile) const { return int(std::int64_t(tile) * (length - overlap) / count()); }
    int end(int tile) const { return tile + 1 == count() ? length : begin(tile + 1) + overlap; }
    // The tile's weight in the drawing at `at`, in pixels: it fades towards a neighbour, to 0 at
    // the tile's end. Over all tiles the sum is 1.
    double weight(int tile, double at) const;
};

struct TilePlace {
    int row = 0, column = 0;
    bool operator==(const TilePlace&) const = default;
};

struct Tiling {
    std::string picture;                      // its name, for people
    int width = 0, height = 0, channels = 3;  // of the picture
    int tile = 2048;                          // the longest side of a tile
    int overlap = 64;                         // that neighbours share
    // The checksum of each tile (tile_checksum()), row by row. Empty in a file of an older Redraw,
    // whose runs are known by their size only.
    std::vector<std::uint32_t> checksums{};

    TileAxis across() const { return {width, tile, overlap}; }
    TileAxis down() const { return {height, tile, overlap}; }
    std::int64_t count() const { return std::int64_t(across().count()) * down().count(); }
    TilePlace place(std::int64_t index) const {  // row by row
        const int columns = across().count();
        return {int(index / columns), int(index % columns)};
    }
    std::int64_t index(TilePlace place) const {
        return std::int64_t(place.row) * across().count() + place.column;
    }
    bool has(TilePlace place) const {
        return place.row < down().count() && place.column < across().count();
    }
    PixelRect rect(TilePlace place) const;
    // The channels of a network that learns it: gray 1, colour 3, with alpha 4.
    int learned_channels() const { return channels == 2 ? 4 : channels; }
    bool operator==(const Tiling&) const = default;
};

inline constexpr int kSmallestTile = 16, kLargestTile = 16384;
inline constexpr std::int64_t kMostTiles = 65536;
inline constexpr char kTilesFolder[] = "tiles";  // beside the joining file
inline constexpr char kJoinExtension[] = ".redraw-tiles";

// "tile-0003-0017": row and column.
std::string tile_name(TilePlace place);
// The place in "tile-0003-0017.png" or another file name of that tile; empty for other names.
std::optional<TilePlace> place_of_tile(std::string_view file_name);
std::filesystem::path tile_run(const std::filesystem::path& join_file, TilePlace place);

// Throws Error with the reason only: there are too many tiles, or an overlap of over a quarter.
void validate(const Tiling& tiling);
std::string to_json(const Tiling& tiling);
// Somebody else's text may be anything. Throws Error with the reason only.
Tiling tiling_from_json(std::string_view text);

// True when the file begins as one: how it is told from pictures and runs.
bool is_tiling_file(const std::filesystem::path& path);
// Throws Error: "Cannot open NAME: REASON".
Tiling read_tiling(const std::filesystem::path& path);

// The checksum of a tile's pixels. It stays the same when the tile is written as PNG, opened and
// kept in a run, so that a run is known to have learned this tile and no other.
std::uint32_t tile_checksum(const Image& tile);

// False when the run learned another picture; true also of a run that does not hold its picture.
bool has_learned(const RunFile& run, std::uint32_t checksum, int channels);

struct CutSpec {
    std::filesystem::path picture, folder;  // which is made
    int tile = Tiling{}.tile, overlap = Tiling{}.overlap;
    // Replaces an earlier cut of a picture of this name, and the runs of tiles that changed.
    bool replace = false;
};

// Cuts a picture of any size into its tiles, each a lossless PNG of its own, as a job of small
// parts: of the picture a few rows are in memory. The tiles of an earlier cut stay until all new
// ones are written. One owner, one thread; one cut or plan at a time in a folder, in any process.
class PictureCut : public Job {
public:
    // Throws Error: as PictureRows; the folder cannot be made, holds the tiles of another picture,
    // or of this one without `replace`; or somebody is at work there.
    explicit PictureCut(const CutSpec& spec);
    ~PictureCut() override { end(); }
    PictureCut(const PictureCut&) = delete;
    PictureCut& operator=(const PictureCut&) = delete;
    // The file that joins the tiles appears last, when all of them are there.
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
