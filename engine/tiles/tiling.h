// How a picture too large for one network is cut into tiles that overlap, each an ordinary picture
// and an ordinary run, and the small file that joins the runs. A tile's runs and pictures lie
// beside that file under names that follow from its place, so that the file names no path. Plain
// values.
#pragma once

#include "engine/image/grid.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace redraw {

// Along one axis. All tiles are equally long to within a pixel, neighbours share `overlap` pixels,
// and no place belongs to more than two.
struct TileAxis {
    int length = 0, longest = 0, overlap = 0;  // of the picture, of a tile; pixels

    int count() const;
    int begin(int tile) const;
    int end(int tile) const;
    // How much of the drawing at `at`, in pixels, the tile gives: it fades towards a neighbour, to
    // 0 where the tile ends. Over all tiles the sum is 1.
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

    TileAxis across() const { return {width, tile, overlap}; }
    TileAxis down() const { return {height, tile, overlap}; }
    std::int64_t count() const { return std::int64_t(across().count()) * down().count(); }
    TilePlace place(std::int64_t index) const {  // row by row
        const int columns = across().count();
        return {int(index / columns), int(index % columns)};
    }
    PixelRect rect(TilePlace place) const;
    // Of a network that learns it: gray 1, colour 3, with alpha 4.
    int learned_channels() const { return channels == 2 ? 4 : channels; }
    bool operator==(const Tiling&) const = default;
};

inline constexpr int kSmallestTile = 16, kLargestTile = 16384;
inline constexpr std::int64_t kMostTiles = 65536;
inline constexpr char kTilesFolder[] = "tiles";  // beside the joining file
inline constexpr char kJoinExtension[] = ".redraw-tiles";

// "tile-0003-0017": row and column.
std::string tile_name(TilePlace place);
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
