#include "engine/run/mosaic.h"

#include "engine/network/encodings.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace redraw {
namespace {

TileAxis equal_tiles(int length, int side, int overlap) {
    const int count = std::max(1, int(std::lround(double(length) / side)));
    if (count == 1) return {length, length, overlap};
    // Enlarges the overlap until the tiles divide the rest of the length equally.
    overlap += (length - overlap) % count;
    return {length, (length - overlap) / count + overlap, overlap};
}

// No pixel may belong to three tiles along an axis.
bool is_possible(const TileAxis& axis) {
    return axis.length >= 1 && axis.overlap >= 1 &&
           (axis.length <= axis.longest ||
            (axis.overlap < axis.longest &&
             (axis.length - axis.overlap) / axis.count() >= axis.overlap));
}

}  // namespace

bool learned_in_tiles(PixelSize picture) {
    constexpr double kMostInOneNetwork = 6e6;
    return double(picture.width) * picture.height > kMostInOneNetwork;
}

TileGrid mosaic_tiles(PixelSize picture, int side, int overlap) {
    return {equal_tiles(picture.width, side, overlap), equal_tiles(picture.height, side, overlap)};
}

bool is_possible(const Mosaic& mosaic, int channels) {
    if (!is_possible(mosaic.tiles.across) || !is_possible(mosaic.tiles.down) ||
        mosaic.config.network.encoding == Encoding::window || !(mosaic.seconds >= 0))
        return false;
    const auto each = double(mosaic.tile_parameters(channels));
    // A sample is computed with every parameter of the layers, and few of the tables. mosaic_for()
    // makes layers of 5,000, and 2^28 parameters for at most 84 megapixels; a hostile file's
    // drawing could take hours.
    constexpr double kMostOfSample = 0x1p16, kMostOfPicture = 0x1p40;
    const double sample = each - double(grid_parameters(mosaic.config.network));
    const double pixels = double(mosaic.tiles.across.length) * mosaic.tiles.down.length;
    return mosaic.tiles.count() <= kMostMosaicTiles &&
           each * double(mosaic.tiles.count()) <= double(kMostMosaicParameters) &&
           sample <= kMostOfSample && sample * pixels <= kMostOfPicture;
}

std::int64_t next_tile(const Mosaic& mosaic, std::span<const MosaicTile> learned, double x,
                       double y) {
    std::vector<char> done(std::size_t(mosaic.tiles.count()));
    for (const MosaicTile& tile : learned) done[std::size_t(tile.tile)] = 1;
    std::int64_t nearest = -1;
    double least = std::numeric_limits<double>::infinity();
    for (std::int64_t i = 0; i < mosaic.tiles.count(); ++i) {
        const PixelRect rect = mosaic.tiles.rect(mosaic.tiles.place(i));
        const double distance =
            std::hypot(rect.x + rect.width / 2.0 - x, rect.y + rect.height / 2.0 - y);
        if (done[std::size_t(i)] || distance >= least) continue;
        least = distance;
        nearest = i;
    }
    return nearest;
}

double mean_psnr(std::span<const MosaicTile> tiles) {
    double error = 0;
    for (const MosaicTile& tile : tiles) error += std::pow(10.0, -double(tile.psnr) / 10);
    return tiles.empty() ? std::numeric_limits<double>::quiet_NaN()
                         : -10 * std::log10(error / double(tiles.size()));
}

}  // namespace redraw
