// Cuts a picture too large for one network into overlapping tiles, each an ordinary picture and an
// ordinary run, and joins the runs by a small file. A tile's run and picture lie beside that file
// under names that follow from its place, so that the file names no path. Plain values.
#pragma once

#include "engine/image/grid.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redraw {

// Along one axis. All tiles are equally long to within a pixel, neighbours share `overlap` pixels,
// and no place belongs to more than two.
struct TileAxis {
    int length = 0, longest = 0, overlap = 0;  // of the picture, of a tile; pixels

    int count() const;
    int begin(int tile) const;
    int end(int tile) const;
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
    // The checksum of each tile (picture_cut.h), row by row. Empty in a file of an older Redraw,
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

}  // namespace redraw
