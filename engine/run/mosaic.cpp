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

// A part of a tile along an axis that the same tiles cover: the tile itself and, where they
// overlap, its neighbour.
struct TilePart {
    int begin = 0, length = 0, neighbour = 0;
};

std::vector<TilePart> parts_of(const TileAxis& axis, int tile) {
    const int begin = axis.begin(tile), end = axis.end(tile);
    const int left = tile > 0 ? axis.end(tile - 1) : begin;
    const int right = tile + 1 < axis.count() ? axis.begin(tile + 1) : end;
    std::vector<TilePart> parts{{begin, left - begin, tile - 1},
                                {left, right - left, tile},
                                {right, end - right, tile + 1}};
    std::erase_if(parts, [](const TilePart& part) { return part.length <= 0; });
    return parts;
}

// See completed_by_last(). `done`: true for each learned tile.
std::vector<PixelRect> completed_by(const TileGrid& tiles, std::int64_t tile,
                                    const std::vector<char>& done) {
    const TilePlace place = tiles.place(tile);
    std::vector<PixelRect> rects;
    for (const TilePart& down : parts_of(tiles.down, place.row))
        for (const TilePart& across : parts_of(tiles.across, place.column)) {
            bool complete = true;
            for (const int row : {place.row, down.neighbour})
                for (const int column : {place.column, across.neighbour})
                    complete = complete && done[std::size_t(tiles.index({row, column}))];
            if (complete) rects.push_back({across.begin, down.begin, across.length, down.length});
        }
    return rects;
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
    // Tiles are read and drawn one at a time, so the limits are those of a tile: 64 MiB as floats.
    // A sample is computed with every parameter of the layers, and few of the tables. mosaic_for()
    // makes layers of 5,000 and tiles of at most 2.3 megapixels; with those of a hostile file a
    // small drawing could take hours.
    constexpr double kMostOfTile = 0x1p24, kMostOfSample = 0x1p16, kMostPixels = 0x1p24,
                     kMostWork = 0x1p37;
    const double sample = each - double(grid_parameters(mosaic.config.network));
    const auto longest = [](const TileAxis& axis) { return double(axis.end(0)) + 1; };
    const double pixels = longest(mosaic.tiles.across) * longest(mosaic.tiles.down);
    return mosaic.tiles.count() <= kMostMosaicTiles && each <= kMostOfTile &&
           sample <= kMostOfSample && pixels <= kMostPixels && sample * pixels <= kMostWork;
}

std::vector<float> with_tile_count(std::vector<float> own, std::size_t tiles) {
    if (tiles > 0) own.push_back(float(tiles));  // exact: a mosaic has at most kMostMosaicTiles
    return own;
}

std::size_t tile_count(std::span<const float> parameters, std::size_t own) {
    return parameters.size() > own ? std::size_t(parameters[own]) : 0;
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

std::vector<PixelRect> completed_by_last(const Mosaic& mosaic,
                                         std::span<const MosaicTile> learned) {
    std::vector<char> done(std::size_t(mosaic.tiles.count()));
    for (const MosaicTile& tile : learned) done[std::size_t(tile.tile)] = 1;
    return completed_by(mosaic.tiles, learned.back().tile, done);
}

std::vector<double> psnr_after_each(const Mosaic& mosaic, std::span<const MosaicTile> learned) {
    std::vector<double> after;
    std::vector<char> done(std::size_t(mosaic.tiles.count()));
    double error = 0, pixels = 0;
    for (const MosaicTile& tile : learned) {
        done[std::size_t(tile.tile)] = 1;
        double completed = 0;
        for (const PixelRect& rect : completed_by(mosaic.tiles, tile.tile, done))
            completed += double(rect.width) * rect.height;
        error += completed * std::pow(10.0, -double(tile.psnr) / 10);
        pixels += completed;
        after.push_back(pixels > 0 ? -10 * std::log10(error / pixels) : double(tile.psnr));
    }
    return after;
}

double psnr_of(const Mosaic& mosaic, std::span<const MosaicTile> learned) {
    return learned.empty() ? std::numeric_limits<double>::quiet_NaN()
                           : psnr_after_each(mosaic, learned).back();
}

}  // namespace redraw
