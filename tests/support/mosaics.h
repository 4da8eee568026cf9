// Small mosaics, and the tiles that a run has learned.
#pragma once

#include "engine/run/run_file.h"
#include "tests/support/examples.h"

#include <cstdint>
#include <map>
#include <vector>

namespace redraw_test {

// Six tiles, of 34 x 38 pixels each, of a picture of 90 x 70; six epochs each.
inline redraw::Mosaic small_mosaic() {
    redraw::Mosaic mosaic{.tiles = redraw::mosaic_tiles({90, 70}, 33, 6)};
    mosaic.config = small_config({8, 8}, 6);
    mosaic.config.data.batch = redraw::BatchMode::random;
    mosaic.config.data.batch_size = 200;
    mosaic.config.network.pixel = redraw::PixelModel::point;
    return mosaic;
}

// Returns the parameters of each learned tile, by tile index.
inline std::map<std::int64_t, std::vector<float>> tiles_of(const redraw::RunFile& run) {
    std::map<std::int64_t, std::vector<float>> tiles;
    for (std::size_t i = 0; i < run.mosaic_tiles().size(); ++i)
        tiles[run.mosaic_tiles()[i].tile] = run.mosaic_parameters(i);
    return tiles;
}

}  // namespace redraw_test
