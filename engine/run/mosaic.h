// The mosaic of a run: networks that learn the picture at its own size, one per tile. Where no tile
// is learned yet, the run's own network draws. Plain values and pure functions; any thread.
#pragma once

#include "engine/image/tile_map.h"
#include "engine/network/config.h"
#include "engine/network/parameters.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace redraw {

struct Mosaic {
    TileGrid tiles{};    // tiles of the picture at its own size
    Config config{};     // of every tile: network for a tile's size, training
    double seconds = 0;  // time limit for all tiles; 0: none, each has the epochs in `config`

    // Counts the parameters of one tile for a run of `channels` channels.
    std::size_t tile_parameters(int channels) const {
        return parameter_count(config.network, channels);
    }
    bool operator==(const Mosaic&) const = default;
};

// A learned tile.
struct MosaicTile {
    std::int64_t tile = 0;   // index in Mosaic::tiles
    std::int64_t steps = 0;  // optimizer steps of its training
    double seconds = 0;      // training time
    // dB, of all pixels as drawn that this tile completed (completed_by_last()).
    float psnr = 0;
    bool operator==(const MosaicTile&) const = default;
};

inline constexpr std::int64_t kMostMosaicTiles = 1 << 14;  // a hostile file may claim any number

// The parameters of a moment of a mosaic, as MosaicBackend renders them: those of the run's own
// network, the `own` first, then one value, the number of tiles learned by then. The tiles' own
// parameters stay in the run file, because those of a large mosaic do not fit in memory.
std::vector<float> with_tile_count(std::vector<float> own, std::size_t tiles);
// Returns the number of tiles of a moment's parameters; 0 for those of the run's own network alone.
std::size_t tile_count(std::span<const float> parameters, std::size_t own);

// Reads the parameters of a learned tile by its place in the learning order. Throws Error.
using ReadTile = std::function<std::vector<float>(std::size_t place)>;

// True if a picture of this size (above 6 megapixels) is learned at its own size as a mosaic. A
// single network would need too many parameters to learn the picture in time
// (bench/results/quality.md).
bool learned_in_tiles(PixelSize picture);

// Returns the tiles of a picture: equal in size, with about `side` pixels a side, overlapping by
// at least `overlap` pixels. A picture shorter than one and a half times the side has a single tile
// along that axis.
TileGrid mosaic_tiles(PixelSize picture, int side, int overlap);

// True if a run of `channels` channels can have this mosaic. Checks untrusted values.
bool is_possible(const Mosaic& mosaic, int channels);

// Returns the tile to learn next: the unlearned tile whose centre is closest to (x, y), in pixels
// of the picture. Returns -1 if all are learned.
std::int64_t next_tile(const Mosaic& mosaic, std::span<const MosaicTile> learned, double x,
                       double y);

// Returns the parts of the picture that the last of these tiles completes: no pixel of them belongs
// to a tile that is not learned. All tiles together complete every pixel once.
std::vector<PixelRect> completed_by_last(const Mosaic& mosaic, std::span<const MosaicTile> learned);

// Returns after each learned tile the PSNR in dB of all pixels completed by then. The last one is
// that of the whole picture once all tiles are learned.
std::vector<double> psnr_after_each(const Mosaic& mosaic, std::span<const MosaicTile> learned);
double psnr_of(const Mosaic& mosaic, std::span<const MosaicTile> learned);  // NaN without any

}  // namespace redraw
